import { existsSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { send } from '@koa/send'
import { addressKind } from '../contract/server-paths.ts'
import type { AppContext, AppMiddleware } from './context.ts'
import { HttpError } from './errors.ts'

/** File names in this folder contain a hash of the content, by Vite. */
const HASHED = /^\/assets\//
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Icons and images have fixed names; a day is short enough to replace one. */
const IMAGE = /\.(png|svg|ico|webp|jpg|woff2)$/

const cacheControl = (file: string): string => {
  if (HASHED.test(file)) return IMMUTABLE
  return IMAGE.test(file) ? 'public, max-age=86400' : 'no-cache'
}

const NOT_BUILT = 'The web app has not been built yet. Run "npm run build", then reload this page.\n'

const notFound = () => new HttpError(404, 'not_found', 'There is nothing at this address.')

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500

const sendFile = async (ctx: AppContext, root: string, file: string): Promise<void> => {
  ctx.set('Cache-Control', cacheControl(file))
  ctx.vary('Accept-Encoding')
  try {
    const sent = await send(ctx, file, {
      root,
      setHeaders: (res, _path, stats) => {
        res.setHeader('ETag', `W/"${stats.size.toString(36)}-${Math.trunc(stats.mtimeMs).toString(36)}"`)
      },
    })
    if (sent === undefined) throw notFound()
  } catch (error) {
    ctx.remove('Content-Encoding')
    throw isMissing(error) ? notFound() : error
  }
  if (ctx.fresh) {
    const { body } = ctx
    ctx.status = 304
    if (body instanceof Readable) body.destroy()
  }
}

/**
 * Serves the built web app from `root`, with the brotli or gzip sibling of a file where there is one. Paths without a
 * file extension are pages of the app and get `index.html`; a missing file is 404.
 */
export const staticFiles =
  (root: string): AppMiddleware =>
  async (ctx) => {
    const kind = addressKind(ctx.path)
    if (kind === 'server' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) throw notFound()
    if (!existsSync(path.join(root, 'index.html'))) {
      ctx.status = 503
      ctx.type = 'text/plain'
      ctx.set('Cache-Control', 'no-store')
      ctx.body = NOT_BUILT
      return
    }
    ctx.state.route = kind
    await sendFile(ctx, root, kind === 'page' ? '/index.html' : ctx.path)
  }
