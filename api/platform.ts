import type { Pool } from 'pg'
import type { Clock } from '../events/ids.ts'
import { createAnnouncements, type Announcements } from '../projections/announcements.ts'
import { createLagMeter, type Lag } from '../projections/lag.ts'
import { createPositionWaiter } from '../projections/position-waiter.ts'
import { PROJECTIONS } from '../projections/projections.ts'
import { startProjections, type RunningProjections } from '../projections/runner.ts'
import type { CleanUp } from './processes/clean-up.ts'
import { realClock, type MoneyClock } from './clock/money-clock.ts'
import type { Config } from './config/config.ts'
import { createPool } from './database/database.ts'
import { openDatabase } from './database/opening.ts'
import { createIdempotency, type Idempotency } from './http/idempotency.ts'
import type { Logger } from './logging/logger.ts'
import { HEAVY_TOTAL_MAX } from './http/operation.ts'
import { createSessions, type Sessions } from './http/sessions.ts'
import { createAccessTokens, type AccessTokens } from './access-tokens/access-tokens.ts'
import { createBlocks, type Blocks } from './identity/blocks.ts'
import { createClosingAccounts, type ClosingAccounts } from './identity/closing-accounts.ts'
import { createFormerMembers, formerAccountsOf, type FormerMembers } from './identity/former-members.ts'
import { createMembers, type Members } from './identity/members.ts'
import { createMessageKeys, type MessageKeys } from './identity/message-keys.ts'
import { createPasskeys, type Passkeys } from './passkeys/passkeys.ts'
import { createStandings, type Standings } from './persons/standing.ts'
import { createSecurityEvents, type SecurityEvents } from './security-trail/security-events.ts'
import { lostKeys } from './keys/lost-keys.ts'
import { createPlatformKeys, type PlatformKeys } from './keys/platform-keys.ts'
import { openLedger, type Ledger } from './wallet/ledger.ts'
import { createWelcomeGrants } from './wallet/welcome-grants.ts'
import { inspectLedger } from './database/event-store-inspection.ts'
import { untilDatabaseAnswers, untilLedgerAnswers } from './database/waiting.ts'
import { assertOfOneMoment } from './proof/restored-apart.ts'
import { startWaking, type Waking } from './processes/waking.ts'
import { openLevel } from './database/release-level.ts'

/** What all areas depend on. Each takes only the members it needs, so its types show what it can reach. */
export interface Platform {
  readonly config: Config
  readonly log: Logger
  /** Schemas `app` and `read`. */
  readonly pool: Pool
  /** Another pool for expensive calls, so that they do not block the others. */
  readonly heavyPool: Pool
  readonly ledger: Ledger
  /** The time that all money logic uses; the sandbox can advance it. */
  readonly clock: Clock
  /** The real time, for sessions, identity and verification by third parties. */
  readonly realClock: Clock
  readonly moneyClock: MoneyClock
  /** Waits until the named read models reach a ledger position; false when they do not in time. */
  readonly waitFor: (position: bigint, timeoutMs: number, names: readonly string[]) => Promise<boolean>
  readonly idempotency: Idempotency
  readonly sessions: Sessions
  readonly members: Members
  readonly blocks: Blocks
  readonly messageKeys: MessageKeys
  readonly platformKeys: PlatformKeys
  readonly formerMembers: FormerMembers
  readonly securityEvents: SecurityEvents
  readonly passkeys: Passkeys
  readonly accessTokens: AccessTokens
  /** Who is verified. */
  readonly standings: Standings
  readonly closingAccounts: ClosingAccounts
}

interface PlatformOptions {
  readonly config: Config
  readonly log: Logger
  /** The real time. */
  readonly systemTime: Clock
  /** Called when a service that everything depends on is gone for good. */
  readonly onFatal: (error: Error) => void
  readonly cleanUp: CleanUp
  /** Called repeatedly while an external service is not available yet, with its name. */
  readonly onWaiting: (forWhat: string) => void
}

const READ_MODELS = PROJECTIONS.map(({ name }) => name)

/** An import of thousands of contacts is one statement. */
const HEAVY_STATEMENT_MS = 15_000

const openPools = (url: string, { config, log, cleanUp }: PlatformOptions) => {
  const onIdleError = (error: Error) => log.warn({ err: error }, 'A database connection was lost')
  const pool = createPool(url, { max: config.databaseConnections, onIdleError })
  cleanUp.defer(() => pool.end())
  const keyPool = createPool(url, { max: 4, byKey: true, onIdleError, name: 'youtility-keys' })
  cleanUp.defer(() => keyPool.end())
  const heavyPool = createPool(url, {
    max: HEAVY_TOTAL_MAX,
    statementTimeoutMs: HEAVY_STATEMENT_MS,
    onIdleError,
    name: 'youtility-heavy',
  })
  cleanUp.defer(() => heavyPool.end())
  // Probes do not wait behind requests.
  const probes = createPool(url, { max: 1, onIdleError, name: 'youtility-probes' })
  cleanUp.defer(() => probes.end())
  return { main: pool, keys: keyPool, heavy: heavyPool, probes }
}

const openMoneyClock = async (pool: Pool, { config, systemTime }: PlatformOptions): Promise<MoneyClock> => {
  if (config.environment === 'production') return realClock(systemTime)
  const { createSandboxClock } = await import('./sandbox/clock/clock.ts')
  return createSandboxClock({ pool, clock: systemTime })
}

