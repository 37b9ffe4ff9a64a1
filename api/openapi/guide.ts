import { VARIABLES } from '../config/variables.ts'
import { FRESH_SIGN_IN_MINUTES } from '../contract/security.ts'
import type { Operation } from '../contract/operation.ts'
import type { Codes } from './examples.ts'
import { scopesFor } from './token-scopes.ts'

const LIMITS = [
  VARIABLES.RATE_LIMIT_ADDRESS_PER_MINUTE,
  VARIABLES.RATE_LIMIT_SIGN_IN_PER_MINUTE,
  VARIABLES.RATE_LIMIT_MONEY_PER_MINUTE,
  VARIABLES.RATE_LIMIT_LOOKUP_PER_MINUTE,
  VARIABLES.RATE_LIMIT_HEAVY_PER_MINUTE,
  VARIABLES.RATE_LIMIT_LOOP_MS,
]

/**
 * What holds for many operations: the description of the whole document, in Markdown. Generators copy it into each of the
 * hundreds of files that they write.
 */
export const guide = (cookieName: string): string => `Calls of the Youtility web application.

## Session
Sign in through the identity provider: \`GET /api/oauth/google/redirect_url\` says where, and \`POST /api/sessions\` exchanges what it sends back. The answer sets two cookies, \`${cookieName}\` and its signature \`${cookieName}.sig\`; **both** are sent with each request. A missing, unsigned or ended session is 401 \`not_signed_in\`.

Some operations are sensitive: they need a sign-in within the last ${FRESH_SIGN_IN_MINUTES} minutes, else 403 \`fresh_sign_in_required\`. \`step_up\` in the refusal says how to prove it: sign in again, or let a passkey sign \`step_up.passkey\` and send the same request again with the header \`Passkey-Assertion\`.

## Access token
For programs of the member’s own: made in the profile, sent as \`Authorization: Bearer yut_pat_…\`, without any cookie. It is good until its end date for what its scopes allow, which each operation names: \`read\` (what the member sees, but contacts and secrets), \`contacts\` (read and change the address book), \`pay\` (send money, up to the token’s own limit a day; 422 \`token_limit\`). It is never fresh, so nothing sensitive can be done with it. One that is over or was ended is 401 \`token_invalid\`, one without the scope 403 \`token_scope\`. Limits are counted by member, whether a session or a token asks. Pages of other origins cannot use one: the rule below holds, and no answer allows other origins (CORS).

## Same origin
A request of a browser that may change something must come from a page of this origin, else 403 \`cross_origin\`. A program that sends neither \`Sec-Fetch-Site\` nor \`Origin\` is no browser and is let through.

## Times
A time is in UTC and ends with \`Z\`. A month is \`2026-11\`, a day \`2026-11-27\`.

## Amounts
Texts such as \`"12.34"\` are decimals in units of the currency. Integers named \`…_cents\`, and \`amount\`, \`fee\` and \`total\` where they are integers, are US cents. Never calculate with them as floating point numbers.

## Idempotency
Operations that move value take an \`Idempotency-Key\`, a UUID that the client makes for one intent. Sent again by the same member with the same body, it gets the same answer and moves nothing again: the answer itself for 30 days, afterwards what the ledger has of it. With another body it is 422 \`idempotency_key_reused\`; an empty key is 400. Conflicts (409), limits (429), demands for a fresh sign-in (403) and failures (5xx) use no key up: send the same again. Without a key each request is an intent of its own. \`GET /api/outcomes/by-key/{key}\` says what became of a request whose answer was lost.

## Reading what was written
A command answers with \`Ledger-Position\`. Reads that declare \`Ledger-Min-Position\` wait until they know everything up to it: 503 with \`Retry-After\` when that takes too long, 400 \`unknown_position\` when the ledger does not reach so far. \`As-Of\` is the time as of which the data was true.

## Lists
\`limit\` is the length of a page. \`next_cursor\` in the answer is the \`cursor\` of the next page; null: this was the last one. A cursor is opaque; one that is not of this list is 400 \`invalid_cursor\`.

## Changes that meet
A contact and a circle come with an \`ETag\`. A change with \`If-Match\` is carried out only while it names what is there, else 412 \`changed_elsewhere\`; a change without it always is.

## Refusals
Each is \`error\` (a sentence for people), \`code\` (stable, for programs) and, where a field is wrong, \`fields\` (a sentence by field). Codes of any operation:

| status | code | meaning |
|---|---|---|
| 400 | \`invalid_request\` | the request does not fit this document; \`fields\` says where |
| 400 | \`invalid_json\`, \`body_incomplete\`, \`body_too_complex\`, \`invalid_characters\` | the body cannot be read or stored |
| 400 | \`invalid_idempotency_key\`, \`invalid_position\`, \`unknown_position\`, \`invalid_cursor\` | a header or cursor that is none |
| 401 | \`not_signed_in\` | there is no session |
| 401 | \`token_invalid\` | the access token is over, was ended, or never was |
| 403 | \`token_scope\` | the access token is not for this |
| 403 | \`cross_origin\` | a page of another site made the request |
| 403 | \`fresh_sign_in_required\`, \`passkey_refused\` | see Session |
| 404 | \`…_not_found\` | there is no such thing, or it is somebody else’s: both look the same |
| 405 | \`method_not_allowed\` | \`Allow\` names the right methods |
| 409 | \`conflict\`, \`already_…\` | something else happened first |
| 413, 415 | \`body_too_large\`, \`unsupported_media_type\`, \`unsupported_encoding\` | the body is no JSON of a possible size |
| 422 | \`idempotency_key_reused\` | see Idempotency |
| 422 | the rule’s own code, such as \`insufficient_funds\` | a rule refuses it, and will again |
| 429 | \`too_many_requests\` | \`Retry-After\` says in how many seconds to come again |
| 500 | \`internal_error\` | a failure of ours; \`request_id\` names it |
| 503 | \`not_caught_up\`, \`outcome_unknown\`, \`ledger_unavailable\`, \`database_unavailable\` | send the same again after \`Retry-After\` seconds |

All codes of rules, and the others that were answered in tests, are in \`x-error-codes\` of this document, each with its status and, where there is one, a sentence that was answered with it; the description of an operation names those of its own.

## Limits
Beyond a limit it is 429, and \`Retry-After\` says in how many seconds to come again. The operator may set others than these:

| limit | at most |
|---|---|
${LIMITS.map(({ describes, production }) => `| ${describes.split(';')[0]} | ${production} |`).join('\n')}

## Headers of every answer
\`X-Request-Id\` names the request: we find it in our logs by it, so quote it when you ask. Send one of your own (8 to 64 letters, digits, \`_\`, \`-\`) and it is used.

## What may change
Without notice: new operations, new fields in answers, new values where \`x-extensible-enum\` stands, new codes. Ignore what you do not know. Never within this version: a field that is taken away or means something else, a new field that a request must have.`

