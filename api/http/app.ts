import type { RequestListener } from 'node:http'
import Koa from 'koa'
import compress from 'koa-compress'
import { accessLog } from './access-log.ts'
import { clientAddress, type TrustedProxies } from './client-address.ts'
import type { AppMiddleware, RequestState } from './context.ts'
import { errorAnswers } from './error-answers.ts'
import { registerHealth, type HealthChecks } from './health.ts'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'
import { apiNotFound } from './not-found.ts'
import { serveOpenApi } from './openapi.ts'
import type { ApiRouter } from './operation.ts'
import { addressKey } from './rate-limits.ts'
import { sameOrigin } from './same-origin.ts'
import { securityHeaders } from './security-headers.ts'
import type { Sessions } from './sessions.ts'
import { staticFiles } from './static.ts'

interface AppDependencies {
  readonly log: Logger
  /** With every operation registered. */
  readonly api: ApiRouter
  readonly sessions: Sessions
  readonly metrics: Metrics
  readonly checks: HealthChecks
  /** Proxies of ours, whose X-Forwarded-For is true. */
  readonly trustProxy: TrustedProxies
  /** Pages may load Stripe's card form. */
  readonly stripe?: boolean
  /** Folder of the built web app. */
  readonly staticDir: string
  /** Parts that answer requests of their own, such as the development identity provider. */
  readonly mounts?: readonly AppMiddleware[]
}

/** Applies `middleware` to the API only. */
const underApi =
  (middleware: AppMiddleware): AppMiddleware =>
  (ctx, next) =>
    ctx.path.startsWith('/api/') ? middleware(ctx, next) : next()

const limitAddress =
  (api: ApiRouter): AppMiddleware =>
  async (ctx, next) => {
    await api.limits.address(addressKey(ctx.ip))
    return next()
  }

/** The caller went away before the answer was out: closed a tab, left a page. Nothing of ours failed. */
const hungUp = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'].includes(String(error.code))

/** Composes the HTTP house, from the outside in. The result handles requests of a `node:http` server. */
export const createApp = (deps: AppDependencies): RequestListener => {
  const { api, sessions } = deps
  registerHealth(api, deps.checks, deps.metrics.isOperator)
  const app = new Koa<RequestState>()
  app.on('error', (error: unknown) => {
    if (hungUp(error)) deps.log.debug({ err: error }, 'caller hung up')
    else deps.log.error({ err: error }, 'response failed')
  })

  app.use(clientAddress(deps.trustProxy))
  app.use(accessLog(deps.log))
  app.use(deps.metrics.measure)
  app.use(securityHeaders({ https: api.publicUrl.startsWith('https:'), stripe: deps.stripe ?? false }))
  app.use(errorAnswers)
  app.use(deps.metrics.serve)
  app.use(limitAddress(api))
  app.use(sameOrigin(api.publicUrl))
  for (const mount of deps.mounts ?? []) app.use(mount)
  app.use(underApi(compress({ threshold: 1024, br: {}, gzip: {}, zstd: false, deflate: false })))
  app.use(underApi(serveOpenApi(sessions.cookieName, api.publicUrl)))
  app.use(underApi(sessions.install(app)))
  app.use(api.routes.routes())
  app.use(underApi(apiNotFound(api)))
  app.use(staticFiles(deps.staticDir))
  const handle = app.callback()
  return (req, res) => {
    // Koa answers its own failures; the promise never rejects.
    void handle(req, res)
  }
}
