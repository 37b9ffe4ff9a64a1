import type { PayingToken } from '../../events/wallet/daily-limit.ts'
import type { Operation } from '../contract/operation.ts'
import { scopesFor } from '../openapi/token-scopes.ts'
import type { AppContext } from './context.ts'
import type { KnownToken } from './session-data.ts'
import { HttpError } from './errors.ts'

/** How each secret begins, so that whoever looks for leaked secrets can know it. */
export const SECRET_PREFIX = 'yut_pat_'

/** The tokens that requests come with. */
export interface PresentedTokens {
  /** The token with this secret, and that it is used now; undefined: there is none, or it is over. */
  readonly use: (secret: string) => Promise<KnownToken | undefined>
}

/** What stands for the session of a request with a token, such as in the list of open streams. */
export const sessionOfToken = (tokenId: string): string => `token:${tokenId}`

/** The secret that a request comes with; other schemes and tokens are for whoever stands before us. */
export const secretIn = (ctx: AppContext): string | undefined => {
  const [, secret] = /^bearer +(\S+)$/i.exec(ctx.get('Authorization').trim()) ?? []
  return secret?.startsWith(SECRET_PREFIX) ? secret : undefined
}

/** The token that pays; null where the member does. */
export const payingTokenOf = ({ state: { token } }: AppContext): PayingToken | null =>
  token ? { id: token.id, dayCents: token.payCents ?? 0n } : null

const invalidToken = () =>
  new HttpError(
    401,
    'token_invalid',
    'This access token is not valid: it is over, was ended, or never was.',
    { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } },
  )

/** Why a request is of no member: it came with a token that is none of ours, or with nothing. */
export const notSignedIn = (ctx: AppContext): HttpError =>
  /^bearer\s/i.test(ctx.get('Authorization'))
    ? invalidToken()
    : new HttpError(401, 'not_signed_in', 'Please sign in.')

/**
 * Lets a request in by its token instead of a session, whose cookie is then not looked at. It proves nothing about
 * where the member is, so it is never fresh.
 * @throws {HttpError} 401 the token is not in force; 403 it is not for this
 */
export const enterByToken = async (
  ctx: AppContext,
  { id }: Operation,
  tokens: PresentedTokens,
  secret: string,
): Promise<void> => {
  const token = await tokens.use(secret)
  if (!token) throw invalidToken()
  const enough = scopesFor(id)
  if (!enough.some((scope) => token.scopes.includes(scope)))
    throw new HttpError(
      403,
      'token_scope',
      enough.length === 0
        ? 'No access token may do this. Please use the app.'
        : `This access token may not do this: that needs one for “${enough.join('” or “')}”.`,
    )
  ctx.state.memberId = token.memberId
  ctx.state.token = token
  ctx.state.session = { hash: sessionOfToken(token.id), isReadOnly: true }
}
