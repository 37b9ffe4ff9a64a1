import type { RequestListener } from 'node:http'
import path from 'node:path'
import { systemClock, type Clock } from '../events/ids.ts'
import { migrateEventStore } from '../events/store/postgres/event-store-schema.ts'
import { migrate } from '../events/store/postgres/migrate.ts'
import { migrateReadModels } from '../projections/migrate.ts'
import { createPositionWaiter } from '../projections/position-waiter.ts'
import { PROJECTIONS } from '../projections/projections.ts'
import { startProjections } from '../projections/runner.ts'
import { hasPaid, undeliveredTransfers } from '../projections/transfers/queries.ts'
import type { Config } from './config.ts'
import { createPool } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { createLineUsage } from './contacts/line-usage.ts'
import { registerContacts } from './contacts/routes.ts'
import { createApp } from './http/app.ts'
import { createIdempotency } from './http/idempotency.ts'
import { listen } from './http/listen.ts'
import type { Logger } from './http/logger.ts'
import { createMetrics } from './http/metrics.ts'
import { createApiRouter } from './http/operation.ts'
import { registerOutcomes } from './http/outcomes.ts'
import { createRateLimits } from './http/rate-limits.ts'
import { createSessions } from './http/sessions.ts'
import { createIdentity } from './identity/identity.ts'
import { createMessageKeys } from './identity/message-keys.ts'
import { rewrapOnce } from './identity/rewrap.ts'
import { composeInvestments } from './pools/compose.ts'
import { openLedger } from './ledger.ts'
import { startHousekeeping } from './processes/housekeeping.ts'
import { healthOf, recurring, type Recurring } from './processes/recurring.ts'
import { startTransferDelivery } from './wallet/transfer-delivery.ts'
import { createSandboxClock, realClock } from './sandbox/clock/clock.ts'
import { registerSandboxClock } from './sandbox/clock/routes.ts'
import { DEMO_MEMBERS, DEVELOPMENT_ISSUER } from './sandbox/identity-provider/demo-members.ts'
import { createDevelopmentProvider } from './sandbox/identity-provider/provider.ts'
import { seedDemo } from './sandbox/seed.ts'
import { seedContacts } from './sandbox/seed-contacts.ts'
import { seedGovernance } from './sandbox/seed-governance.ts'
import { seedTelecom } from './sandbox/seed-devices.ts'
import { createSandboxMarket } from './sandbox/market/market.ts'
import { seedPools } from './sandbox/seed-pools.ts'
import { createSandboxTreasuryBank } from './sandbox/treasury-bank.ts'
import { contactsData } from './contacts/personal-data.ts'
import { telecomData } from './devices/personal-data.ts'
import { composeDid } from './credentials/compose.ts'
import { composeProfile } from './profile/compose.ts'
import { ledgerData } from './profile/ledger-data.ts'
import { identityData } from './profile/personal-data.ts'
import { poolsData } from './profile/pools-data.ts'
import { paymentsData } from './deposits/personal-data.ts'
import { composePayments } from './deposits/compose.ts'
import { registerReports } from './reports/routes.ts'
import { composeRequests } from './requests/compose.ts'
import { composeTelecom } from './devices/compose.ts'
import { createTelecomBiller } from './devices/biller.ts'
import { registerWallet } from './wallet/routes.ts'
import { composeProof } from './proof/compose.ts'
import { composeYut } from './token/compose.ts'

export interface RunningServer {
  readonly port: number
  /** Origin that members see. */
  readonly publicUrl: string
  /** Lets what is under way finish, then ends everything in the reverse order of its start. */
  readonly close: () => Promise<void>
}

const STATIC_DIR = path.join(import.meta.dirname, '..', 'dist')
const MIGRATIONS_DIR = path.join(import.meta.dirname, 'migrations')

/** What has to be ended, latest first, even when the start fails halfway. */
const createCleanUp = () => {
  const steps: (() => Promise<unknown>)[] = []
  return {
    defer: (step: () => Promise<unknown>) => steps.push(step),
    run: async () => {
      for (const step of steps.splice(0).toReversed()) await step()
    },
  }
}

