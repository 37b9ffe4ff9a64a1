import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock, type Clock } from '../events/ids.ts'
import { stoppedProjections } from '../projections/checkpoint.ts'
import { composeAreas } from './areas.ts'
import { createCleanUp, type CleanUp } from './processes/clean-up.ts'
import type { Config } from './config/config.ts'
import { CLOCK_PROCESS, startClockRefresh } from './clock/refresh.ts'
import { checkProvider } from './identity/openid-provider.ts'
import { createApp } from './http/app.ts'
import { leavesClosing, refusesClosing } from './http/closing-gate.ts'
import { createFreshSignIn } from './http/fresh-sign-in.ts'
import { operatorChecks, readyChecks } from './health/server-checks.ts'
import { withIdempotency } from './http/idempotency.ts'
import { openFront, type Front } from './http/front.ts'
import type { Logger } from './logging/logger.ts'
import { createMetrics } from './http/metrics.ts'
import { createApiRouter, type ApiRouter } from './http/operation.ts'
import { registerOutcomes } from './http/outcomes.ts'
import { registerBatchReads } from './http/batch-reads.ts'
import { createRateLimits } from './http/rate-limits.ts'
import type { IdentityOptions } from './identity/identity.ts'
import type { Area } from './area.ts'
import { ledgerMetrics } from './metrics/ledger-metrics.ts'
import { untilStarted } from './database/waiting.ts'
import { openPlatform, type OpenPlatform } from './platform.ts'
import { createBacklogs } from './processes/backlog.ts'
import { startHousekeeping } from './processes/housekeeping.ts'
import type { Recurring } from './processes/recurring.ts'
import type { DevelopmentProvider } from './sandbox/identity-provider/provider.ts'

export interface RunningServer {
  readonly port: number
  /** Origin that members see. */
  readonly publicUrl: string
  /** Says that it is not ready, lets requests in flight finish, then stops everything in the reverse order of its start. */
  readonly close: () => Promise<void>
}

interface ServerOptions {
  readonly log: Logger
  /** The real time. */
  readonly clock?: Clock
  /** Called when a service that everything depends on is gone for good. */
  readonly onFatal: (error: Error) => void
}

const STATIC_DIR = path.join(import.meta.dirname, '..', 'dist')

