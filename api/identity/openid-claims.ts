import * as z from 'zod/mini'
import { HttpError } from '../http/errors.ts'
import type { Profile } from './members.ts'
import { fitName } from './names.ts'

const EMAIL_MAX = 320

/** A non-empty text; any other value, such as `null`, counts as absent. */
const text = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((value) => (typeof value === 'string' && value !== '' ? value : undefined)),
  ),
)

/** Some providers write booleans as texts (Cognito, Sign in with Apple) or as numbers (Microsoft's `xms_edov`). */
const flag = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((value) => {
      if (value === true || value === 'true' || value === 1 || value === '1') return true
      return value === false || value === 'false' || value === 0 || value === '0' ? false : undefined
    }),
  ),
)

/** An address with control characters or without `@` is none: it would be shown and passed on as one. */
const address = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((value) =>
      typeof value === 'string' && /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(value) ? value : undefined,
    ),
  ),
)

const Claims = z.object({
  email: address,
  email_verified: flag,
  /** Microsoft's equivalent: the owner of the address's domain is verified. */
  xms_edov: flag,
  name: text,
  given_name: text,
  family_name: text,
  picture: text,
})
export type Claims = z.infer<typeof Claims>

/** The claims about a member in an ID token or a userinfo response; unreadable ones are omitted. */
export const readClaims = (source: unknown): Claims => Claims.parse(Object(source))

const verification = ({
  email_verified: verified,
  xms_edov: isDomainVerified,
}: Claims): boolean | undefined => verified ?? isDomainVerified

/** Whether an ID token has all necessary claims; if not, userinfo is requested (OpenID Connect Core 5.4). */
export const isComplete = (claims: Claims): boolean =>
  claims.email !== undefined &&
  verification(claims) !== undefined &&
  (claims.name ?? claims.given_name ?? claims.family_name) !== undefined

/** Whether the claims are enough for a sign-in, even without a name. */
export const isEnough = (claims: Claims): boolean =>
  claims.email !== undefined && verification(claims) !== undefined

const refused = (code: string, sentence: string) => new HttpError(403, code, sentence)

/** Address and verification must come from one source: neither source can verify the other's address. */
const emailOf = (sources: readonly Claims[]): string => {
  const source = sources.find(isEnough) ?? sources.find(({ email }) => email !== undefined)
  const { email } = source ?? {}
  if (source === undefined || email === undefined)
    throw refused(
      'email_not_shared',
      'Your sign-in provider did not tell us your e-mail address. Allow it to share the address, then sign in again.',
    )
  const isVerified = verification(source)
  if (isVerified === undefined)
    throw refused(
      'email_verification_unknown',
      'Your sign-in provider does not say whether your e-mail address is verified. Ask its administrator to send email_verified.',
    )
  if (email.length > EMAIL_MAX)
    throw refused(
      'email_too_long',
      `Your e-mail address has more than ${EMAIL_MAX} characters, which is more than we can keep.`,
    )
  if (!isVerified)
    throw refused(
      'email_not_verified',
      'Your sign-in provider has not verified your e-mail address. Verify it there, then sign in again.',
    )
  return email
}

const httpsOnly = (url: string | undefined): string | null =>
  url !== undefined && url.length <= 2048 && URL.canParse(url) && new URL(url).protocol === 'https:'
    ? url
    : null

/**
 * The profile of who signed in, from the claims of the ID token and, if requested, of userinfo, in this order.
 * @throws {HttpError} 403 with what is missing: that is never an outage
 */
export const profileOf = (issuer: string, subject: string, sources: readonly Claims[]): Profile => {
  const email = emailOf(sources)
  const first = (claim: 'name' | 'given_name' | 'family_name' | 'picture') =>
    sources.map((source) => source[claim]).find((value) => value !== undefined)
  const givenName = fitName(first('given_name')) ?? ''
  const familyName = fitName(first('family_name')) ?? ''
  const name = fitName(first('name')) ?? fitName(`${givenName} ${familyName}`)
  return { issuer, subject, email, givenName, familyName, name, picture: httpsOnly(first('picture')) }
}
