import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ErrorBody } from '../../../api/contract/errors.ts'
import { operations } from '../../../api/contract/operations.ts'
import { giveEverything } from '../../support/belongings.ts'
import { openBrowser } from '../../support/browser.ts'
import { hostileRequests, type FuzzedOperation, type HostileRequest } from '../../support/hostile-requests.ts'
import { eventually } from '../../support/read-models.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

/** `npm run test:long` sends each operation a thousand requests, with another seed each time. */
const LONG = process.env['TEST_LONG'] === '1'
const TIMES = Number(process.env['FUZZ_TIMES'] ?? (LONG ? 1_000 : 8))
const SEED = Number(process.env['FUZZ_SEED'] ?? (LONG ? randomInt(2 ** 31) : 20_261_122))
const AT_ONCE = 4

type Member = Awaited<ReturnType<TestServer['signIn']>>

let server: TestServer
let grace: Member
let fuzzed: FuzzedOperation[] = []
beforeAll(async () => {
  server = await startTestServer({ env: { SANDBOX_MINUTE_SECONDS: '1', LOG_LEVEL: 'error' } })
  const [ada, alan] = [await server.signIn('ada'), await server.signIn('alan')]
  grace = await server.signIn('grace')
  const hers = await giveEverything(server, ada, alan)
  const document: unknown = await (await grace.fetch('/api/openapi.json')).json()
  fuzzed = hostileRequests(document, [...Object.values(hers), grace.id])
}, 120_000)
afterAll(() => server?.stop())

type Visitor = Pick<Member, 'fetch'>

const send = async (
  member: Visitor,
  request: HostileRequest,
  mayAskAgain = true,
): Promise<{ status: number; text: string }> => {
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
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') === true
  if (isStream) await response.body?.cancel()
  return { status: response.status, text: isStream ? '' : await response.text() }
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
      const suspects: (() => Promise<void>)[] = []
      const queue = fuzzed.flatMap(({ id, forMembers, statuses, requests }, place) =>
        fc
          .sample(requests, { seed: SEED + place, numRuns: TIMES })
          .map((request) => ({ id, member: forMembers ? grace : visitor, statuses, request })),
      )
      const worker = async () => {
        for (let next = queue.pop(); next; next = queue.pop()) {
          const { id, member, statuses, request } = next
          const name = `${id} ${JSON.stringify(request).slice(0, 300)}`
          const before = await server.ledger.store.head()
          const { status, text } = await send(member, request)
          const isDescribed = status === 431 || statuses.includes(String(status))
          const fault = faultOf(status, text) ?? (isDescribed ? undefined : `openapi.json knows no ${status}`)
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

  it('leave the member signed in and the ledger in order', async () => {
    expect((await grace.fetch('/api/users/me')).status).toBe(200)
    await server.check({ idle: false })
  })
})
