import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type Koa from 'koa'
import type { Logger } from '../logging/logger.ts'
import type { KnownToken, SessionOfRequest } from './session-data.ts'

/** The answer to a call, before any of it is written. */
export interface Answer {
  readonly status: number
  /** Headers besides the common ones: alternating names and values, which `writeHead` takes without checking each. */
  readonly headers: readonly string[]
  /** Undefined: no body, as with 204 and 304. */
  readonly body: string | Readable | undefined
}

/** Per-request state of the middlewares. */
export interface RequestState {
  readonly requestId: string
  readonly log: Logger
  /** Path pattern of the route that answered, for logs and metrics: never the path itself, which may contain names. */
  route?: string
  /** Code of the error that the request is answered with. */
  refusedWith?: string
  /** Signed-in member; `null` on calls without a session. */
  memberId: string | null
  /** The answer of an operation, or of a failure; null when a middleware writes its answer itself, as for files. */
  answer: Answer | null
  /** What a signed-in member's request asks for, as a text that differs for every other request. */
  action?: () => string
  /** When a passkey of the member has signed this very request. */
  confirmedAt?: Date
  /** The access token that let it in; absent with a session. */
  token?: KnownToken
  /** Per-request state of the sessions module. */
  session?: SessionOfRequest
}

export type AppContext = Koa.ParameterizedContext<RequestState> & {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}
export type AppMiddleware = Koa.Middleware<RequestState>
