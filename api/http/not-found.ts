import type { AppMiddleware } from './context.ts'
import { HttpError } from './errors.ts'
import type { ApiRouter } from './operation.ts'

/** Answers calls without an operation: 405 naming the allowed methods where the path exists, else 404. */
export const apiNotFound =
  ({ routes }: ApiRouter): AppMiddleware =>
  (ctx) => {
    const methods = new Set(routes.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods))
    if (methods.size === 0) throw new HttpError(404, 'not_found', 'There is nothing at this address.')
    const allow = [...methods, 'OPTIONS'].join(', ')
    if (ctx.method === 'OPTIONS') {
      ctx.set('Allow', allow)
      ctx.status = 204
      return
    }
    throw new HttpError(405, 'method_not_allowed', `${ctx.method} is not possible here.`, {
      headers: { Allow: allow },
    })
  }
