import { timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { AppContext, AppMiddleware } from './context.ts'
import { HttpError } from './errors.ts'

export interface Metrics {
  /** For the metrics of other parts. */
  readonly registry: Registry
  /** Records the duration of a request. */
  readonly observe: (
    request: { readonly method: string; readonly route: string; readonly status: number },
    seconds: number,
  ) => void
  /** Counts a refusal by its code. */
  readonly refuse: (code: string) => void
  /** Whether the request carries the operator's token; without a configured token, `open`. */
  readonly isOperator: (ctx: AppContext) => boolean
  /** Answers `GET /metrics` in Prometheus' text format. */
  readonly serve: AppMiddleware
}

interface MetricsOptions {
  /** Required bearer token; null: anyone may read, or nobody when `open` is false. */
  readonly token: string | null
  readonly open: boolean
  /** Number of open streams of live updates. */
  readonly openStreams: () => number
}

/**
 * Sampling interval of the event loop's lag, in ms. Each sample is a timer that wakes the process; at the default of 10
 * ms they were most of an idle server's work. The reported lag includes the interval.
 */
const LOOP_LOOKS_MS = 100

const equal = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Metrics of this process: Node's own, and the duration of requests by method, route and status. */
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
  const refusals = new Counter({
    name: 'http_refusals_total',
    help: 'Requests that were refused or failed, by the code of the answer',
    labelNames: ['code'],
    registers: [registry],
  })
  const isOperator: Metrics['isOperator'] = (ctx) =>
    token === null ? open : equal(ctx.get('Authorization'), `Bearer ${token}`)
  return {
    registry,
    isOperator,
    refuse: (code) => refusals.inc({ code }),
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
