/**
 * Sends some thousand requests to an API whose handler does nothing, and prints how many bytes each leaves behind after
 * the young generation has been collected, as it is under load. Run with `--expose-gc`, and with an
 * `--initial-old-space-size` so large that the old generation is not collected too.
 */
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { getHeapSpaceStatistics } from 'node:v8'
import pino from 'pino'
import { operations } from '../../api/contract/operations.ts'
import { createApp } from '../../api/http/app.ts'
import { createMetrics } from '../../api/http/metrics.ts'
import { createApiRouter, registerOperation } from '../../api/http/operation.ts'
import { reply } from '../../api/http/reply.ts'
import type { Sessions } from '../../api/http/sessions.ts'

const WARM_UP = 4_000
const REQUESTS = 4_000
/** Requests between two collections. */
const AT_ONCE = 100

let asked = 0
let answered = 0

const never = () => Promise.reject(new Error('Nobody signs in here'))
const free = async () => {}
const sessions: Sessions = {
  cookieName: 'session',
  install: () => (_ctx, next) => next(),
  enter: async (ctx, _changes, work) => {
    ctx.state.memberId = `member ${(asked += 1) % AT_ONCE}`
    await work()
  },
  start: () => '',
  presented: () => undefined,
  isUndated: () => false,
  hash: () => undefined,
  signedInWith: () => undefined,
  proven: () => null,
  signIn: never,
  signOut: () => {},
  invalidateOf: () => {},
  purge: async () => 0,
}

const api = createApiRouter({
  logReaches: async () => true,
  behindMs: async () => 0,
  publicUrl: 'https://youtility.example',
  limits: {
    address: free,
    signIn: free,
    money: free,
    lookup: free,
    heavy: free,
    loop: (_member, work) => work(),
  },
  sessions,
  tokens: { use: async () => undefined },
  freshSignIn: {
    freshAt: () => null,
    isFresh: () => true,
    isProven: () => true,
    confirm: free,
    refuse: never,
    orRefuse: never,
    record: free,
  },
  idempotent: (_operation, handler) => handler,
  checkResponses: false,
})
registerOperation(api, operations.getNotificationCounts, () =>
  reply({ unread: 0, waiting: 0 }, { asOf: new Date(0) }),
)
const listener = createApp({
  log: pino({ level: 'silent' }),
  api,
  sessions,
  metrics: createMetrics({ token: null, open: false, openStreams: () => 0 }),
  checks: { ready: {}, health: {}, revision: null },
  trustProxy: [],
  staticDir: '/nowhere',
})

const socket = new Socket()
const { path } = operations.getNotificationCounts

const ask = (): void => {
  const req = new IncomingMessage(socket)
  Object.assign(req, { method: 'GET', url: path, headers: { host: 'youtility.example' } })
  const res = new ServerResponse(req)
  const end = res.end.bind(res)
  Object.assign(res, {
    end: (body: string) => {
      if (res.statusCode === 200) answered += 1
      return end(body)
    },
  })
  listener(req, res)
}

const askMany = async (count: number): Promise<void> => {
  for (let left = count; left > 0; left -= AT_ONCE) {
    for (let n = 0; n < AT_ONCE; n += 1) ask()
    await setImmediate()
    // Twice: objects that survive two collections move to the old generation.
    globalThis.gc?.({ type: 'minor' })
    globalThis.gc?.({ type: 'minor' })
  }
}

const usedBytes = (): number =>
  getHeapSpaceStatistics().reduce((sum, { space_used_size: used }) => sum + used, 0)

await askMany(WARM_UP)
const before = usedBytes()
await askMany(REQUESTS)
const bytesEach = (usedBytes() - before) / REQUESTS
if (answered !== WARM_UP + REQUESTS) throw new Error(`${answered} requests were answered`)
console.log(bytesEach)
