// A program of a member with the client that Kiota has generated: reads a call a line, as a list of its name and its
// arguments, and prints what it was answered with. If a name or a type of the client is another one, it does not compile.
using System.Text.Json;
using Microsoft.Kiota.Abstractions;
using Microsoft.Kiota.Abstractions.Authentication;
using Microsoft.Kiota.Http.HttpClientLibrary;
using Youtility;
using Youtility.Models;

var heard = new Heard { InnerHandler = new HttpClientHandler() };
var authentication = new BaseBearerTokenAuthenticationProvider(new Token(args[1]));
var adapter = new HttpClientRequestAdapter(authentication, httpClient: new HttpClient(heard)) { BaseUrl = args[0] };
var api = new YoutilityClient(adapter).Api;

async Task Call(string name, string[] given)
{
    switch (name)
    {
        case "me": await api.Users.Me.GetAsync(); break;
        case "wallet": await api.Wallet.GetAsync(); break;
        case "activity":
            await api.Wallet.Transactions.GetAsync(call =>
            {
                call.QueryParameters.Limit = 1;
                if (given.Length > 0) call.QueryParameters.Cursor = given[0];
            });
            break;
        case "send":
            var transfer = new TransferBody { ToUserIdentifier = "grace", Currency = Currency.USD, Amount = given[1] };
            await api.Wallet.Transfer.PostAsync(transfer, call => call.Headers.Add("Idempotency-Key", given[0]));
            break;
        case "outcome": await api.Outcomes.ByKey[given[0]].GetAsync(); break;
        case "addContact": await api.Contacts.PostAsync(new CreateContactBody { ContactName = given[0] }); break;
        case "renameContact":
            var renamed = new UpdateContactBody { ContactName = given[2] };
            await api.Contacts[Guid.Parse(given[0])].PutAsync(renamed, call => call.Headers.Add("If-Match", given[1]));
            break;
        case "contacts": await api.Contacts.GetAsync(); break;
        case "statement":
            await api.Wallet.Statements[given[0]].GetAsync(call =>
            {
                call.QueryParameters.Format = "csv";
                call.QueryParameters.Account = "usd";
            });
            break;
        case "revealNumber": await api.Wallet.TreasuryAccount.Reveal.PostAsync(); break;
        default: throw new ArgumentException(name);
    }
}

while (Console.ReadLine() is { } line)
{
    var call = JsonSerializer.Deserialize<string[]>(line)!;
    // A refusal is thrown as what the document says that it is.
    try { await Call(call[0], call[1..]); }
    catch (ErrorBody refusal) when (refusal.Code is not null) { }
    Console.WriteLine(JsonSerializer.Serialize(new { heard.Status, heard.Tag, heard.Text }));
}

class Token(string secret) : IAccessTokenProvider
{
    public AllowedHostsValidator AllowedHostsValidator { get; } = new();
    public Task<string> GetAuthorizationTokenAsync(
        Uri uri, Dictionary<string, object>? context = null, CancellationToken ending = default) => Task.FromResult(secret);
}

/// Remembers the last answer, of whose status and headers the client tells nothing.
class Heard : DelegatingHandler
{
    public int Status { get; private set; }
    public string? Tag { get; private set; }
    public string Text { get; private set; } = "";

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken ending)
    {
        var answer = await base.SendAsync(request, ending);
        await answer.Content.LoadIntoBufferAsync(ending);
        Status = (int)answer.StatusCode;
        Tag = answer.Headers.ETag?.ToString();
        Text = await answer.Content.ReadAsStringAsync(ending);
        return answer;
    }
}
