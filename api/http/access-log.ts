import { randomUUID } from 'node:crypto'
import type { AppMiddleware } from './context.ts'
import type { Logger } from './logger.ts'

/** A caller's or proxy's own request id, when it is harmless. */
const REQUEST_ID = /^[\w-]{8,64}$/

/**
 * Gives every request an id (echoed as `X-Request-Id`) and writes one line when it is answered: route
 * pattern, status, duration. No path, query, address, name or token: they are personal or secret.
 */
export const accessLog =
  (log: Logger): AppMiddleware =>
  async (ctx, next) => {
    const startedAt = performance.now()
    const given = ctx.get('X-Request-Id')
    const requestId = REQUEST_ID.test(given) ? given : randomUUID()
    ctx.state.requestId = requestId
    ctx.state.log = log.child({ requestId })
    ctx.state.memberId = null
    ctx.res.setHeader('X-Request-Id', requestId)
    await next()
    const line = {
      method: ctx.method,
      route: ctx.state.route ?? 'unmatched',
      status: ctx.status,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
    }
    if (ctx.status >= 500) ctx.state.log.warn(line, 'answered')
    else ctx.state.log.info(line, 'answered')
  }
