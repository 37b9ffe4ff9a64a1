import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { POSITION_HEADER } from '../../../api/contract/operation.ts'
import { forgetAnswers } from '../../../api/http/idempotency-retention.ts'
import { runLedger } from '../../../api/ledger-cli/run.ts'
import { subscriberOf } from '../../support/device-calls.ts'
import { signedIn, testServer } from '../../support/test-server.ts'
import { keyed, refusal, sends, walletOf } from '../../support/wallet-calls.ts'

const LOOKUPS = 4
const HEAVY = 3
const METRICS_TOKEN = 'a token of the operator'
const REVISION = 'b7f3a12'

const server = testServer({
  env: {
    RATE_LIMIT_LOOKUP_PER_MINUTE: String(LOOKUPS),
    RATE_LIMIT_HEAVY_PER_MINUTE: String(HEAVY),
    METRICS_TOKEN,
    REVISION,
  },
})
const ada = signedIn(server, 'ada')
const grace = signedIn(server, 'grace')

const tooMuch = (to: string) => ({ to_user_identifier: to, currency: 'USD', amount: '9999.99' })

describe('who is a member', () => {
  it('is not told by failing transfers more often than by look-ups', async () => {
    const katherine = await server.signIn('katherine')
    const codes: string[] = []
    for (let n = 0; n < LOOKUPS; n++) {
      const to = n % 2 === 0 ? 'ada@youtility.example' : 'nobody@youtility.example'
      codes.push((await refusal(await katherine.post('/api/wallet/transfer', tooMuch(to)))).code)
    }
    expect(codes).toEqual([
      'insufficient_funds',
      'recipient_not_found',
      'insufficient_funds',
      'recipient_not_found',
    ])
    for (const to of ['ada@youtility.example', 'nobody@youtility.example'])
      for (const answer of [
        await katherine.post('/api/wallet/transfer', tooMuch(to)),
        await katherine.post('/api/wallet/send-transfer', { to_user_identifier: to, amount: 999_999 }),
        await katherine.post('/api/yut/transfer', {
          to_address: to,
          amount: '9999',
          transfer_type: 'transfer',
        }),
        await katherine.post('/api/wallet/request-transfer', { from_user_identifier: to, amount: 5 }),
        await katherine.fetch(`/api/members/lookup?identifier=${to}`),
      ])
        expect(await refusal(answer)).toMatchObject({ status: 429, code: 'too_many_requests' })
    // A payment that the balance covers is still possible.
    await sends(katherine, { to_user_identifier: 'ada', currency: 'USD', amount: '1.00' })
  })
})

describe('who would get the tokens of somebody who leaves', () => {
  const empty = testServer({ env: { SEED: 'none', RATE_LIMIT_LOOKUP_PER_MINUTE: String(LOOKUPS) } })

  it('is looked up no more often either, whatever becomes of the closing', async () => {
    const [radia] = [await empty.signIn('radia'), await empty.signIn('grace')]
    // Nothing is chosen for the YUT, so the closing does not begin whoever is named.
    const begin = async (to: string) =>
      refusal(await radia.post('/api/profile/closing', { handle: 'radia', usdc: { send_to: to } }))
    const names = Array.from({ length: LOOKUPS }, (_, n) => (n % 2 === 0 ? 'grace' : 'nobody_at_all'))
    const codes: string[] = []
    for (const to of names) codes.push((await begin(to)).code)
    expect(codes).toEqual(names.map((to) => (to === 'grace' ? 'choice_needed' : 'recipient_not_found')))
    for (const to of ['grace', 'nobody_at_all'])
      expect(await begin(to)).toMatchObject({ status: 429, code: 'too_many_requests' })
    const looked = await radia.fetch('/api/members/lookup?identifier=grace')
    expect(await refusal(looked)).toMatchObject({ status: 429 })
  })
})

describe('a carrier', () => {
  it('is not asked without limit on behalf of one member', async () => {
    const alan = await server.signIn('alan')
    const { subscriber_id: subscriber } = await subscriberOf(alan)
    const statuses: number[] = []
    for (let n = 0; n <= HEAVY; n++)
      statuses.push((await alan.fetch(`/api/mvno/diagnostics/${subscriber}`)).status)
    expect(statuses).toEqual([...Array.from({ length: HEAVY }, () => 200), 429])
  })
})