/** Where this process reaches itself: the address it listens on, or the loopback when that is any address. */
const ownOrigin = (host: string, port: number): string => {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

const notReadyYet: RequestListener = (_req, res) => {
  res.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1' })
  res.end(JSON.stringify({ error: 'Youtility is starting. Please try again in a moment.', code: 'starting' }))
}

/**
 * The composition root: configuration in, a listening server out. `ROLE` decides which parts run: the API,
 * the projections and processes (`worker`), or `all` of them in one process.
 */
export const startServer = async (
  config: Config,
  {
    log,
    clock = systemClock,
    onFatal,
  }: {
    log: Logger
    clock?: Clock
    /** Something that everything rests on is gone for good. */
    onFatal: (error: Error) => void
  },
): Promise<RunningServer> => {
  const cleanUp = createCleanUp()
  try {
    return await start(config, { log, clock, onFatal, cleanUp })
  } catch (error) {
    await cleanUp.run()
    throw error
  }
}

const start = async (
  config: Config,
  {
    log,
    clock: systemTime,
    onFatal,
    cleanUp,
  }: {
    log: Logger
    clock: Clock
    onFatal: (error: Error) => void
    cleanUp: ReturnType<typeof createCleanUp>
  },
): Promise<RunningServer> => {
  const { publicUrl, dataDir, environment } = config
  const serves = config.role !== 'worker'
  const works = config.role !== 'api'

  // First of all, so that a taken port is known before anything is touched.
  let handle: RequestListener = notReadyYet
  const server = await listen((req, res) => handle(req, res), { host: config.host, port: config.port })
  cleanUp.defer(() => server.close(0))

  const embedded =
    config.databaseUrl === null ? await startEmbeddedPostgres({ dataDir, log, onGone: onFatal }) : null
  if (embedded) cleanUp.defer(embedded.stop)
  const databaseUrl = embedded?.url ?? config.databaseUrl ?? ''

  await migrateEventStore(databaseUrl)
  await migrateReadModels(databaseUrl)
  await migrate({ url: databaseUrl, dir: MIGRATIONS_DIR, schema: 'app' })

  const onIdleError = (error: Error) => log.warn({ err: error }, 'A database connection was lost')
  const pool = createPool(databaseUrl, { onIdleError })
  cleanUp.defer(() => pool.end())
  const keyPool = createPool(databaseUrl, { max: 4, byKey: true, onIdleError, name: 'youtility-keys' })
  cleanUp.defer(() => keyPool.end())

  // Money goes by a clock that can be put forward where nothing is real; sessions and identity by the real one.
  const moneyClock =
    environment === 'production'
      ? realClock(systemTime)
      : await createSandboxClock({ pool, clock: systemTime })
  const clock = moneyClock.now

  const ledger = openLedger({ ...config, databaseUrl, clock, log })
  cleanUp.defer(ledger.close)

  const projections = works ? startProjections({ store: ledger.store, url: databaseUrl, log }) : null
  const waiter =
    projections ?? createPositionWaiter({ url: databaseUrl, names: PROJECTIONS.map(({ name }) => name), log })
  cleanUp.defer('stop' in waiter ? waiter.stop : waiter.close)

  const bank = createSandboxTreasuryBank({ secret: config.keyEncryptionKeys[0] ?? '' })
  const sessions = createSessions({
    pool,
    keys: config.sessionKeys,
    https: publicUrl.startsWith('https:'),
    clock: systemTime,
  })
  const development =
    config.identityProvider.kind === 'development'
      ? createDevelopmentProvider({ publicUrl, dataDir, environment, log })
      : null
  const identity = createIdentity({
    pool,
    sessions,
    clock: systemTime,
    publicUrl,
    provider:
      config.identityProvider.kind === 'external'
        ? { ...config.identityProvider, allowHttp: environment !== 'production' }
        : { issuer: '', clientId: '', clientSecret: '', allowHttp: false, ...development?.client },
    onSignedIn: async ({ id }) => {
      await account.assertOpen(id)
      await ledger.ensureWallet(id)
    },
    hasPaid: (senderId, recipientId) => hasPaid(pool, senderId, recipientId),
  })

  const processes: Recurring[] = []
  const keepGoing = (started: readonly Recurring[]) => {
    processes.push(...started)
    for (const { stop } of started) cleanUp.defer(stop)
  }

  const messageKeys = createMessageKeys({ pool, keyEncryptionKeys: config.keyEncryptionKeys })
  const yut = composeYut({ config, pool, ledger, clock, log, waitFor: waiter.waitFor })
  const telecom = composeTelecom({ config, pool, clock, log })
  const investments = composeInvestments({
    pool,
    ledger,
    clock,
    log,
    market: createSandboxMarket({ seed: 'youtility' }),
    billers: [createTelecomBiller({ pool, clock })],
    waitFor: waiter.waitFor,
  })
  if (works && config.seed === 'demo' && development) {
    const profiles = DEMO_MEMBERS.map((member) => ({ ...member, issuer: DEVELOPMENT_ISSUER, picture: null }))
    const people = { members: identity.members, clock, profiles }
    if (await seedDemo({ ...ledger, ...people, bank })) {
      await seedGovernance({ ...yut, ...people, messageKeys })
      await seedContacts({ pool, ...people })
      await seedPools({ ...investments, ...people, wallets: ledger.wallets, messageKeys })
      await seedTelecom({ orders: telecom.orders, ...people })
    }
  }
  if (works) await yut.fundReserve()
  if (works) keepGoing(yut.startProcesses())
  if (works) keepGoing(investments.startProcesses())
  if (moneyClock.shiftMs() !== null)
    keepGoing([recurring({ name: 'sandbox clock', everyMs: 1_000, round: moneyClock.refresh, log })])

  if (works)
    keepGoing([
      startTransferDelivery({
        transfers: ledger.transfers,
        log,
        undelivered: async (olderThanMs, limit) => {
          const rows = await undeliveredTransfers(pool, new Date(clock().getTime() - olderThanMs), limit)
          return rows.map((row) => ({
            transferId: row.id,
            from: row.senderId,
            to: row.recipientId,
            amount: { currency: row.currency, minor: row.minor },
            message: row.message,
            sentAt: row.sentAt,
            position: row.sentPosition,
          }))
        },
      }),
    ])
  // The sandbox sends webhooks to ourselves, past any proxy where this process serves them.
  const origin = serves ? ownOrigin(config.host, server.port) : publicUrl
  const payments = composePayments({
    config,
    pool,
    ledger,
    // Stripe signs by the real time.
    clock: config.payments.kind === 'stripe' ? systemTime : clock,
    log,
    origin,
  })
  if (works) keepGoing(payments.startProcesses())
  const proof = await composeProof({ config, pool, store: ledger.store, waitFor: waiter.waitFor, log })
  if (works) keepGoing(await proof.startProcesses())
  // Identity goes by the real time, like sessions: outside verifiers know no other.
  const identityParts = { ...config, pool, clock: systemTime, log, messageKeys, sessions }
  const did = composeDid({ ...identityParts, store: ledger.store, members: identity.members })
  const account = composeProfile({
    ...identityParts,
    ledger,
    ledgerClock: clock,
    did,
    areas: [
      contactsData,
      telecomData,
      paymentsData,
      poolsData(messageKeys),
      ledgerData(messageKeys),
      identityData,
    ],
  })
  if (works) keepGoing([did.startProcess(), account.startProcess()])
  const rewrap = rewrapOnce([messageKeys.rewrap, did.rewrapKeys])
  const purges = [sessions.purge, identity.purge, ...payments.purges, ...proof.purges, rewrap]
  if (works) cleanUp.defer(startHousekeeping({ purges, log }).stop)

  if (works) for (const { stop } of telecom.startProcesses()) cleanUp.defer(stop)

  const requests = composeRequests({ pool, ledger, clock, log })
  if (works) keepGoing(requests.startProcesses())

  const api = createApiRouter({
    publicUrl,
    limits: createRateLimits(config.rateLimits),
    checkResponses: environment !== 'production',
    moneyClock,
  })
  if (serves) {
    identity.register(api)
    const area = {
      ...ledger,
      pool,
      clock,
      idempotency: createIdempotency({ pool: keyPool }),
      members: identity.members,
      messageKeys,
      bank,
      waitFor: waiter.waitFor,
    }
    registerOutcomes(api, area)
    registerWallet(api, area)
    requests.register(api, area)
    registerReports(api, area)
    yut.register(api, area)
    payments.register(api, area)
    telecom.register(api, area)
    investments.register(api, area)
    registerSandboxClock(api, moneyClock)
    proof.register(api)
    did.register(api)
    account.register(api)
    registerContacts(api, { pool, clock: systemTime, usageOf: createLineUsage({ pool, clock }) })
  }

  handle = createApp({
    log,
    api,
    sessions,
    metrics: createMetrics({ token: config.metricsToken, open: environment !== 'production' }),
    checks: {
      database: async () => {
        await pool.query('select 1')
        return { ok: true }
      },
      ledger: async () => {
        await ledger.store.head()
        return { ok: true }
      },
      ...(projections && {
        projections: async () => {
          const bad = Object.entries(projections.health()).filter(([, { ok }]) => !ok)
          return bad.length === 0
            ? { ok: true }
            : { ok: false, detail: bad.map(([name, { state }]) => `${name}: ${state}`).join(', ') }
        },
      }),
      ...(works && { processes: async () => healthOf(processes) }),
    },
    trustProxy: config.trustProxy,
    stripe: config.payments.kind === 'stripe',
    staticDir: STATIC_DIR,
    mounts: serves && development ? [development.mount] : [],
  })
  cleanUp.defer(() => server.close(config.shutdownSeconds * 1_000))
  return { port: server.port, publicUrl, close: cleanUp.run }
}
