import * as z from 'zod/mini'
import { AmountText, ById, DecimalText, Id, Timestamp, writtenLine } from './fields.ts'
import { STEP_UP_CENTS } from './limits.ts'
import { openEnum } from './open.ts'
import { defineOperations, member } from './operation.ts'

export const ACCESS_TOKENS_MAX = 20
export const ACCESS_TOKEN_NAME_MAX = 40
export const ACCESS_TOKEN_DAYS_MAX = 365
/** Dollars that one token may pay in a day, at most: from there on payments need the member themselves. */
export const ACCESS_TOKEN_USD_MAX = STEP_UP_CENTS.all / 100

/**
 * What a personal access token may be used for. `read`: whatever the member sees but contacts and secrets; `contacts`:
 * read and change the address book; `pay`: send money, up to the token's own limit a day.
 */
export const AccessScope = z.enum(['read', 'contacts', 'pay'])
export type AccessScope = z.infer<typeof AccessScope>

export const AccessToken = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(openEnum(AccessScope)),
  /** US dollars that may be paid with it in a day (UTC); null without the scope `pay`. */
  pay_limit_usd: z.nullable(DecimalText),
  created_at: Timestamp,
  expires_at: Timestamp,
  /** To the minute; null: never. */
  last_used_at: z.nullable(Timestamp),
})
export type AccessToken = z.infer<typeof AccessToken>

const DAYS = `Choose from 1 to ${ACCESS_TOKEN_DAYS_MAX} days.`
const PAY_LIMIT = `Enter dollars a day, from 0.01 to ${ACCESS_TOKEN_USD_MAX}.`
const isPayLimit = (text: string): boolean =>
  /^\d{1,4}(\.\d{1,2})?$/.test(text) && Number(text) >= 0.01 && Number(text) <= ACCESS_TOKEN_USD_MAX

export const CreateAccessTokenRequest = z
  .strictObject({
    name: writtenLine('The name', ACCESS_TOKEN_NAME_MAX).check(z.minLength(1, 'Give it a name.')),
    scopes: z.array(AccessScope, 'Choose what it is for: read, contacts, pay.').check(
      z.minLength(1, 'Choose at least one thing that it may do.'),
      z.maxLength(AccessScope.options.length, 'Name each scope once.'),
      z.refine((scopes) => new Set(scopes).size === scopes.length, 'Name each scope once.'),
    ),
    /** US dollars that may be paid with it in a day (UTC); needed with the scope `pay`, and only with it. */
    pay_limit_usd: z.optional(z.nullable(AmountText.check(z.refine(isPayLimit, PAY_LIMIT)))),
    /** After so many days it is over. */
    days: z.int(DAYS).check(z.minimum(1, DAYS), z.maximum(ACCESS_TOKEN_DAYS_MAX, DAYS)),
  })
  .check(
    z.refine(({ scopes, pay_limit_usd: limit }) => scopes.includes('pay') === (typeof limit === 'string'), {
      path: ['pay_limit_usd'],
      error: 'A token that may pay needs a limit a day, and no other has one.',
    }),
  )
export type CreateAccessTokenRequest = z.infer<typeof CreateAccessTokenRequest>

/** A new token, and what to send as `Authorization: Bearer …`: it is never told again. */
export const MadeAccessToken = z.extend(AccessToken, { secret: z.string() })
export type MadeAccessToken = z.infer<typeof MadeAccessToken>

export const accessTokenOperations = defineOperations({
  listAccessTokens: member.get('/api/access-tokens', {
    summary: 'The member’s access tokens, the newest first',
    response: z.object({ tokens: z.array(AccessToken) }),
  }),
  createAccessToken: member.post('/api/access-tokens', {
    summary: 'Makes a personal access token for a program of the member; its secret is told once',
    body: CreateAccessTokenRequest,
    response: MadeAccessToken,
    status: 201,
    sensitive: { event: 'token_asked', what: 'making an access token' },
  }),
  endAccessToken: member.post('/api/access-tokens/{id}/end', {
    summary: 'Ends an access token, for good',
    params: ById,
  }),
})
