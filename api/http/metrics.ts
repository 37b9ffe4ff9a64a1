import { timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { AppContext, AppMiddleware } from './context.ts'
import { HttpError } from './errors.ts'

export interface Metrics {
  /** Where other parts register their own. */
  readonly registry: Registry
  /** Counts a request that took so long. */
  readonly observe: (
    request: { readonly method: string; readonly route: string; readonly status: number },
    seconds: number,
  ) => void
  /** Whether the request shows the operator's token; everybody's where no token is asked for. */
  readonly isOperator: (ctx: AppContext) => boolean
  /** Answers `GET /metrics` in Prometheus' text format. */
  readonly serve: AppMiddleware
}

interface MetricsOptions {
  /** Bearer token to ask for; null: anyone may read, or nobody when `open` is false. */
  readonly token: string | null
  readonly open: boolean
  /** How many pages are told of what is new right now. */
  readonly openStreams: () => number
}

/**
 * How often the event loop is looked at for its lag. Each look is a timer that wakes the process; at 10 ms, the default,
 * these were most of what a server did that nobody asked anything. The figures of the lag contain the time between two.
 */
const LOOP_LOOKS_MS = 100

const equal = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Metrics of this process: Node's own, and how long requests took by method, route and status. */
export const createMetrics = ({ token, open, openStreams }: MetricsOptions): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_LOOKS_MS })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its handling',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const streams: Gauge = new Gauge({
    name: 'live_streams_open',
    help: 'Open streams of what is new (GET /api/stream) of this process',
    collect: () => streams.set(openStreams()),
    registers: [registry],
  })
  const isOperator: Metrics['isOperator'] = (ctx) =>
    token === null ? open : equal(ctx.get('Authorization'), `Bearer ${token}`)
  return {
    registry,
    isOperator,
    observe: (request, seconds) => duration.observe(request, seconds),
    serve: async (ctx, next) => {
      if (ctx.path !== '/metrics') return next()
      ctx.state.route = '/metrics'
      if (!isOperator(ctx)) throw new HttpError(404, 'not_found', 'There is nothing at this address.')
      ctx.set({ 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' })
      ctx.body = await registry.metrics()
      return undefined
    },
  }
}
