import { Counter, Gauge } from 'prom-client'
import { DAY_MS } from '../../events/calendar.ts'
import { LEVEL } from '../../events/level.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { owedNothing, type Area } from '../area.ts'
import type { Credentials } from '../credentials/credentials.ts'
import type { Platform } from '../platform.ts'
import { startChecking } from './checking.ts'
import { createChecks } from './checks.ts'
import { startIdentityCredentials } from './credentials.ts'
import { createLapses } from './lapses.ts'
import type { PersonCheck, SandboxPersonCheck } from './person-check.ts'
import { personsData } from './personal-data.ts'
import { createPersons, identityPage } from './persons.ts'
import { createRedactions } from './redactions.ts'
import { registerPersons } from './routes.ts'

/** Checks that failed are forgotten after so long, here and at the provider. */
const FAILED_MS = 90 * DAY_MS

const levelOf = ({ level = () => LEVEL }: Pick<EventStore, 'level'>): (() => number) => level

/** Who looks at documents. */
export interface PersonChecking {
  /** Null: nobody. */
  readonly check: PersonCheck | null
  /** The same if it is the sandbox; else null. */
  readonly sandbox: SandboxPersonCheck | null
}

/** Composes the checks of who members are: routes, and what goes on with the provider. */
export const composePersons = (
  platform: Pick<Platform, 'config' | 'pool' | 'ledger' | 'clock' | 'realClock' | 'log' | 'securityEvents'>,
  { check, sandbox, credentials }: PersonChecking & { readonly credentials: Credentials },
): Area => {
  const { config, pool, clock, log } = platform
  const { publicUrl, identityValidDays: validDays, unverifiedLimitCents: limitCents } = config
  const checks = createChecks(pool)
  const persons = createPersons({ ...platform, checks, check, sandbox, publicUrl, validDays })
  const lapses = createLapses(platform)
  const redactions = createRedactions({ ...platform, check, returnUrl: identityPage(publicUrl) })
  const webhooks = new Counter({
    name: 'identity_webhooks_total',
    help: 'Webhooks of whoever checks documents: accepted, ignored or refused',
    labelNames: ['outcome'],
    registers: [],
  })
  const waiting = new Gauge({
    name: 'identity_redactions_waiting',
    help: 'Checks of persons that their provider is still to delete',
    registers: [],
    collect: async function () {
      this.set(await redactions.waiting())
    },
  })
  return {
    ...owedNothing('a check costs its member nothing, and is deleted with the account'),
    name: 'persons',
    register: (api) => registerPersons(api, { checks, persons, check, limitCents, clock, webhooks }),
    processes: () => [
      startChecking({ pool, checks, persons, lapses, redactions, clock, log }),
      startIdentityCredentials({
        pool,
        check,
        credentials,
        level: levelOf(platform.ledger.store),
        clock,
        log,
      }),
    ],
    metrics: [webhooks, waiting],
    personalData: [personsData],
    purges: [
      () => {
        const now = clock()
        return checks.purge(new Date(now.getTime() - FAILED_MS), now)
      },
    ],
  }
}
