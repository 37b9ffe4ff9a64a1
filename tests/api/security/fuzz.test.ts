import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { ErrorBody } from '../../../api/contract/errors.ts'
import { IDEMPOTENCY_KEY_HEADER } from '../../../api/contract/operation.ts'
import { operations } from '../../../api/contract/operations.ts'
import { newId } from '../../../events/ids.ts'
import { usd } from '../../../events/money.ts'
import { giveEverything } from '../../support/belongings.ts'
import { openBrowser } from '../../support/browser.ts'
import { hostileRequests, type FuzzedOperation, type HostileRequest } from '../../support/hostile-requests.ts'
import { extremeRequests, type ExtremeRequests } from '../../support/extreme-requests.ts'
import { eventually } from '../../support/read-models.ts'
import { type Member, signedIn, testServer } from '../../support/test-server.ts'

/** `npm run test:long` sends each operation a thousand requests, with another seed each time. */
const LONG = process.env['TEST_LONG'] === '1'
const TIMES = Number(process.env['FUZZ_TIMES'] ?? (LONG ? 1_000 : 8))
const SEED = Number(process.env['FUZZ_SEED'] ?? (LONG ? randomInt(2 ** 31) : 20_261_122))
const AT_ONCE = 4

let fuzzed: FuzzedOperation[] = []
let extremes: ExtremeRequests[] = []
const server = testServer({ env: { SANDBOX_MINUTE_SECONDS: '1', LOG_LEVEL: 'error' } })
const ada = signedIn(server, 'ada')
const alan = signedIn(server, 'alan')
const grace = signedIn(server, 'grace')
beforeAll(async () => {
  const hers = await giveEverything(server, ada, alan)
  const document: unknown = await (await grace.fetch('/api/openapi.json')).json()
  fuzzed = hostileRequests(document, [...Object.values(hers), grace.id])
  extremes = extremeRequests(document, [...Object.values(hers), grace.id])
}, 120_000)

type Visitor = Pick<Member, 'fetch'>

const send = async (
  member: Visitor,
  request: HostileRequest,
  mayAskAgain = true,
): Promise<{ status: number; text: string; type: string | undefined }> => {
  const { method, target, headers, body } = request
  const response = await member.fetch(target, {
    method,
    headers: { ...headers },
    ...(body !== undefined && method !== 'GET' && { body }),
  })
  const retryAfter = response.headers.get('Retry-After')
  if (response.status === 503 && retryAfter !== null && mayAskAgain) {
    // A machine that stalls for seconds makes a statement time out. A fault of the request itself occurs again.
    await sleep(Number(retryAfter) * 1_000)
    return send(member, request, false)
  }
  // A stream never ends by itself.
  const type = response.headers.get('Content-Type')?.split(';')[0]
  const isStream = type === 'text/event-stream'
  if (isStream) await response.body?.cancel()
  return { status: response.status, text: isStream ? '' : await response.text(), type }
}

