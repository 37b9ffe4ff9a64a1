import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type Koa from 'koa'
import type { Logger } from './logger.ts'
import type { SessionOfRequest } from './session-data.ts'

/** What a call is answered, before anything of it is written. */
export interface Answer {
  readonly status: number
  /** Beside those of every answer: names and values in turns, as `writeHead` takes them without looking at each. */
  readonly headers: readonly string[]
  /** Undefined: none, as 204 and 304 have it. */
  readonly body: string | Readable | undefined
}

/** What the middlewares know about a request. */
export interface RequestState {
  readonly requestId: string
  readonly log: Logger
  /** Path pattern of the route that answered, for logs and metrics: never the path itself, which may hold names. */
  route?: string
  /** Signed-in member; `null` on calls without a session. */
  memberId: string | null
  /** What an operation answers, or a failure; null: what answers writes for itself, as files do. */
  answer: Answer | null
  /** What the sessions' own module knows of the request. */
  session?: SessionOfRequest
}

export type AppContext = Koa.ParameterizedContext<RequestState> & {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}
export type AppMiddleware = Koa.Middleware<RequestState>
