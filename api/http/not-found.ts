import type { Router } from '@koa/router'
import type { AppMiddleware, RequestState } from './context.ts'
import { HttpError } from './errors.ts'

/**
 * The methods of an address, and of no other that its placeholders would also fit: `/api/bills/settings` takes what is
 * registered for it, not what is for `/api/bills/{id}`. Empty: there is no such address.
 */
const methodsAt = (routes: Router<RequestState>, path: string): ReadonlySet<string> => {
  const layers = routes.match(path, '').path
  const placeholders = Math.min(...layers.map(({ paramNames }) => paramNames.length))
  return new Set(
    layers.filter(({ paramNames }) => paramNames.length === placeholders).flatMap(({ methods }) => methods),
  )
}

const isUnderApi = (path: string): boolean => path.startsWith('/api/')

const allowing = (methods: ReadonlySet<string>): string => [...methods, 'OPTIONS'].join(', ')

export const methodNotAllowed = (method: string, methods: ReadonlySet<string>): HttpError =>
  new HttpError(405, 'method_not_allowed', `${method} is not possible here.`, {
    headers: { Allow: allowing(methods) },
  })

/**
 * Refuses a method that only an operation with placeholders has, where a fixed address was meant.
 * @throws {HttpError} 405 naming the allowed methods
 */
export const assertMethod = (routes: Router<RequestState>, path: string, method: string): void => {
  const methods = methodsAt(routes, path)
  if (methods.size === 0 || methods.has(method)) return
  throw methodNotAllowed(method, methods)
}

/**
 * Answers calls without an operation: 405 naming the allowed methods where one has the address, with other methods; else
 * 404 below /api, where there is nothing but operations.
 */
export const withoutOperation =
  ({ routes }: { readonly routes: Router<RequestState> }): AppMiddleware =>
  (ctx, next) => {
    const methods = methodsAt(routes, ctx.path)
    if (methods.size === 0) {
      if (isUnderApi(ctx.path)) throw new HttpError(404, 'not_found', 'There is nothing at this address.')
      return next()
    }
    if (ctx.method === 'OPTIONS') {
      ctx.set('Allow', allowing(methods))
      ctx.status = 204
      return undefined
    }
    return assertMethod(routes, ctx.path, ctx.method)
  }
