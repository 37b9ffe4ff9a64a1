import { errorAnswer } from './errors.ts'
import type { AppMiddleware } from './context.ts'

/** Turns whatever is thrown into the error format; what is our fault is logged with its cause. */
export const errorAnswers: AppMiddleware = async (ctx, next) => {
  try {
    await next()
  } catch (error) {
    const { status, body, headers } = errorAnswer(error)
    if (status >= 500) ctx.state.log.error({ err: error, status, code: body.code }, 'failed')
    ctx.status = status
    ctx.set({ 'Cache-Control': 'no-store', ...headers })
    ctx.remove('Content-Encoding')
    ctx.type = 'application/json'
    ctx.body = JSON.stringify(body)
  }
}