const isRefusal = (text: string): boolean => {
  try {
    return ErrorBody.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

/** What is wrong with an answer, if anything. */
const faultOf = (status: number, text: string): string | undefined => {
  if (status >= 500) return `${status} ${text}`
  // 431: Node itself refuses a longer address than any route has.
  if (status < 400 || status === 431) return undefined
  if (!isRefusal(text)) return `no refusal for people: ${status} ${text.slice(0, 200)}`
  if (/node_modules|\.ts:\d|\bat \w+ \(/.test(text)) return `tells of our code: ${text.slice(0, 200)}`
  return undefined
}

/** What of an answer the document does not know, if anything. */
const undescribed = (
  { answers }: Pick<FuzzedOperation, 'answers'>,
  { status, type }: { readonly status: number; readonly type: string | undefined },
): string | undefined => {
  if (status === 431) return undefined
  const types = answers.get(String(status))
  if (types === undefined) return `openapi.json knows no ${status}`
  const isKnown = type === undefined ? types.length === 0 : types.includes(type)
  return isKnown
    ? undefined
    : `openapi.json knows ${status} as ${types.join(', ')}, not as ${type ?? 'nothing'}`
}

type Racer = 'ada' | 'grace'
/** What one member's racing commands act on: a pool, a request for money to answer, an open vote. */
interface RacePlace {
  readonly other: Racer
  readonly pool: string
  readonly asked: string
  readonly vote: string
}
interface RacingRequest {
  readonly method?: 'POST' | 'PUT'
  readonly target: string
  readonly body: object
}
const dollars = (cents: number): string => (cents / 100).toFixed(2)

/** Commands that compete for the same money, stake, pool or answer; `cents` is theirs to use. */
const RACING = {
  sendDollars: (cents, { other }) => ({
    target: '/api/wallet/transfer',
    body: { to_user_identifier: other, currency: 'USD', amount: dollars(cents) },
  }),
  sendTokens: (cents, { other }) => ({
    target: '/api/wallet/transfer',
    body: { to_user_identifier: other, currency: 'YUT', amount: dollars(cents) },
  }),
  stake: (cents) => ({ target: '/api/yut/stake', body: { amount: dollars(cents) } }),
  unstake: (cents) => ({ target: '/api/yut/unstake', body: { amount: dollars(cents) } }),
  claim: () => ({ target: '/api/yut/claim-rewards', body: {} }),
  vote: (cents, { vote }) => ({
    target: '/api/yut/governance/vote',
    body: { proposal_id: vote, vote_type: cents % 2 === 0 ? 'for' : 'against' },
  }),
  contribute: (cents, { pool }) => ({
    target: `/api/investments/pools/${pool}/contributions`,
    body: { amount_cents: cents },
  }),
  withdraw: (cents, { pool }) => ({
    target: `/api/investments/pools/${pool}/withdrawals`,
    body: { amount_cents: cents },
  }),
  closePool: (_cents, { pool }) => ({ target: `/api/investments/pools/${pool}/close`, body: {} }),
  approve: (_cents, { asked }) => ({
    target: `/api/wallet/transfer-requests/${asked}/respond`,
    body: { action: 'approve' },
  }),
  decline: (_cents, { asked }) => ({
    target: `/api/wallet/transfer-requests/${asked}/respond`,
    body: { action: 'decline' },
  }),
  cancelAsked: (_cents, { asked }) => ({
    target: `/api/wallet/transfer-requests/${asked}/cancel`,
    body: {},
  }),
  limit: (cents) => ({
    method: 'PUT',
    target: '/api/wallet/daily-limit',
    body: { limit_usd: dollars(1_000_000 + cents) },
  }),
  payIn: (cents) => ({
    target: '/api/payments/stripe/create-intent',
    body: { amount: 100 + (cents % 10_000), currency: 'usd', payment_method_type: 'card' },
  }),
} as const satisfies Record<string, (cents: number, place: RacePlace) => RacingRequest>
type Racing = keyof typeof RACING
const isRacing = (name: string): name is Racing => name in RACING

const races = fc.array(
  fc.record({
    by: fc.constantFrom<Racer>('ada', 'ada', 'grace'),
    what: fc.constantFrom(...Object.keys(RACING).filter(isRacing)),
    amount: fc.oneof(fc.integer({ min: 100, max: 5_000 }), fc.integer({ min: 20_000, max: 150_000 })),
    copies: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 6, maxLength: 10 },
)
const RACES = Number(process.env['FUZZ_RACES'] ?? (LONG ? 200 : 8))
const JSON_HEADERS = { 'Content-Type': 'application/json' }
const raced = new Map<number, number>()

const made = async (answer: Promise<Response>, field: string): Promise<string> => {
  const body: unknown = await (await answer).json()
  const id: unknown = Reflect.get(Object(body), field)
  if (typeof id !== 'string') throw new Error(`No ${field}: ${JSON.stringify(body)}`)
  return id
}

/** New ones for each round: what an earlier race closed or answered would be refused without a race. */
const racePlaces = async (): Promise<Record<Racer, RacePlace>> => {
  const { proposals } = operations.listProposals.response.parse(
    await (await ada.fetch('/api/yut/governance/proposals')).json(),
  )
  const vote = proposals.find(({ status }) => status === 'open')?.id ?? randomUUID()
  const placeOf = async (member: Member, asker: Member, other: Racer): Promise<RacePlace> => {
    await server.ledger.wallets.execute(
      member.id,
      { type: 'creditDeposit', depositId: newId(), source: 'bank', amount: usd(200_00) },
      { actor: 'test', correlationId: member.id, causationId: member.id, at: new Date().toISOString() },
    )
    const pool = await made(
      member.post('/api/investments/pools', { pool_name: 'Raced', initial_investment_cents: 10_000 }),
      'pool_id',
    )
    const asked = await made(
      asker.post('/api/wallet/request-transfer', { from_user_identifier: member.handle, amount: '5.00' }),
      'request_id',
    )
    return { other, pool, asked, vote }
  }
  return { ada: await placeOf(ada, grace, 'grace'), grace: await placeOf(grace, ada, 'ada') }
}

/** Whether the request is refused (or done, by now) without a new event in the log. */
const leavesTheLog = async (member: Visitor, request: HostileRequest): Promise<boolean> => {
  const before = await server.ledger.store.head()
  const { status } = await send(member, request)
  return status < 400 || (await server.ledger.store.head()) === before
}

describe('hostile requests', () => {
  it(
    'are answered by every operation without a failure of ours, and a refusal appends nothing',
    async () => {
      expect(fuzzed.map(({ id }) => id).toSorted()).toEqual(Object.keys(operations).toSorted())
      const visitor = openBrowser(server.url)
      const faults: string[] = []
      const suspects: (() => Promise<unknown>)[] = []
      const queue = fuzzed.flatMap(({ id, forMembers, answers, requests }, place) =>
        fc
          .sample(requests, { seed: SEED + place, numRuns: TIMES })
          .map((request) => ({ id, member: forMembers ? grace : visitor, answers, request })),
      )
      const worker = async () => {
        for (let next = queue.pop(); next; next = queue.pop()) {
          const { id, member, request } = next
          const name = `${id} ${JSON.stringify(request).slice(0, 300)}`
          const before = await server.ledger.store.head()
          const answer = await send(member, request)
          const { status } = answer
          const fault = faultOf(status, answer.text) ?? undescribed(next, answer)
          if (fault !== undefined) faults.push(`${name} → ${fault}`)
          // Another request, or a process, may have appended it: the request is repeated below.
          else if (status >= 400 && (await server.ledger.store.head()) !== before)
            suspects.push(() =>
              eventually(() => leavesTheLog(member, request), `${name} is refused and appends nothing`),
            )
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      for (const exonerated of suspects) await exonerated()
      const causes = server.logged().match(/.*"msg":"failed".*/g) ?? []
      expect(faults, `FUZZ_SEED=${SEED} ${causes.join('\n')}`).toEqual([])
    },
    60_000 + TIMES * 10_000,
  )

  it(
    'with the extremes of each type in every place are answered without a failure of ours',
    { timeout: 120_000 },
    async () => {
      const visitor = openBrowser(server.url)
      const faults: string[] = []
      const queue = extremes.flatMap(({ forMembers, requests }) =>
        requests.map((request) => ({ member: forMembers ? grace : visitor, request })),
      )
      // Else the walk has found no parts.
      expect(queue.length).toBeGreaterThan(2_000)
      const worker = async () => {
        for (let next = queue.pop(); next; next = queue.pop()) {
          const { status, text } = await send(next.member, next.request)
          const fault = faultOf(status, text)
          if (fault !== undefined) faults.push(`${JSON.stringify(next.request)} → ${fault}`)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      expect(faults).toEqual([])
    },
  )

  it(
    'that race each other, of one member and of two, are all answered, and the same key answers the same',
    async () => {
      const faults: string[] = []
      for (const [round, together] of fc.sample(races, { seed: SEED, numRuns: RACES }).entries()) {
        const places = await racePlaces()
        const sent = await Promise.all(
          together.flatMap(({ by, what, amount, copies }) => {
            const member = by === 'ada' ? ada : grace
            const { method = 'POST', target, body }: RacingRequest = RACING[what](amount, places[by])
            const headers = { ...JSON_HEADERS, [IDEMPOTENCY_KEY_HEADER]: randomUUID() }
            const request = { method, target, headers, body: JSON.stringify(body) }
            // What is set again has no key: its answer says how things are by then.
            const key = method === 'POST' ? headers[IDEMPOTENCY_KEY_HEADER] : null
            return Array.from({ length: copies }, async () => ({
              name: `round ${round}: ${by} ${what}`,
              key,
              ...(await send(member, request)),
            }))
          }),
        )
        const done = new Map<string, string>()
        for (const { name, key, status, text } of sent) {
          const fault = faultOf(status, text)
          if (fault !== undefined) faults.push(`${name} → ${fault}`)
          else raced.set(status, (raced.get(status) ?? 0) + 1)
          if (status >= 300 || key === null) continue
          if ((done.get(key) ?? text) !== text) faults.push(`${name} answers one key in two ways`)
          done.set(key, text)
        }
        await server.check({ idle: false })
      }
      expect(faults, `FUZZ_SEED=${SEED}`).toEqual([])
      // Else the races would be among refusals only.
      const succeeded = [...raced].reduce((sum, [status, count]) => (status < 300 ? sum + count : sum), 0)
      expect(succeeded, JSON.stringify([...raced])).toBeGreaterThan(RACES)
    },
    60_000 + RACES * 20_000,
  )

  it('leave the member signed in and the ledger in order', async () => {
    expect((await grace.fetch('/api/users/me')).status).toBe(200)
    await server.check({ idle: false })
  })
})
