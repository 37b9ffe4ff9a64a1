import { pipeline, Readable } from 'node:stream'
import compress from 'koa-compress'
import type { Answer, AppContext } from './context.ts'

/** Compression hardly makes shorter bodies smaller. */
const COMPRESSED_BYTES_MIN = 1_024
const compressed = compress({
  threshold: COMPRESSED_BYTES_MIN,
  br: {},
  gzip: {},
  zstd: false,
  deflate: false,
})
const nothing = async (): Promise<void> => {}

/** Writes by way of Koa, which compresses, reads streams and releases them. */
const writeLarge = async (
  ctx: AppContext,
  { status, headers, body }: Answer,
  onFailed: (error: Error) => void,
): Promise<void> => {
  const { res } = ctx
  ctx.status = status
  for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at] ?? '', headers[at + 1] ?? '')
  ctx.body = body
  // A caller that accepts no encoding, not even identity, is answered all the same (RFC 9110, 12.5.3).
  if (ctx.acceptsEncodings('br', 'gzip', 'identity') !== false) await compressed(ctx, nothing)
  const written: unknown = ctx.body
  if (ctx.method === 'HEAD') res.end()
  else if (written instanceof Readable)
    pipeline(written, res, (error) => {
      if (error) onFailed(error)
    })
  else res.end(written)
}

/** Joins lists of alternating header names and values; an answer's own header replaces the common one. */
const joining = (everywhere: readonly string[]) => {
  const names = new Map(everywhere.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), at]] : [])))
  return (own: readonly string[]): string[] => {
    const joined = [...everywhere]
    for (let at = 0; at < own.length; at += 2) {
      const [name = '', value = ''] = [own[at], own[at + 1]]
      const place = names.get(name.toLowerCase())
      if (place === undefined) joined.push(name, value)
      else joined[place + 1] = value
    }
    return joined
  }
}

/** Writes answers. `everywhere`: headers of every answer; `onFailed`: called with errors that occur while writing. */
export const createAnswering = (everywhere: readonly string[], onFailed: (error: Error) => void) => {
  const join = joining(everywhere)
  return (ctx: AppContext, answer: Answer): Promise<void> | void => {
    const { req, res } = ctx
    const { status, body } = answer
    // Nothing is left for Koa to write.
    ctx.respond = false
    if (res.headersSent || res.destroyed) {
      if (body instanceof Readable) body.destroy()
      return undefined
    }
    const headers = join(answer.headers)
    headers.push('X-Request-Id', ctx.state.requestId)
    if (body === undefined) {
      res.writeHead(status, headers).end()
      return undefined
    }
    if (typeof body !== 'string') return writeLarge(ctx, { status, headers, body }, onFailed)
    const bytes = Buffer.byteLength(body)
    if (bytes >= COMPRESSED_BYTES_MIN && req.headers['accept-encoding'] !== undefined)
      return writeLarge(ctx, { status, headers, body }, onFailed)
    headers.push('Content-Length', bytes.toString())
    res.writeHead(status, headers).end(body)
    return undefined
  }
}
