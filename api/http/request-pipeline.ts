import { randomUUID } from 'node:crypto'
import { traced, tracedChannel } from '../../events/store/tracing.ts'
import { createAnswering } from './answer.ts'
import { createClientAddress, createUntrustedProxy, type TrustedProxies } from '../config/client-address.ts'
import type { Answer, AppContext, AppMiddleware, RequestState } from './context.ts'
import { discardBody } from './discard.ts'
import { errorAnswer } from './errors.ts'
import type { Logger } from '../logging/logger.ts'
import type { Metrics } from './metrics.ts'
import { addressKey, type RateLimit } from './rate-limits.ts'
import { assertSameOrigin } from './same-origin.ts'

interface RequestPipelineOptions {
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'observe' | 'refuse'>
  /** Our own proxies, whose X-Forwarded-For is trusted. */
  readonly trustProxy: TrustedProxies
  /** Limit on all requests of an address. */
  readonly limit: RateLimit
  /** Origin that members see. */
  readonly publicUrl: string
  /** Headers of every answer, alternating names and values. */
  readonly headers: readonly string[]
  /** Called with errors that occur while an answer is written. */
  readonly onFailed: (error: unknown) => void
}

/** Handles a request and sets `ctx.state.answer`; while that is null, Koa writes what is on `ctx`. */
type Work = (ctx: AppContext) => unknown

/** Admits a request, runs its work, writes its answer, counts and logs it. Never rejects. */
type RequestPipeline = (ctx: AppContext, work: Work) => Promise<void>

/** Requests from their arrival until their answer is written, for traces. */
export const requestTraces = tracedChannel<{ readonly ctx: AppContext }>('request')

/** Request ids of callers or proxies that are safe to log and echo. */
const REQUEST_ID = /^[\w-]{8,64}$/

const requestIdOf = (ctx: AppContext): string => {
  const given = ctx.req.headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

const PROBES = '/api/health'
const READY = `${PROBES}/ready`

/** The request's logger is created on first use, since most requests log nothing of their own. */
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
  // Not a getter of an object literal: V8 creates a hidden class for each of those, which retains its request in memory
  // until the next full garbage collection.
  get log(): Logger {
    return (this.#own ??= this.#log.child({ requestId: this.requestId }))
  }
}

/** Converts anything thrown into the error format; failures of ours are logged with their cause. */
const refusalOf = ({ state, res }: AppContext, error: unknown): Answer => {
  const { status, body, headers } = errorAnswer(error, state.requestId)
  state.refusedWith = body.code
  if (status >= 500) state.log.error({ err: error, status, code: body.code }, 'failed')
  // Set for a file that then could not be sent.
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
 * The steps of every request, in one function instead of a middleware stack: request id (echoed as `X-Request-Id`),
 * client address and its limit, origin check, one format for all errors, and one log line at the end with route
 * pattern, status and duration. No path, query, address, name or token is logged: they are personal or secret.
 */
export const createRequestPipeline = (options: RequestPipelineOptions): RequestPipeline => {
  const { log, metrics, limit, publicUrl, onFailed } = options
  const addressOf = createClientAddress(options.trustProxy)
  const untrustedProxy = createUntrustedProxy(options.trustProxy)
  const write = createAnswering(options.headers, onFailed)

  let warned = false
  /** Once: nothing else shows that all members share the limits of one address. */
  const warnOfProxy = (ctx: AppContext): void => {
    const proxy = untrustedProxy(ctx.req.socket.remoteAddress ?? '', ctx.get('X-Forwarded-For'))
    if (proxy === null) return
    warned = true
    ctx.state.log.warn(
      { proxy },
      'A proxy is not believed, so all who come through it share one address and its limits: name it in TRUST_PROXY',
    )
  }

  const record = (ctx: AppContext, ms: number): void => {
    const { route = 'unmatched', requestId, refusedWith } = ctx.state
    metrics.observe({ method: ctx.method, route, status: ctx.status }, ms / 1_000)
    if (refusedWith !== undefined) metrics.refuse(refusedWith)
    // Probes ask every few seconds; when their answer changes, that has a line of its own.
    const level = route.startsWith(PROBES) ? 'debug' : ctx.status >= 500 ? 'warn' : 'info'
    if (log.isLevelEnabled(level))
      log[level](
        { requestId, method: ctx.method, route, status: ctx.status, ms: Math.round(ms * 10) / 10 },
        'answered',
      )
  }

  const handle: RequestPipeline = async (ctx, work) => {
    const startedAt = performance.now()
    ctx.state = new StateOfRequest(log, requestIdOf(ctx))
    if (!warned) warnOfProxy(ctx)
    ctx.request.ip = addressOf(ctx.req.socket.remoteAddress ?? '', ctx.get('X-Forwarded-For'))
    try {
      // A proxy asks from the address that its members' requests may seem to come from.
      if (ctx.path !== READY) await limit(addressKey(ctx.ip))
      assertSameOrigin(ctx, publicUrl)
      await work(ctx)
    } catch (error) {
      ctx.state.answer = refusalOf(ctx, error)
    }
    discardBody(ctx.req)
    try {
      if (ctx.state.answer) await write(ctx, ctx.state.answer)
    } catch (error) {
      onFailed(error)
      ctx.res.destroy()
    }
    record(ctx, performance.now() - startedAt)
  }
  return (ctx, work) =>
    traced(
      requestTraces,
      () => ({ ctx }),
      () => handle(ctx, work),
    )
}

/** The pipeline as Koa's outermost middleware, for answers that Koa writes itself. */
export const asMiddleware =
  (pipeline: RequestPipeline, headers: readonly string[]): AppMiddleware =>
  (ctx, next) =>
    pipeline(ctx, () => {
      const { res } = ctx
      res.setHeader('X-Request-Id', ctx.state.requestId)
      for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at] ?? '', headers[at + 1] ?? '')
      return next()
    })
