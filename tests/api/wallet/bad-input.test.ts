import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser } from '../../support/browser.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { refusal } from '../../support/wallet-calls.ts'

const UNIFIED = '/api/wallet/transfer'
const CENTS = '/api/wallet/send-transfer'
const unified = { to_user_identifier: 'grace', currency: 'USD', amount: '1.00' }
const inCents = { to_user_identifier: 'grace', amount: 100 }

let server: TestServer
let ada: Awaited<ReturnType<TestServer['signIn']>>
let now = Date.now()
beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(now) })
  ada = await server.signIn('ada')
})
afterAll(() => server?.stop())

/** No test of this file may append to the ledger. */
let head: bigint
beforeEach(async () => {
  head = await server.ledger.store.head()
})
afterEach(async () => {
  expect(await server.ledger.store.head()).toBe(head)
})

const raw = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  ada.fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body })

describe('a transfer with a malformed field is 400, with a sentence for the field', () => {
  it.each([
    ['an unknown field', { ...unified, colour: 'red' }, 'colour'],
    ['an amount that is a number', { ...unified, amount: 1 }, 'amount'],
    ['an amount that is an object', { ...unified, amount: { $gt: 0 } }, 'amount'],
    ['no amount', { ...unified, amount: undefined }, 'amount'],
    ['an empty amount', { ...unified, amount: '' }, 'amount'],
    ['a negative amount', { ...unified, amount: '-1.00' }, 'amount'],
    ['zero', { ...unified, amount: '0' }, 'amount'],
    ['zero with decimals', { ...unified, amount: '0.00' }, 'amount'],
    ['less than a cent', { ...unified, currency: 'YUT', amount: '0.009999' }, 'amount'],
    ['three decimals of a dollar', { ...unified, amount: '1.001' }, 'amount'],
    ['seven decimals of YUT', { ...unified, currency: 'YUT', amount: '1.0000001' }, 'amount'],
    ['1e400', { ...unified, amount: '1e400' }, 'amount'],
    ['NaN', { ...unified, amount: 'NaN' }, 'amount'],
    ['Infinity', { ...unified, amount: 'Infinity' }, 'amount'],
    ['hexadecimal', { ...unified, amount: '0x10' }, 'amount'],
    ['a separator', { ...unified, amount: '1,000.00' }, 'amount'],
    ['digits of another script', { ...unified, amount: '١٢' }, 'amount'],
    ['an amount beyond all limits', { ...unified, amount: '999999999999999.00' }, 'amount'],
    ['an amount of a thousand digits', { ...unified, amount: '9'.repeat(1_000) }, 'amount'],
    ['a currency that we do not have', { ...unified, currency: 'EUR' }, 'currency'],
    ['no currency', { ...unified, currency: undefined }, 'currency'],
    ['no recipient', { ...unified, to_user_identifier: undefined }, 'to_user_identifier'],
    ['a blank recipient', { ...unified, to_user_identifier: '  ' }, 'to_user_identifier'],
    ['a recipient that is a list', { ...unified, to_user_identifier: ['grace'] }, 'to_user_identifier'],
    ['an endless recipient', { ...unified, to_user_identifier: 'g'.repeat(321) }, 'to_user_identifier'],
    ['a message that is too long', { ...unified, message: 'x'.repeat(201) }, 'message'],
    ['a message that is a number', { ...unified, message: 5 }, 'message'],
    ['U+0000 in the message', { ...unified, message: 'a\u0000b' }, 'message'],
    ['an escape character in the message', { ...unified, message: '\u001b[2J' }, 'message'],
    ['a C1 control character in the message', { ...unified, message: 'a\u0085b' }, 'message'],
  ])('%s', async (_name, body, field) => {
    const answer = await refusal(await ada.post(UNIFIED, body))
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(Object.keys(answer.fields ?? {})).toEqual([field])
  })

  it.each([
    ['an unknown field', { ...inCents, currency: 'USD' }, 'currency'],
    ['an amount that is text', { ...inCents, amount: '100' }, 'amount'],
    ['half a cent', { ...inCents, amount: 100.5 }, 'amount'],
    ['less than a dollar', { ...inCents, amount: 99 }, 'amount'],
    ['more than $10,000', { ...inCents, amount: 1_000_001 }, 'amount'],
    ['a negative amount', { ...inCents, amount: -100 }, 'amount'],
    ['zero', { ...inCents, amount: 0 }, 'amount'],
    ['null', { ...inCents, amount: null }, 'amount'],
    ['true', { ...inCents, amount: true }, 'amount'],
    ['no recipient', { amount: 100 }, 'to_user_identifier'],
    ['a message that is too long', { ...inCents, message: 'x'.repeat(201) }, 'message'],
    ['a description that is too long', { ...inCents, description: 'x'.repeat(201) }, 'description'],
    ['U+0000 in the description', { ...inCents, description: '\u0000' }, 'description'],
  ])('in cents: %s', async (_name, body, field) => {
    const answer = await refusal(await ada.post(CENTS, body))
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(Object.keys(answer.fields ?? {})).toEqual([field])
  })

  it('in cents: 1e400 as a number', async () => {
    const answer = await refusal(await raw(CENTS, '{"to_user_identifier":"grace","amount":1e400}'))
    expect(answer).toMatchObject({ status: 400, fields: { amount: expect.any(String) } })
  })
})

