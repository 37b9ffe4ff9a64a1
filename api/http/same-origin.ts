import type Koa from 'koa'
import { HttpError } from './errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

const refuse = (): never => {
  throw new HttpError(403, 'cross_origin', 'This request came from another site and was not carried out.')
}

/**
 * Whether a page of another site made the request. (OWASP cross-site request forgery cheat sheet: Fetch Metadata first,
 * then `Origin`; with neither, the caller is not a browser.) `same-site` is as foreign as `cross-site`: we do not trust
 * other hosts of the domain.
 */
const isForeign = (ctx: Koa.BaseContext, publicOrigin: string, allowed: readonly string[]): boolean => {
  const site = ctx.get('Sec-Fetch-Site')
  if (site) return !allowed.includes(site)
  const origin = ctx.get('Origin')
  return origin !== '' && origin !== publicOrigin
}

/** Rejects a request that may change something and comes from a page of another origin: 403. */
export const assertSameOrigin = (ctx: Koa.BaseContext, publicOrigin: string): void => {
  if (!SAFE_METHODS.has(ctx.method) && isForeign(ctx, publicOrigin, ['same-origin'])) refuse()
}

/**
 * The same for a GET that changes something (sign-out, start of a sign-in). Typing the address (`Sec-Fetch-Site: none`)
 * is the member's own action and allowed.
 */
export const assertSameOriginGet = (ctx: Koa.BaseContext, publicOrigin: string): void => {
  if (isForeign(ctx, publicOrigin, ['same-origin', 'none'])) refuse()
}
