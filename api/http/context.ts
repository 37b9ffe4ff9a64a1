import type { IncomingMessage, ServerResponse } from 'node:http'
import type Koa from 'koa'
import type { Logger } from './logger.ts'

/** What the middlewares know about a request. */
export interface RequestState {
  requestId: string
  log: Logger
  /** Path pattern of the route that answered, for logs and metrics: never the path itself, which may hold names. */
  route?: string
  /** Signed-in member; `null` on calls without a session. */
  memberId: string | null
}

export type AppContext = Koa.ParameterizedContext<RequestState> & {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}
export type AppMiddleware = Koa.Middleware<RequestState>
