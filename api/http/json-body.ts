import type { IncomingMessage } from 'node:http'
import { BODY_BYTES_MAX } from './body-limit.ts'
import { HttpError } from './errors.ts'
import { hasLoneSurrogate, isWithinLimits, mayHaveSurrogate } from './json-shape.ts'

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

const tooLarge = (max: number) =>
  new HttpError(413, 'body_too_large', `The request is too large: at most ${max} bytes are accepted here.`)
const notJson = (cause?: unknown) =>
  new HttpError(400, 'invalid_json', 'The request body is not valid JSON.', { cause })

/** Collects the body; of one that is too large, the rest stays unread. */
const readBytes = (req: IncomingMessage, max: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const onData = (chunk: Buffer): void => {
      size += chunk.length
      if (size <= max) {
        chunks.push(chunk)
        return
      }
      finish()
      req.pause()
      reject(tooLarge(max))
    }
    const onEnd = (): void => {
      finish()
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size))
    }
    const onBroken = (): void => {
      finish()
      reject(new HttpError(400, 'body_incomplete', 'The request ended before its body was complete.'))
    }
    const finish = (): void => {
      req.off('data', onData).off('end', onEnd).off('error', onBroken).off('aborted', onBroken)
    }
    req.on('data', onData).on('end', onEnd).on('error', onBroken).on('aborted', onBroken)
  })

/**
 * Reads a request's body as the bytes that were sent, for verifying a signature over them.
 * @throws {HttpError} 415 a content encoding, 413 too large
 */
export const readRawBody = async (req: IncomingMessage): Promise<Buffer> => {
  const { 'content-length': length, 'content-encoding': encoding } = req.headers
  if (encoding !== undefined && encoding !== 'identity')
    throw new HttpError(415, 'unsupported_encoding', 'Send the request body without compression.')
  if (length !== undefined && Number(length) > BODY_BYTES_MAX) throw tooLarge(BODY_BYTES_MAX)
  return readBytes(req, BODY_BYTES_MAX)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

const parse = (bytes: Uint8Array): { text: string; value: unknown } => {
  try {
    const text = utf8.decode(bytes)
    return { text, value: JSON.parse(text) }
  } catch (error) {
    throw notJson(error)
  }
}

/**
 * Reads a request's JSON body of at most `max` bytes; `undefined` when there is none. Its size is judged before anything
 * else is done with it.
 * @throws {HttpError} 415 another content type or a content encoding, 413 too large, 400 not JSON or too complex
 */
export const readJsonBody = async (req: IncomingMessage, max: number): Promise<unknown> => {
  const { 'content-type': type, 'content-length': length, 'content-encoding': encoding } = req.headers
  if (length === '0' || (length === undefined && req.headers['transfer-encoding'] === undefined))
    return undefined
  if (type === undefined || !JSON_TYPE.test(type))
    throw new HttpError(415, 'unsupported_media_type', 'Send the request body as application/json.')
  if (encoding !== undefined && encoding !== 'identity')
    throw new HttpError(415, 'unsupported_encoding', 'Send the request body without compression.')
  if (length !== undefined && Number(length) > max) throw tooLarge(max)
  const bytes = await readBytes(req, max)
  if (!isWithinLimits(bytes))
    throw new HttpError(400, 'body_too_complex', 'The request has too many fields or is nested too deeply.')
  const { text, value } = parse(bytes)
  if (mayHaveSurrogate(text) && hasLoneSurrogate(value))
    throw new HttpError(400, 'invalid_characters', 'The request contains half a character. Type it anew.')
  return value
}
