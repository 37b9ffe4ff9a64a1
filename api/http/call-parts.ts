import { validate as isUuid } from 'uuid'
import { IDEMPOTENCY_KEY_HEADER, MIN_POSITION_HEADER, type Operation } from '../contract/operation.ts'
import type { AppContext } from './context.ts'
import { bodyBytesMax } from './body-limit.ts'
import { HttpError } from './errors.ts'
import { readJsonBody } from './json-body.ts'
import { readPosition } from './position.ts'
import { parseRequest } from './validation.ts'

/**
 * The request's idempotency key, in lower case. An empty one is refused, not taken for none: a client whose variable is
 * empty believes that it may repeat the request.
 * @throws {HttpError} 400 it is not a UUID
 */
export const readIdempotencyKey = (ctx: AppContext): string | undefined => {
  const key = ctx.req.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && isUuid(key)) return key.toLowerCase()
  throw new HttpError(400, 'invalid_idempotency_key', `${IDEMPOTENCY_KEY_HEADER} must be a UUID.`)
}

/**
 * The ledger position that the answer must be at least as new as. An empty one is refused, as an empty key is: its client
 * would read what is older than it believes.
 * @throws {HttpError} 400 it is not a position
 */
export const readMinPosition = (ctx: AppContext): bigint | undefined => {
  if (ctx.req.headers[MIN_POSITION_HEADER.toLowerCase()] === undefined) return undefined
  const text = ctx.get(MIN_POSITION_HEADER)
  const position = readPosition(text)
  if (position !== undefined) return position
  throw new HttpError(400, 'invalid_position', `${MIN_POSITION_HEADER} must be a ledger position.`)
}

/** Path, query and body, validated by the operation's schemas. @throws {HttpError} 4xx naming the invalid part */
export const readParts = async (operation: Operation, ctx: AppContext) => {
  const { params, query, body } = operation
  return {
    params: params && parseRequest(params, 'path', { ...ctx.params }),
    query: query && parseRequest(query, 'query', { ...ctx.query }),
    body: body && parseRequest(body, 'body', await readJsonBody(ctx.req, bodyBytesMax(operation))),
  }
}