/** Origin at which this process reaches itself: the address it listens on, or the loopback when it listens on all. */
const ownOrigin = (host: string, port: number): string => {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

/** The identity provider without passwords; null where an external one is configured, as always in production. */
const openDevelopmentProvider = async (
  { identityProvider, publicUrl, dataDir, environment, sandboxAuthTime }: Config,
  { log }: ServerOptions,
): Promise<DevelopmentProvider | null> => {
  if (identityProvider.kind === 'external') return null
  const { createDevelopmentProvider } = await import('./sandbox/identity-provider/provider.ts')
  const shape = { withoutAuthTime: !sandboxAuthTime }
  return createDevelopmentProvider({ publicUrl, dataDir, environment, log, shape })
}

const providerOf = (
  { identityProvider, environment }: Config,
  development: DevelopmentProvider | null,
): IdentityOptions['provider'] =>
  identityProvider.kind === 'external'
    ? { ...identityProvider, allowHttp: environment !== 'production' }
    : {
        issuer: '',
        clientId: '',
        clientSecret: '',
        clientAuth: null,
        allowHttp: false,
        ...development?.client,
      }

/** Starts the background processes, except with role `api`; the refresh of the sandbox's clock runs with every role. */
const startProcesses = async (
  { config, moneyClock, waking, ledger, projections, log }: OpenPlatform,
  areas: readonly Area[],
  cleanUp: CleanUp,
): Promise<readonly Recurring[]> => {
  const processes: Recurring[] = []
  const running = (...started: readonly Recurring[]): void => {
    processes.push(...started)
    waking.add(started)
    for (const { stop } of started) cleanUp.defer(stop)
  }
  if (moneyClock.shiftMs() !== null)
    running(
      startClockRefresh({
        moneyClock,
        onAdvanced: waking.wakeAll,
        settled:
          projections &&
          (() =>
            waking.settled(CLOCK_PROCESS, async () =>
              projections.waitFor(await ledger.store.head(), CAUGHT_UP_MS),
            )),
        log,
      }),
    )
  if (config.role === 'api') return processes
  for (const area of areas) running(...(await area.processes()))
  running(startHousekeeping({ purges: areas.flatMap(({ purges }) => purges), log }))
  return processes
}

/** How long it waits before it looks whether a projection has stopped, ms. */
const CAUGHT_UP_MS = 1_000

/**
 * Resolves when the read models show what was in the log at this call: until then nothing may act on them. A projection
 * that has stopped at an event is not waited for; health reports it.
 */
const untilCaughtUp = async (
  { ledger, pool, projections, log }: OpenPlatform,
  onWaiting: (forWhat: string) => void,
): Promise<void> => {
  if (projections === null) return
  const head = await ledger.store.head()
  for (let rounds = 0; !(await projections.waitFor(head, CAUGHT_UP_MS)); rounds += 1) {
    const stopped = await stoppedProjections(pool).catch(() => [])
    if (stopped.length > 0) return log.warn({ stopped }, 'Starting without all read models')
    if (rounds === 0) log.info({ head: head.toString() }, 'Waiting for the read models')
    onWaiting('the read models')
  }
}

const createApi = (platform: OpenPlatform, areas: readonly Area[]): ApiRouter => {
  const { config, moneyClock } = platform
  const { isClosing } = platform.closingAccounts
  const api = createApiRouter({
    publicUrl: config.publicUrl,
    limits: createRateLimits(config.rateLimits, platform),
    sessions: platform.sessions,
    tokens: platform.accessTokens,
    freshSignIn: createFreshSignIn({
      sessions: platform.sessions,
      events: platform.securityEvents,
      passkeys: platform.passkeys,
      required: config.passkeys === 'required',
    }),
    idempotent: (operation, handler, inOneCommit) =>
      withIdempotency(
        platform.idempotency,
        operation,
        refusesClosing(isClosing, handler),
        inOneCommit && leavesClosing(isClosing, inOneCommit),
      ),
    checkResponses: config.environment !== 'production',
    logReaches: platform.idempotency.logReaches,
    behindMs: async () => (await platform.lag()).certainMs,
    moneyClock,
  })
  if (config.role === 'worker') return api
  registerOutcomes(api, platform)
  registerBatchReads(api)
  for (const area of areas) area.register(api)
  return api
}

/** Starts everything behind the port, and undoes it by `cleanUp`. */
const start = async (
  config: Config,
  options: ServerOptions,
  server: Front,
  cleanUp: CleanUp,
): Promise<void> => {
  const { log, clock: systemTime = systemClock, onFatal } = options
  const { publicUrl, environment } = config
  const { onWaiting } = server
  const serves = config.role !== 'worker'
  const platform = await openPlatform({ config, log, systemTime, onFatal, cleanUp, onWaiting })
  const development = await openDevelopmentProvider(config, options)
  const provider = providerOf(config, development)
  if (serves && !development) await checkProvider(provider, log)
  const { areas, seeded, live } = await composeAreas(platform, {
    provider,
    // Past any proxy, if this process serves the API.
    origin: serves ? ownOrigin(config.host, server.port) : publicUrl,
  })
  await untilCaughtUp(platform, onWaiting)
  if (config.role !== 'api' && config.seed === 'demo' && development) {
    const { seedAll } = await import('./sandbox/seed-all.ts')
    await seedAll(platform, seeded)
  }
  const processes = await startProcesses(platform, areas, cleanUp)
  const backlogs = createBacklogs(
    areas.flatMap((area) => area.backlogs ?? []),
    config.readyBacklogSeconds * 1_000,
  )
  const metrics = createMetrics({
    token: config.metricsToken,
    open: environment !== 'production',
    openStreams: live.size,
  })
  for (const metric of [
    ...platform.ledger.metrics,
    ...ledgerMetrics(platform, backlogs, processes),
    ...areas.flatMap((area) => area.metrics ?? []),
  ])
    metrics.registry.registerMetric(metric)
  let stopping = false

  server.serve(
    createApp({
      log,
      api: createApi(platform, areas),
      sessions: platform.sessions,
      metrics,
      checks: {
        ready: readyChecks(platform, () => stopping),
        health: operatorChecks(platform, processes),
        revision: config.revision,
      },
      trustProxy: config.trustProxy,
      stripe: config.payments.kind === 'stripe',
      staticDir: STATIC_DIR,
      mounts: serves && development ? [development.mount] : [],
    }),
  )
  cleanUp.defer(() => server.close(config.shutdownSeconds * 1_000))
  // Runs before the server's close: the server waits for open streams, which only end this way.
  cleanUp.defer(live.close)
  // First of all: a proxy that sees 503 sends its next requests elsewhere, and meanwhile everything is answered.
  cleanUp.defer(async () => {
    stopping = true
    server.endConnections()
    if (serves) await pause(config.shutdownPauseSeconds * 1_000)
  })
}

/**
 * The composition root: configuration in, a listening server out. `ROLE` decides what runs: the API (`api`), the
 * projections and processes (`worker`), or everything in one process (`all`).
 */
export const startServer = async (config: Config, options: ServerOptions): Promise<RunningServer> => {
  const { log } = options
  const cleanUp = createCleanUp()
  try {
    // First, so that a port in use is reported before anything is changed.
    const front = await openFront(config)
    cleanUp.defer(() => front.close(0))
    if (config.tracesUrl !== null) {
      const { startTracing } = await import('./tracing/tracing.ts')
      cleanUp.defer(startTracing(config.tracesUrl, config.trustProxy, log))
    }
    const attempt = (own: CleanUp) => start(config, options, front, own)
    const running = await untilStarted(attempt, { log, onWaiting: front.onWaiting })
    cleanUp.defer(running.cleanUp.run)
    return { port: front.port, publicUrl: config.publicUrl, close: cleanUp.run }
  } catch (error) {
    await cleanUp.run().catch((after) => log.error({ err: after }, 'Cleaning up after a failed start'))
    throw error
  }
}