const memberSentence = (id: string): string => {
  const scopes = scopesFor(id)
  return scopes.length === 0
    ? 'Needs a session; no access token is enough.'
    : `Needs a session, or an access token with the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`
}

/** Codes of so many operations that the guide explains them once. */
const GENERAL = 12

/** The codes that an operation gave and few others do. */
const ownCodes = (id: string, codes: Codes): readonly string[] =>
  Object.entries(codes).flatMap(([code, { status, operations }]) =>
    operations.includes(id) && operations.length <= GENERAL ? [`\`${code}\` (${status})`] : [],
  )

/** What an operation's declaration says beyond its summary. */
export const describeOperation = (
  { id, access, movesValue, sensitive, heavy, changesState, batchable }: Operation,
  codes: Codes,
): string => {
  const own = ownCodes(id, codes)
  const sentences: readonly (readonly [boolean, string])[] = [
    [true, access === 'public' ? 'Needs no session.' : memberSentence(id)],
    [movesValue === true, 'Moves value: send an `Idempotency-Key`, and the same one with every retry.'],
    [sensitive !== undefined, 'Sensitive: needs a fresh sign-in or a passkey.'],
    [heavy === true, 'Costs far more than other calls: one at a time, and few a minute.'],
    [changesState === true, 'Changes something although it is a GET: pages of other origins are refused.'],
    [batchable === true, 'Can be one of several documents in `GET /api/together`.'],
    [id === 'endOtherSessions', 'Ends all access tokens too.'],
    [
      id === 'getStatement',
      '`format` decides. Without it `Accept` does: a page for browsers, else the CSV file; 406 for what accepts neither, nor JSON for refusals. For other programs: `csv` with an `account` (a line for each movement, no balances), `ofx` (OFX 2.2) and `camt` (camt.053.001.08), the dollar account alone. A movement has the same id in each, so importing it again adds nothing.',
    ],
    [own.length > 0, `May be refused with ${own.join(', ')}.`],
  ]
  return sentences.flatMap(([holds, sentence]) => (holds ? [sentence] : [])).join(' ')
}
