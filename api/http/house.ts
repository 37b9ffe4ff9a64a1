import { randomUUID } from 'node:crypto'
import { createAnswering } from './answer.ts'
import { createClientAddress, type TrustedProxies } from './client-address.ts'
import type { Answer, AppContext, AppMiddleware, RequestState } from './context.ts'
import { errorAnswer } from './errors.ts'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'
import { addressKey, type RateLimit } from './rate-limits.ts'
import { assertSameOrigin } from './same-origin.ts'

interface HouseOptions {
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'observe'>
  /** Proxies of ours, whose X-Forwarded-For is true. */
  readonly trustProxy: TrustedProxies
  /** Of all requests of an address. */
  readonly limit: RateLimit
  /** Origin that members see. */
  readonly publicUrl: string
  /** Headers of every answer, names and values in turns. */
  readonly headers: readonly string[]
  /** Something broke while an answer was written. */
  readonly onFailed: (error: unknown) => void
}

/** Does what a request asks for, after which `ctx.state.answer` is its answer; null: Koa writes what is on `ctx`. */
type Work = (ctx: AppContext) => unknown

/** Lets a request in, has its work done, answers it, counts it and logs it. Never rejects. */
type House = (ctx: AppContext, work: Work) => Promise<void>

/** A caller's or proxy's own request id, when it is harmless. */
const REQUEST_ID = /^[\w-]{8,64}$/

const requestIdOf = (ctx: AppContext): string => {
  const given = ctx.req.headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

/** Most requests log nothing of their own. */
class StateOfRequest implements RequestState {
  readonly requestId: string
  memberId = null
  answer = null
  readonly #log: Logger
  #own: Logger | undefined
  constructor(log: Logger, requestId: string) {
    this.requestId = requestId
    this.#log = log
  }
  // Not a getter of an object literal: V8 makes a hidden class for each of those, which keeps its request in memory
  // until the next whole collection.
  get log(): Logger {
    return (this.#own ??= this.#log.child({ requestId: this.requestId }))
  }
}

/** Turns whatever is thrown into the error format; what is our fault is logged with its cause. */
const refusalOf = ({ state, res }: AppContext, error: unknown): Answer => {
  const { status, body, headers } = errorAnswer(error)
  if (status >= 500) state.log.error({ err: error, status, code: body.code }, 'failed')
  // Of a file that could not be sent.
  if (!res.headersSent) res.removeHeader('Content-Encoding')
  return {
    status,
    headers: [
      'Cache-Control',
      'no-store',
      'Content-Type',
      'application/json; charset=utf-8',
      ...Object.entries(headers).flat(),
    ],
    body: JSON.stringify(body),
  }
}

/**
 * What every request passes, whatever it asks for, in one function instead of a stack: an id (echoed as `X-Request-Id`),
 * the address it comes from and its limit, its origin, one format for all errors, one line in the log when it is done:
 * route pattern, status, duration. No path, query, address, name or token: they are personal or secret.
 */
export const createHouse = (options: HouseOptions): House => {
  const { log, metrics, limit, publicUrl, onFailed } = options
  const addressOf = createClientAddress(options.trustProxy)
  const write = createAnswering(options.headers, onFailed)

  const record = (ctx: AppContext, ms: number): void => {
    const { route = 'unmatched', requestId } = ctx.state
    metrics.observe({ method: ctx.method, route, status: ctx.status }, ms / 1_000)
    const level = ctx.status >= 500 ? 'warn' : 'info'
    if (log.isLevelEnabled(level))
      log[level](
        { requestId, method: ctx.method, route, status: ctx.status, ms: Math.round(ms * 10) / 10 },
        'answered',
      )
  }

  return async (ctx, work) => {
    const startedAt = performance.now()
    ctx.state = new StateOfRequest(log, requestIdOf(ctx))
    ctx.request.ip = addressOf(ctx.req.socket.remoteAddress ?? '', ctx.get('X-Forwarded-For'))
    try {
      await limit(addressKey(ctx.ip))
      assertSameOrigin(ctx, publicUrl)
      await work(ctx)
    } catch (error) {
      ctx.state.answer = refusalOf(ctx, error)
    }
    try {
      if (ctx.state.answer) await write(ctx, ctx.state.answer)
    } catch (error) {
      onFailed(error)
      ctx.res.destroy()
    }
    record(ctx, performance.now() - startedAt)
  }
}

/** The house as the outermost of Koa's middlewares, for what answers through Koa itself. */
export const asMiddleware =
  (house: House, headers: readonly string[]): AppMiddleware =>
  (ctx, next) =>
    house(ctx, () => {
      const { res } = ctx
      res.setHeader('X-Request-Id', ctx.state.requestId)
      for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at] ?? '', headers[at + 1] ?? '')
      return next()
    })
