import type { BaseLogger } from 'pino'
import * as oidc from 'openid-client'
import * as z from 'zod/mini'

/** By how much a provider's clock may differ from ours, seconds: ID tokens are good for minutes, and say when. */
export const CLOCK_TOLERANCE_SECONDS = 120
/** From this difference on, operators are told, seconds. */
const NOTABLE_SECONDS = 30

const Dated = z.object({ iat: z.number() })
/** The package's error, whose cause is that of the package beneath it. */
const Untimely = z.object({
  code: z.literal('OAUTH_JWT_TIMESTAMP_CHECK_FAILED'),
  cause: z.object({ cause: z.object({ claims: Dated }) }),
})

/** Seconds by which the provider's clock was ahead of ours when it made this ID token; negative: behind. */
const aheadBy = ({ iat }: z.infer<typeof Dated>, now: Date): number => Math.round(iat - now.getTime() / 1_000)

/** The ID token's claims in an error about its times. */
const claimsOfError = (error: unknown): unknown =>
  error instanceof oidc.ClientError ? Untimely.safeParse(error).data?.cause.cause.claims : undefined

/**
 * Logs when the clocks differ, whether or not that has prevented a sign-in. `outcome`: the claims of the ID token, or
 * what was thrown instead.
 */
export const noteClock = (log: Pick<BaseLogger, 'warn'>, outcome: unknown, now: Date): void => {
  const { data } = Dated.safeParse(outcome instanceof Error ? claimsOfError(outcome) : outcome)
  if (data === undefined) return
  const seconds = aheadBy(data, now)
  if (Math.abs(seconds) <= NOTABLE_SECONDS) return
  const direction = seconds > 0 ? 'ahead of' : 'behind'
  log.warn(
    { seconds },
    `The clock of the identity provider is ${Math.abs(seconds)} seconds ${direction} that of this server; up to ${CLOCK_TOLERANCE_SECONDS} are tolerated`,
  )
}