describe('a transfer that the rules refuse says which field is at fault', () => {
  it.each([
    [
      'to oneself',
      { ...unified, to_user_identifier: '@ADA' },
      422,
      'recipient_is_sender',
      'to_user_identifier',
    ],
    [
      'to nobody',
      { ...unified, to_user_identifier: '@nobody' },
      404,
      'recipient_not_found',
      'to_user_identifier',
    ],
    [
      'to a handle that could not be one',
      { ...unified, to_user_identifier: "';--\u0000" },
      404,
      'recipient_not_found',
      'to_user_identifier',
    ],
    [
      'of more dollars than there are',
      { ...unified, amount: '2500.01' },
      422,
      'insufficient_funds',
      'amount',
    ],
    [
      'of more YUT than there are',
      { ...unified, currency: 'YUT', amount: '500.000001' },
      422,
      'insufficient_funds',
      'amount',
    ],
    ['of what one has none of', { ...unified, currency: 'USDC' }, 422, 'insufficient_funds', 'amount'],
  ])('%s', async (_name, body, status, code, field) => {
    const answer = await refusal(await ada.post(UNIFIED, body))
    expect(answer).toMatchObject({ status, code, fields: { [field]: answer.error } })
  })
})

describe('a request that is none', () => {
  it.each(['{"amount":', '{amount:1}', '[]', '"text"', 'null', ''])('body %j is 400', async (body) => {
    expect((await refusal(await raw(UNIFIED, body))).status).toBe(400)
  })

  it('a body of 10 MB is 413', async () => {
    const answer = await refusal(await ada.post(UNIFIED, { ...unified, message: 'x'.repeat(10_000_000) }))
    expect(answer).toMatchObject({ status: 413, code: 'body_too_large' })
  })

  it('another content type is 415', async () => {
    const answer = await refusal(
      await raw(UNIFIED, JSON.stringify(unified), { 'Content-Type': 'text/plain' }),
    )
    expect(answer.status).toBe(415)
  })

  it.each([{ 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': '', Origin: 'https://evil.example' }])(
    'from another site is 403: %j',
    async (headers) => {
      expect(await refusal(await ada.post(UNIFIED, unified, headers))).toMatchObject({
        status: 403,
        code: 'cross_origin',
      })
    },
  )

  it('with a key that is no UUID is 400', async () => {
    const answer = await refusal(await ada.post(UNIFIED, unified, { 'Idempotency-Key': '1' }))
    expect(answer).toMatchObject({ status: 400, code: 'invalid_idempotency_key' })
  })

  it('without a session is 401, on every call', async () => {
    const stranger = openBrowser(server.url)
    for (const path of [
      UNIFIED,
      CENTS,
      '/api/wallet/initialize-treasury',
      '/api/wallet/treasury-account/reveal',
    ])
      expect((await refusal(await stranger.post(path, unified))).status).toBe(401)
    for (const path of ['/api/wallet', '/api/wallet/transactions', '/api/members/lookup?identifier=ada'])
      expect((await refusal(await stranger.fetch(path))).status).toBe(401)
  })

  it('with a session that has expired is 401', async () => {
    const before = now
    now += 31 * 60_000
    try {
      expect(await refusal(await ada.post(UNIFIED, unified))).toMatchObject({
        status: 401,
        code: 'not_signed_in',
      })
    } finally {
      now = before
    }
  })
})
