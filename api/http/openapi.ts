import { openApiDocument } from '../openapi/document.ts'
import type { AppMiddleware } from './context.ts'
import { methodNotAllowed } from './not-found.ts'

/** Serves the document at `/api/openapi.json`. */
export const serveOpenApi = (cookieName: string, origin: string): AppMiddleware => {
  let text: string | undefined
  return (ctx, next) => {
    if (ctx.path !== '/api/openapi.json') return next()
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD')
      throw methodNotAllowed(ctx.method, new Set(['GET', 'HEAD']))
    ctx.state.route = '/api/openapi.json'
    text ??= JSON.stringify(openApiDocument(cookieName, origin))
    ctx.state.answer = {
      status: 200,
      headers: ['Content-Type', 'application/json; charset=utf-8', 'Cache-Control', 'no-cache'],
      body: text,
    }
    return undefined
  }
}