/** Runs the projections, except with role `api`, which only watches their position. */
const openProjections = (
  url: string,
  ledger: Ledger,
  announcements: Announcements,
  { config, log, cleanUp }: PlatformOptions,
) => {
  if (config.role === 'api') {
    const { waitFor, onProgress, position, close } = createPositionWaiter({
      announcements,
      names: READ_MODELS,
    })
    cleanUp.defer(async () => close())
    return { waitFor, onProgress, position, projections: null }
  }
  const projections = startProjections({ store: ledger.store, url, announcements, log })
  cleanUp.defer(projections.stop)
  const { waitFor, onProgress, position } = projections
  return { waitFor, onProgress, position, projections }
}

const lagOf = ({ store }: Ledger, position: (readModel: string) => bigint) =>
  createLagMeter({
    head: () => store.head(),
    reached: () => READ_MODELS.map(position).reduce((least, one) => (one < least ? one : least)),
    lackedForMs: async (after) => {
      for await (const { recordedAt } of store.readAll({ after, limit: 1 }))
        return Math.max(0, Date.now() - Date.parse(recordedAt))
      return 0
    },
  })

const openMembers = (options: Omit<Parameters<typeof createMembers>[0], 'blocks'>) => {
  const blocks = createBlocks(options)
  return { blocks, members: createMembers({ ...options, blocks }) }
}

const openWelcomeGrants = (
  { welcomeGrantMinor: grantMinor, welcomePerDayMinor: perDayMinor }: Config,
  parts: Pick<Parameters<typeof createWelcomeGrants>[0], 'pool' | 'clock'>,
) => createWelcomeGrants({ ...parts, grantMinor, perDayMinor })

const openStandings = (
  { personCheck, unverifiedLimitCents: limitCents }: Config,
  parts: Pick<Parameters<typeof createStandings>[0], 'pool' | 'announcements' | 'clock'>,
) => createStandings({ ...parts, isOpen: personCheck.kind !== 'none', limitCents })

/** What members come in by besides sessions, and the trail of it. */
const openDoors = (options: Parameters<typeof createPasskeys>[0]) => ({
  securityEvents: createSecurityEvents(options),
  passkeys: createPasskeys(options),
  accessTokens: createAccessTokens(options),
})

/** The platform with the parts that only the server uses. */
export interface OpenPlatform extends Platform {
  readonly announcements: Announcements
  readonly projections: RunningProjections | null
  /** How far the read models are behind the log, whatever process keeps them. */
  readonly lag: () => Promise<Lag>
  /** The position that a read model has reached, as far as this process knows. */
  readonly position: (readModel: string) => bigint
  /** Its connections to the database. */
  readonly pools: Readonly<Record<'main' | 'keys' | 'heavy' | 'probes', Pool>>
  /** Wakes the processes that are added to it. */
  readonly waking: Waking
}

/** Opens database, ledger, read models and identity, each after its dependencies. */
export const openPlatform = async (options: PlatformOptions): Promise<OpenPlatform> => {
  const { config, log, systemTime, cleanUp } = options
  if (config.databaseUrl !== null) await untilDatabaseAnswers(config.databaseUrl, options)
  const url = await openDatabase(config, { log, onGone: options.onFatal }, cleanUp.defer)
  const pools = openPools(url, options)
  const { main: pool, keys: keyPool, heavy: heavyPool } = pools
  const announcements = createAnnouncements({ url, log })
  cleanUp.defer(announcements.close)
  const moneyClock = await openMoneyClock(pool, options)
  const clock = moneyClock.now
  const level = await openLevel(pool)
  const welcomeGrants = openWelcomeGrants(config, { pool, clock })
  const standings = openStandings(config, { pool, announcements, clock })
  const ledger = await openLedger({
    ...config,
    databaseUrl: url,
    formerAccounts: (memberId) => formerAccountsOf(pool, memberId),
    welcomeGrants,
    unverifiedCents: standings.unverifiedCents,
    level,
    clock,
    log,
  })
  cleanUp.defer(ledger.close)
  await untilLedgerAnswers(ledger.store, options)
  await assertOfOneMoment({ pool, store: ledger.store })
  if (config.eventStoreUrl !== null && config.role !== 'api') inspectLedger(config.eventStoreUrl, options)
  const { keyEncryptionKeys } = config
  for (const sentence of await lostKeys(pool, keyEncryptionKeys)) log.error(sentence)
  const platformKeys = createPlatformKeys({ pool, keyEncryptionKeys, clock: systemTime })
  const formerMembers = createFormerMembers({ keys: platformKeys })
  const { waitFor, onProgress, position, projections } = openProjections(url, ledger, announcements, options)
  const probe = () => Promise.all([ledger.store.head(), pool.query('select 1')])
  const waking = startWaking({ announcements, onProgress, probe })
  cleanUp.defer(waking.stop)
  return {
    config,
    log,
    pool,
    heavyPool,
    ledger,
    clock,
    realClock: systemTime,
    moneyClock,
    waitFor,
    projections,
    lag: lagOf(ledger, position),
    position,
    pools,
    waking,
    announcements,
    idempotency: createIdempotency({ pool: keyPool, head: () => ledger.store.head(), seen: ledger.seen }),
    sessions: createSessions({
      pool,
      keys: config.sessionKeys,
      https: config.publicUrl.startsWith('https:'),
      clock: systemTime,
      announcements,
    }),
    ...openMembers({ pool, clock: systemTime, announcements, formerMembers }),
    messageKeys: createMessageKeys({ pool, keyEncryptionKeys }),
    platformKeys,
    formerMembers,
    standings,
    closingAccounts: createClosingAccounts({ pool, announcements }),
    ...openDoors({ pool, clock: systemTime, publicUrl: config.publicUrl }),
  }
}
