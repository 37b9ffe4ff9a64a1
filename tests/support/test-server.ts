import type { Pool } from 'pg'
import type { Config } from '../../api/config/config.ts'
import { loadConfig } from '../../api/config/load.ts'
import { createPool } from '../../api/database/database.ts'
import { createLogger } from '../../api/logging/logger.ts'
import { formerAccountsOf } from '../../api/identity/former-members.ts'
import { openLedger, type Ledger } from '../../api/wallet/ledger.ts'
import { createWelcomeGrants } from '../../api/wallet/welcome-grants.ts'
import { startServer, type RunningServer } from '../../api/server.ts'
import { WORK_CHANNEL } from '../../api/processes/waking.ts'
import { systemClock, type Clock } from '../../events/ids.ts'
import { checkLedger, type LedgerFacts } from './ledger-invariants.ts'
import { beforeTests } from './before-tests.ts'
import { openBrowser, type Browser } from './browser.ts'
import { freePort } from './free-port.ts'
import type { TestClock } from './moving-clock.ts'
import { installationFor, removeInstallation } from './installation.ts'

/** A connection costs Postgres as much as a hundred queries: a test's few calls at once share some. */
const DATABASE_CONNECTIONS = '8'

/** Address of a push service on which nothing listens. */
export const NO_PUSH_SERVICE = 'http://127.0.0.1:9'

export interface TestServerOptions {
  /** Environment variables on top of the test's own, such as `RATE_LIMIT_MONEY_PER_MINUTE`. */
  readonly env?: Readonly<Record<string, string>>
  /** When a test moves it forward, processes look for work that has become due. */
  readonly clock?: Clock | TestClock
  /**
   * Processes that members' commands go to in turn, 2 unless a test is about a single process: what one of them has in
   * memory must never differ from what another one stored.
   */
  readonly processes?: 1 | 2
}

/** A signed-in demo member in a browser of their own. */
export type Member = Browser & { readonly id: string; readonly handle: string }

export interface TestServer {
  /** Origin that members use. */
  readonly url: string
  readonly config: Config
  /** The database as the owner of its tables; the server connects as a user with fewer rights. */
  readonly ownerUrl: string
  /** Connections to the same database, as from another process. */
  readonly pool: Pool
  /** The write side, as in another process: for facts that no call makes. */
  readonly ledger: Ledger
  /** Signs a demo member in, in a browser of their own. */
  readonly signIn: (handle: string) => Promise<Member>
  /** Everything logged so far, one JSON object a line. */
  readonly logged: () => string
  /** Ends the server and starts it again on the same data, with another configuration if some is given. */
  readonly restart: (changed?: Partial<Config>) => Promise<void>
  /** Folds the whole log and throws at a broken invariant. */
  readonly check: (options?: { idle?: boolean }) => Promise<LedgerFacts>
  readonly stop: () => Promise<void>
}

/**
 * The whole server, as `api/main.ts` composes it, in this process on a separate database. The four demo members have
 * $2,500.00 and 500 YUT each, unless `env` sets `SEED: 'none'`. Only in test projects that start Postgres (`api`).
 */
export const startTestServer = async ({
  env = {},
  clock = systemClock,
  processes = 2,
}: TestServerOptions = {}): Promise<TestServer> => {
  const installation = await installationFor(env, clock)
  const { database, dataDir } = installation
  const config = loadConfig({
    NODE_ENV: 'test',
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    PUSH_SERVICES: NO_PUSH_SERVICE,
    DATABASE_CONNECTIONS,
    ...(database && { DATABASE_URL: database.writerUrl }),
    ...env,
  })
  const databaseUrl = config.databaseUrl ?? ''
  const ownerUrl = database?.url ?? databaseUrl
  const lines: string[] = []
  const log = createLogger('debug', { write: (line) => void lines.push(line) })
  const startOne = (changed: Partial<Config>) =>
    startServer(
      { ...config, ...changed },
      {
        log,
        clock,
        onFatal: (error) => {
          throw error
        },
      },
    )
  const otherPort = await freePort()
  /** The second one only answers: background work stays with the first. */
  const start = async (changed: Partial<Config>) => {
    const first = await startOne(changed)
    if (processes === 1 || config.role === 'worker') return [first]
    const { publicUrl } = { ...config, ...changed }
    return [first, await startOne({ ...changed, role: 'api', seed: 'none', port: otherPort, publicUrl })]
  }
  const close = async (started: readonly RunningServer[]): Promise<void> => {
    for (const one of started.toReversed()) await one.close()
  }
  let running = await start(installation.seeded ? { seed: 'none' } : {})
  const pool = createPool(ownerUrl, { max: 4, name: 'test', statementTimeoutMs: 60_000 })
  const formerAccounts = (memberId: string) => formerAccountsOf(pool, memberId)
  const welcomeGrants = createWelcomeGrants({
    pool,
    clock,
    grantMinor: config.welcomeGrantMinor,
    perDayMinor: config.welcomePerDayMinor,
  })
  const ledger = await openLedger({ ...config, databaseUrl, formerAccounts, welcomeGrants, clock, log })
  if ('onForward' in clock) clock.onForward(() => void pool.query(`notify ${WORK_CHANNEL}`))
  return {
    url: config.publicUrl,
    config,
    ownerUrl,
    pool,
    ledger,
    signIn: async (handle) => {
      const others = running.slice(1).map(({ port }) => `http://127.0.0.1:${port}`)
      const browser = openBrowser(config.publicUrl, others)
      const { id } = await browser.signIn(handle)
      return { ...browser, id, handle }
    },
    logged: () => lines.join(''),
    restart: async (changed = {}) => {
      await close(running)
      running = await start(changed)
    },
    check: (options) => checkLedger(ledger.store.readAll(), options),
    stop: async () => {
      await close(running)
      await ledger.close()
      await pool.end()
      await removeInstallation(installation)
    },
  }
}

/** A server for the tests of a file, or of a `describe`: starts before the first of them and stops after the last. */
export const testServer = (options: TestServerOptions = {}): TestServer =>
  beforeTests(
    () => startTestServer(options),
    ({ stop }) => stop(),
  )

/** Nothing is under way any more, and no invariant of the ledger is broken. */
export const checkAndStop = async ({ check, stop }: TestServer): Promise<void> => {
  try {
    await check()
  } finally {
    await stop()
  }
}

/** As {@link testServer}, with a check of the ledger at its end. */
export const checkedServer = (options: TestServerOptions = {}): TestServer =>
  beforeTests(() => startTestServer(options), checkAndStop)

/** Signs a demo member in before the first test. */
export const signedIn = (server: Pick<TestServer, 'signIn'>, handle: string): Member =>
  beforeTests(() => server.signIn(handle))
