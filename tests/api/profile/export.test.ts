import { beforeAll, describe, expect, it } from 'vitest'
import { issues, put, saves } from '../../support/identity-calls.ts'
import { asks, requestsOf } from '../../support/request-calls.ts'
import { signedIn, testServer } from '../../support/test-server.ts'
import { sends } from '../../support/wallet-calls.ts'

let text = ''
const server = testServer()
const ada = signedIn(server, 'ada')
const grace = signedIn(server, 'grace')
beforeAll(async () => {
  await saves(ada, { bio: 'Exported words', phone_endpoint: '+12125550123' })
  await put(ada, '/api/profile/handle', { handle: 'countess' })
  await issues(ada, 'YoutilityMemberCredential')
  await sends(ada, { to_user_identifier: 'grace', currency: 'USD', amount: '3.00', message: 'for the moth' })
  await sends(grace, {
    to_user_identifier: 'ada',
    currency: 'USD',
    amount: '1.00',
    message: 'a secret of hers',
  })
  const { position } = await asks(ada, 'grace', '7.00', { message: 'for the loom' })
  await ada.post('/api/contacts', { contact_name: 'Mary Shelley', phone_number: '+442079460018' })
  await ada.post('/api/payments/ach/save-account', {
    routing_number: '110000000',
    account_number: '000123456789',
    account_holder_name: 'Ada Lovelace',
    account_type: 'checking',
  })
  await ada.post('/api/members/blocked', { identifier: 'grace' })
  // Waits for the read model from which requests are exported.
  await requestsOf(ada, position)
  const response = await ada.fetch('/api/profile/export')
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Disposition')).toMatch(
    /^attachment; filename="youtility-identity-data-\d{4}-\d\d-\d\d\.json"$/,
  )
  text = await response.text()
})

describe('the export', () => {
  it('holds everything, area by area', () => {
    const data = JSON.parse(text)
    expect(Object.keys(data)).toEqual(
      expect.arrayContaining([
        'exported_at',
        'member',
        'identity',
        'contacts',
        'payments',
        'telecom',
        'ledger',
      ]),
    )
    expect(data.member).toEqual({ id: ada.id, did: `did:youtility:${ada.id}` })
    expect(data.identity).toMatchObject({
      sign_in: { email: 'ada@youtility.example', name: 'Ada Lovelace' },
      handles: ['ada', 'countess'],
      profile: { bio: 'Exported words', phone_endpoint: '+12125550123' },
      credentials: [{ credential: { type: ['VerifiableCredential', 'YoutilityMemberCredential'] } }],
    })
    expect(data.payments.bank_accounts).toMatchObject([{ last4: '6789', account_type: 'checking' }])
    expect(JSON.stringify(data.contacts)).toContain('Mary Shelley')
    expect(data.contacts.blocked_members).toMatchObject([{ handle: 'grace' }])
    expect(data.ledger_records).toMatchObject({
      deposits: expect.arrayContaining([expect.objectContaining({ currency: 'USD', minor: '250000' })]),
      transfer_requests: [{ cents: '700', message: 'for the loom', status: 'pending' }],
    })
    expect(data.pools_and_bills.pools).toMatchObject([{ name: expect.stringMatching(/\w/), status: 'open' }])
    expect(data.ledger).toMatchObject({ complete: true })
    expect(data.ledger.facts[0]).toMatchObject({ type: 'TransferReceived' })
    expect(data.ledger.facts[1]).toMatchObject({ type: 'TransferSent', data: { message: 'for the moth' } })
  })

  it('holds no secret: keys, tokens, account numbers, session ids', async () => {
    const { rows } = await server.pool.query(
      `select encode(wrapped_key, 'hex') as secret from app.did_key where wrapped_key is not null
       union select encode(wrapped_key, 'base64') from app.did_key
       union select encode(wrapped_key, 'hex') from app.member_key where wrapped_key is not null
       union select token from app.bank_account union select fingerprint from app.bank_account
       union select id_hash from app.session`,
    )
    expect(rows.length).toBeGreaterThan(5)
    for (const { secret } of rows) expect(text).not.toContain(secret)
    for (const secret of ['000123456789', ...ada.cookies.values()]) expect(text).not.toContain(secret)
  })

  it('is of the member alone', async () => {
    expect(await (await grace.fetch('/api/profile/export')).text()).not.toContain('Exported words')
    expect(text).not.toContain('grace@youtility.example')
  })
})