describe('readiness', () => {
  it('tells strangers whether, and the operator what', async () => {
    const asked = async (headers: Record<string, string> = {}): Promise<unknown> =>
      (await fetch(`${server.url}/api/health/ready`, { headers })).json()
    expect(await asked()).toEqual({ status: 'ready' })
    expect(await asked({ Authorization: 'Bearer wrong' })).toEqual({ status: 'ready' })
    expect(await asked({ Authorization: `Bearer ${METRICS_TOKEN}` })).toMatchObject({
      status: 'ready',
      checks: { database: { ok: true } },
      revision: REVISION,
    })
  })
})

describe('what no column can hold', () => {
  it.each([
    '/api/wallet/transactions?cursor=9999999999999999999',
    '/api/bills?cursor=9999999999999999999',
    '/api/wallet/transfer-requests?incoming_cursor=9223372036854775808',
    '/api/wallet/statement?cursor=9999999999999999999',
    '/api/mvno/activity?cursor=999999999999999.9223372036854775808',
  ])('is refused as a cursor: %s', async (path) => {
    expect(await refusal(await ada.fetch(path))).toMatchObject({ status: 400 })
  })

  it('is refused as a position to wait for', async () => {
    const response = await ada.fetch('/api/wallet', { headers: { 'Ledger-Min-Position': '9'.repeat(19) } })
    expect(await refusal(response)).toMatchObject({ status: 400, code: 'invalid_position' })
  })

  it.each(['\ud800', 'a\udc00b'])('is refused as a message: %j', async (message) => {
    const before = await walletOf(ada, (await server.ledger.store.head()).toString())
    const body = { to_user_identifier: 'grace', currency: 'USD', amount: '1.00', message }
    expect(await refusal(await ada.post('/api/wallet/transfer', body))).toMatchObject({ status: 400 })
    expect((await walletOf(ada)).usd).toBe(before.usd)
  })
})

describe('an answer that was kept for a repeated request', () => {
  const after = (days: number) => () => new Date(Date.now() + days * 86_400_000)
  const kept = async (key: string): Promise<unknown> => {
    const { rows } = await server.pool.query(
      'select response, position from app.idempotency_key where key = $1',
      [key],
    )
    return rows[0]
  }

  it('is forgotten after a month, and the request still moves nothing a second time', async () => {
    const [key, body] = [randomUUID(), { to_user_identifier: 'ada', currency: 'USD', amount: '2.00' }]
    const receipt = await sends(grace, body, keyed(key))
    const refused = randomUUID()
    await refusal(await grace.post('/api/wallet/transfer', tooMuch('ada'), keyed(refused)))

    await forgetAnswers({ pool: server.pool, clock: after(29) })()
    expect(await kept(key)).toMatchObject({ response: { recipient: { handle: 'ada' } } })
    await forgetAnswers({ pool: server.pool, clock: after(31) })()
    expect(await kept(key)).toMatchObject({ response: null })
    expect(await kept(refused)).toMatchObject({ response: { code: 'insufficient_funds' } })

    const before = await walletOf(grace, receipt.position)
    const again = await grace.post('/api/wallet/transfer', body, keyed(key))
    expect(again.status).toBe(201)
    expect(again.headers.get(POSITION_HEADER)).toBe(receipt.position)
    expect(await again.json()).toMatchObject({ transfer_id: receipt.transfer_id })
    expect((await walletOf(grace)).usd).toBe(before.usd)
    expect(
      await refusal(await grace.post('/api/wallet/transfer', tooMuch('ada'), keyed(refused))),
    ).toMatchObject({ code: 'insufficient_funds' })
  })
})

describe('the auditor’s terminal', () => {
  it('is not commanded by what stands in a command line or in the log', async () => {
    let printed = ''
    const exit = await runLedger(['trace', '\u001b[2J'], {
      env: { DATABASE_URL: server.ownerUrl },
      out: async (text) => void (printed += text),
      error: (text) => void (printed += text),
      isWatched: false,
    })
    expect(exit).not.toBe(0)
    expect(printed).not.toContain('\u001b')
  })
})
