import { openApiDocument } from '../openapi/document.ts'
import type { AppMiddleware } from './context.ts'

/** Serves the document at `/api/openapi.json`. */
export const serveOpenApi = (cookieName: string, origin: string): AppMiddleware => {
  let text: string | undefined
  return (ctx, next) => {
    if (ctx.path !== '/api/openapi.json' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next()
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
