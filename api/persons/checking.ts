import type { Pool } from 'pg'
import type { BaseLogger } from 'pino'
import type { Clock } from '../../events/ids.ts'
import { createClaimed } from '../processes/claimed.ts'
import { untilNextDue } from '../processes/next-due.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'
import type { Checks } from './checks.ts'
import { NEXT_LAPSE, type Lapses } from './lapses.ts'
import type { Persons } from './persons.ts'
import { NEXT_REDACTION, type Redactions } from './redactions.ts'

const EVERY_MS = 1_000
const AT_ONCE_MAX = 20

const NEXT_LOOK = {
  name: 'person-look-next',
  text: 'select min(looks_at) as at from app.person_check where looks_at is not null',
}

/** Asks the provider how checks stand, tells members what lapses, and has the provider delete what is not needed. */
export const startChecking = ({
  pool,
  checks,
  persons,
  lapses,
  redactions,
  clock,
  log,
}: {
  readonly pool: Pool
  readonly checks: Checks
  readonly persons: Persons
  readonly lapses: Lapses
  readonly redactions: Redactions
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'error'>
}): Recurring => {
  const claimed = createClaimed({ name: 'identity checks', log })
  return recurring({
    name: 'identity checks',
    everyMs: EVERY_MS,
    wokenBy: ['identity checks'],
    log,
    attempts: claimed,
    round: async () => {
      // The claims have postponed them.
      await claimed.run(await checks.claimDue(clock(), AT_ONCE_MAX), 1, (row) => persons.look(row))
      await claimed.run(await redactions.claimDue(), 1, redactions.redact)
      await lapses.tell()
      const next = await Promise.all(
        [NEXT_LOOK, NEXT_LAPSE, NEXT_REDACTION].map((query) => untilNextDue(pool, clock, query)),
      )
      const known = next.filter((ms) => ms !== undefined)
      return known.length === 0 ? undefined : Math.min(...known)
    },
  })
}
