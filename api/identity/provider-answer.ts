import * as oidc from 'openid-client'
import * as z from 'zod/mini'

/** What a provider says is cut there: a line of the log is to be read. */
const LENGTH_MAX = 300

// Line breaks and controls in what others wrote would forge lines where logs are shown as text.
const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
  return line.length > LENGTH_MAX ? `${line.slice(0, LENGTH_MAX)}…` : line
}

/** Claims that speak of our client, the provider and times; the others are about a member, or secret. */
const CLAIMS = new Set(['iss', 'aud', 'azp', 'exp', 'nbf', 'iat', 'auth_time'])

const OfClaim = z.object({
  claim: z.string(),
  claims: z.record(z.string(), z.unknown()),
  expected: z.optional(z.unknown()),
  now: z.optional(z.number()),
})
const OfAttribute = z.object({
  attribute: z.literal('issuer'),
  body: z.object({ issuer: z.unknown() }),
  expected: z.unknown(),
})
const OfHeader = z.object({
  header: z.object({ alg: z.optional(z.unknown()), kid: z.optional(z.unknown()) }),
  expected: z.optional(z.unknown()),
})
const OfAlgorithm = z.object({ alg: z.unknown() })

const withExpected = (expected: unknown): string =>
  expected === undefined ? '' : `, expected ${shown(expected)}`

/** What the packages attach to an error as its cause, where it says more than their sentence. */
const attached = (cause: unknown): string | null => {
  if (cause instanceof Response) {
    // The query could have a code.
    const address = URL.canParse(cause.url) ? new URL(cause.url) : null
    return `HTTP ${cause.status} from ${address === null ? 'the provider' : address.origin + address.pathname}`
  }
  const claim = OfClaim.safeParse(cause).data
  if (claim !== undefined)
    return CLAIMS.has(claim.claim)
      ? `${claim.claim} is ${shown(claim.claims[claim.claim])}${withExpected(claim.expected ?? claim.now)}`
      : `of ${claim.claim}`
  const issuer = OfAttribute.safeParse(cause).data
  if (issuer !== undefined) return `issuer is ${shown(issuer.body.issuer)}${withExpected(issuer.expected)}`
  const signed = OfHeader.safeParse(cause).data
  if (signed !== undefined)
    return `alg is ${shown(signed.header.alg)}, kid is ${shown(signed.header.kid)}${withExpected(signed.expected)}`
  const algorithm = OfAlgorithm.safeParse(cause).data
  return algorithm === undefined ? null : `alg is ${shown(algorithm.alg)}`
}

/** What OAuth has fields for: the provider's words about our client (RFC 6749, 5.2; RFC 6750, section 3). */
const said = (error: unknown): string | null => {
  if (error instanceof oidc.ResponseBodyError)
    return `HTTP ${error.status}, ${shown(error.error)}${error.error_description === undefined ? '' : `: ${shown(error.error_description)}`}`
  if (error instanceof oidc.WWWAuthenticateChallengeError)
    return `HTTP ${error.status}, ${error.cause.map(({ scheme, parameters: { error: code, error_description: words } }) => shown([scheme, code, words].filter((one) => one !== undefined).join(' '))).join('; ')}`
  if (error instanceof oidc.AuthorizationResponseError) return shown(error.error)
  return null
}

const chain = (error: unknown, depth = 4): readonly unknown[] =>
  error instanceof Error && depth > 0 ? [error, ...chain(error.cause, depth - 1)] : [error]

/** What an operator needs to know of a failed exchange with the provider. */
export class ProviderAnswer extends Error {
  override name = 'ProviderAnswer'
}

/**
 * What was thrown, as an error that says why in one line: the packages keep OAuth's `error`, statuses, issuers and
 * algorithms in fields that the log drops, because such fields have members' data in them elsewhere.
 */
export const providerAnswer = (error: unknown): Error => {
  const links = chain(error)
  const parts = links.flatMap((link) => {
    const sentence = link instanceof Error ? shown(link.message) : null
    return [sentence, said(link) ?? attached(link)].filter((part) => part !== null)
  })
  const answer = new ProviderAnswer([...new Set(parts)].join(': '))
  if (error instanceof Error && error.stack !== undefined) answer.stack = error.stack
  return answer
}

const OfVisitor = z.object({ parameters: z.unknown() })

/** Whether only the address with which a visitor came back is wrong; the provider was not asked. */
export const isOfVisitor = (error: unknown): boolean =>
  error instanceof oidc.AuthorizationResponseError ||
  chain(error).some((link) => !(link instanceof Error) && OfVisitor.safeParse(link).success)

/** The issuer that a discovery document names, where it is not the one that was asked for. */
export const otherIssuer = (error: unknown): string | null => {
  const cause = error instanceof Error ? OfAttribute.safeParse(error.cause).data : undefined
  return cause === undefined ? null : shown(cause.body.issuer)
}
