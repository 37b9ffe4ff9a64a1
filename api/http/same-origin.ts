import type Koa from 'koa'
import { HttpError } from './errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

const refuse = (): never => {
  throw new HttpError(403, 'cross_origin', 'This request came from another site and was not carried out.')
}

/**
 * Is the request one that another site's page made? (OWASP cross-site request forgery cheat sheet:
 * Fetch Metadata first, `Origin` where the browser sends none; neither means that it is no browser.)
 * `same-site` is as foreign as `cross-site`: other hosts of the domain are not ours to trust.
 */
const isForeign = (ctx: Koa.BaseContext, publicOrigin: string, allowed: readonly string[]): boolean => {
  const site = ctx.get('Sec-Fetch-Site')
  if (site) return !allowed.includes(site)
  const origin = ctx.get('Origin')
  return origin !== '' && origin !== publicOrigin
}

/** Refuses a request that could change something and comes from another origin's page: 403. */
export const assertSameOrigin = (ctx: Koa.BaseContext, publicOrigin: string): void => {
  if (!SAFE_METHODS.has(ctx.method) && isForeign(ctx, publicOrigin, ['same-origin'])) refuse()
}

/**
 * The same for a GET that changes something (sign-out, start of a sign-in). Typing the address
 * (`Sec-Fetch-Site: none`) is the member's own doing and allowed.
 */
export const assertSameOriginGet = (ctx: Koa.BaseContext, publicOrigin: string): void => {
  if (isForeign(ctx, publicOrigin, ['same-origin', 'none'])) refuse()
}
