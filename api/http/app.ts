import type { RequestListener } from 'node:http'
import Koa from 'koa'
import { hasCode } from '../../events/thrown.ts'
import type { TrustedProxies } from '../config/client-address.ts'
import type { AppMiddleware, RequestState } from './context.ts'
import { registerHealth, type HealthQuestions } from './health.ts'
import { asMiddleware, createRequestPipeline } from './request-pipeline.ts'
import type { Logger } from '../logging/logger.ts'
import type { Metrics } from './metrics.ts'
import { withoutOperation } from './not-found.ts'
import { serveOpenApi } from './openapi.ts'
import type { ApiRouter } from './operation.ts'
import { securityHeaders } from './security-headers.ts'
import type { Sessions } from './sessions.ts'
import { staticFiles } from './static.ts'

interface AppDependencies {
  readonly log: Logger
  /** With all operations registered. */
  readonly api: ApiRouter
  readonly sessions: Sessions
  readonly metrics: Metrics
  readonly checks: HealthQuestions
  /** Our own proxies, whose X-Forwarded-For is trusted. */
  readonly trustProxy: TrustedProxies
  /** Pages may load Stripe's card form. */
  readonly stripe?: boolean
  /** Folder of the built web app. */
  readonly staticDir: string
  /** Middlewares that answer requests themselves, such as the development identity provider. */
  readonly mounts?: readonly AppMiddleware[]
}

/** The caller closed the connection before the answer was written, for example by closing a tab; not our failure. */
const hungUp = (error: unknown): boolean =>
  hasCode(error, 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE')

const pathOf = (url = ''): string => {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/**
 * Composes the HTTP layers, from the outside in. The result handles requests of a `node:http` server. Calls on fixed
 * paths, which nearly all are, go straight to their operation; all others go through Koa's stack. See
 * docs/decisions/0160-a-short-way-in.md.
 */
export const createApp = (deps: AppDependencies): RequestListener => {
  const { api, log, metrics } = deps
  registerHealth(api, deps.checks, metrics.isOperator)
  const app = new Koa<RequestState>()
  const onFailed = (error: unknown): void => {
    if (hungUp(error)) log.debug({ err: error }, 'caller hung up')
    else log.error({ err: error }, 'response failed')
  }
  app.on('error', onFailed)
  deps.sessions.install(app)

  const headers = securityHeaders({
    https: api.publicUrl.startsWith('https:'),
    stripe: deps.stripe ?? false,
  })
  const { trustProxy } = deps
  const { publicUrl, limits } = api
  const pipeline = createRequestPipeline({
    log,
    metrics,
    trustProxy,
    limit: limits.address,
    publicUrl,
    headers,
    onFailed,
  })

  app.use(asMiddleware(pipeline, headers))
  app.use(metrics.serve)
  for (const mount of deps.mounts ?? []) app.use(mount)
  app.use(serveOpenApi(deps.sessions.cookieName, publicUrl))
  app.use(api.routes.routes())
  app.use(withoutOperation(api))
  app.use(staticFiles(deps.staticDir))
  const handle = app.callback()
  return (req, res) => {
    const serve = api.fixed.get(`${req.method} ${pathOf(req.url)}`)
    // Neither rejects: the pipeline and Koa handle their own failures.
    if (serve) void pipeline(app.createContext<RequestState>(req, res), serve)
    else void handle(req, res)
  }
}
