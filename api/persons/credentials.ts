import type { Pool } from 'pg'
import type { BaseLogger } from 'pino'
import type { Clock } from '../../events/ids.ts'
import type { Credentials } from '../credentials/credentials.ts'
import { createAttempts, together } from '../processes/attempts.ts'
import { untilNextDue } from '../processes/next-due.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'
import type { PersonCheck } from './person-check.ts'

/** From this level on the log has credentials of this kind (`events/credentials/events.ts`). */
const IDENTITY_LEVEL = 3
const EVERY_MS = 1_000
const BATCH = 20
/** Until it is tried again, when a newer release has to be waited for. */
const AGAIN_MS = 60_000

interface Due {
  readonly id: string
  readonly memberId: string
  readonly provider: string
  readonly reference: string
  readonly verifiedUntil: Date
}

const DUE = {
  name: 'person-credentials-due',
  text: `select id, member_id as "memberId", provider, reference, verified_until as "verifiedUntil"
    from app.person_check where credential_due and state = 'verified' order by changed_at limit $1`,
}
const DONE = 'update app.person_check set credential_due = false where id = $1'

const NEXT = {
  name: 'person-credential-lapse-next',
  text: `select min(valid_until) as at from app.credential
    where type = 'IdentityCredential' and revoked_at is null`,
}

/**
 * Issues a credential to each member who was verified, and revokes it when the verification lapses. The provider is
 * asked for what it says, since nothing of it is kept here.
 */
export const startIdentityCredentials = ({
  pool,
  check,
  credentials,
  level,
  clock,
  log,
}: {
  readonly pool: Pool
  readonly check: PersonCheck | null
  readonly credentials: Pick<Credentials, 'issueIdentity' | 'lapsed' | 'revokeLapsed'>
  /** Up to which level facts may be written. */
  readonly level: () => number
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
}): Recurring => {
  const issue = async ({ memberId, provider, reference, verifiedUntil }: Due): Promise<void> => {
    if (provider !== check?.name || verifiedUntil <= clock()) return
    const report = await check.look(reference)
    // Deleted at the provider meanwhile: there is nothing to say any more.
    if (report.state !== 'verified' || !report.person.isAdult) return
    await credentials.issueIdentity(memberId, { country: report.person.country, validUntil: verifiedUntil })
  }

  const attempts = createAttempts({ name: 'identity credentials', log })
  const ending = createAttempts({ name: 'identity credentials that lapsed', log })

  /** Time until one may be tried again, ms; undefined when none waits. */
  const issueDue = async (): Promise<number | undefined> => {
    // A credential that the log cannot tell of yet is not made either.
    if (level() < IDENTITY_LEVEL) return AGAIN_MS
    const { rows } = await pool.query<Due>({ ...DUE, values: [BATCH + attempts.waiting()] })
    const { againMs } = await attempts.run(rows, { limit: BATCH, atOnceMax: 1 }, async (row) => {
      await issue(row)
      await pool.query(DONE, [row.id])
    })
    return againMs
  }

  return recurring({
    name: 'identity credentials',
    everyMs: EVERY_MS,
    wokenBy: ['identity checks', 'credentials'],
    log,
    attempts: together(attempts, ending),
    round: async () => {
      const lapsed = await credentials.lapsed(clock(), BATCH + ending.waiting())
      const limits = { limit: BATCH, atOnceMax: 1 }
      const { againMs: endMs } = await ending.run(lapsed, limits, credentials.revokeLapsed)
      const issueMs = await issueDue()
      const againMs =
        endMs === undefined || issueMs === undefined ? (endMs ?? issueMs) : Math.min(endMs, issueMs)
      const nextMs = await untilNextDue(pool, clock, NEXT)
      return againMs === undefined || nextMs === undefined ? (againMs ?? nextMs) : Math.min(againMs, nextMs)
    },
  })
}
