import { forgetMemories } from './memory.ts'
import path from 'node:path'
import { IDEMPOTENCY_KEY_HEADER } from '../../../api/contract/operation.ts'
import type { Config } from '../../../api/config/config.ts'
import { loadConfig } from '../../../api/config/load.ts'
import { sandboxWebhookSecret } from '../../../api/external-services.ts'
import { createPlatformKeys } from '../../../api/keys/platform-keys.ts'
import { sign, SIGNATURE_HEADER } from '../../../api/sandbox/processor/signature.ts'
import { createLogger } from '../../../api/logging/logger.ts'
import { startServer, type RunningServer } from '../../../api/server.ts'
import type { RecordedEvent, EventStore } from '../../../events/store/event-store.ts'
import type { CurrentUser } from '../../../api/contract/session.ts'
import { WORK_CHANNEL } from '../../../api/processes/waking.ts'
import { scratchFolder } from '../../crash/scratch.ts'
import { openBrowser, type Browser } from '../../support/browser.ts'
import { startCrashLedger } from '../../support/crash-ledger.ts'
import { freePort } from '../../support/free-port.ts'
import { movingClock, type TestClock } from '../../support/moving-clock.ts'
import { openPool } from '../../support/open-pool.ts'
import { startOwnPostgres } from '../../support/own-postgres.ts'
import { eventually } from '../../support/read-models.ts'
import { NO_PUSH_SERVICE } from '../../support/test-server.ts'
import { NO_LIMITS } from '../no-limits.ts'

/** What one member asks of the API. */
export interface Call {
  readonly member: Everywhere
  readonly method?: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
}

export interface Answer {
  readonly status: number
  readonly text: string
}

/** A member with one session and a browser at each process. */
export interface Everywhere {
  readonly user: CurrentUser
  readonly browsers: readonly Browser[]
  /** At the first process. */
  readonly browser: Browser
  readonly signInAgain: () => Promise<void>
}

export interface FormsWorld {
  readonly apis: number
  readonly store: EventStore
  readonly clock: TestClock
  readonly signIn: (handle: string) => Promise<Everywhere>
  readonly send: (call: Call, key: string | null, api: number) => Promise<Answer>
  /**
   * While the log takes nothing in: sends each, the next one when the one before waits for the log (or was answered), and
   * `between` them; then lets the log go on. So all of them have decided before any is stored.
   */
  readonly inFlight: <T>(sends: readonly (() => Promise<T>)[], between?: () => void) => Promise<T[]>
  /** While the log takes nothing in: does the work, and waits until so many processes wait for the log. */
  readonly whileHeld: (work: () => unknown, count: number) => Promise<void>
  /** Delivers a webhook of the sandbox's processor to a process. */
  readonly deliver: (body: object, api: number) => Promise<Response>
  /** Events with this idempotency key in their metadata, and those that followed from them, in the order of the log. */
  readonly eventsOf: (key: string) => Promise<readonly RecordedEvent[]>
  readonly divergences: () => Promise<number>
  readonly stop: () => Promise<void>
}

/** A request with another key of the member's own is in the log's hands by then, or was refused without it, ms. */
const WAITS_MS_MAX = 1_500
const WAITING = `
  select count(*)::int as waiting from pg_locks
  where locktype = 'advisory' and not granted and (classid::bigint << 32) | objid::bigint = 7310593858`

/**
 * So many processes of one installation, in this process: each has its own connections and its own memory, and they share
 * nothing but the databases and the clock. The first, or every one, also does the background work.
 */
export const createFormsWorld = async (
  apis: number,
  working: 'first' | 'every' = 'first',
): Promise<FormsWorld> => {
  forgetMemories()
  const scratch = scratchFolder()
  const postgres = await startOwnPostgres({
    dataDir: path.join(scratch.dir, 'postgres'),
    database: 'youtility',
    durability: 'volatile',
  })
  const ledger = await startCrashLedger()
  const clock = movingClock(new Date().toISOString())
  const running: RunningServer[] = []
  const configs: Config[] = []
  const publicPort = await freePort()
  const publicUrl = `http://127.0.0.1:${publicPort}`
  const start = async (role: 'all' | 'api', port: number): Promise<void> => {
    const config = loadConfig({
      NODE_ENV: 'test',
      ROLE: role,
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      DATA_DIR: path.join(scratch.dir, 'data'),
      DATABASE_URL: postgres.url,
      PUSH_SERVICES: NO_PUSH_SERVICE,
      DATABASE_CONNECTIONS: '8',
      ...(running.length > 0 && { SEED: 'none' }),
      ...ledger.env,
      ...NO_LIMITS,
    })
    configs.push(config)
    running.push(
      await startServer(config, {
        log: createLogger('silent'),
        clock,
        onFatal: (error) => {
          throw error
        },
      }),
    )
  }
  await start('all', publicPort)
  for (let n = 1; n < apis; n += 1) await start(working === 'every' ? 'all' : 'api', await freePort())
  const origins = running.map(({ port }) => `http://127.0.0.1:${port}`)
  const store = ledger.open(postgres.url)
  const [config] = configs
  if (!config) throw new Error('There is no process')
  const pool = openPool({ connectionString: postgres.url, max: 2 })
  clock.onForward(() => void pool.query(`notify ${WORK_CHANNEL}`))

  const signIn: FormsWorld['signIn'] = async (handle) => {
    const [browser, ...others] = origins.map((origin) => openBrowser(origin))
    if (!browser) throw new Error('There is no process')
    const signInAgain = async () => {
      const user = await browser.signIn(handle)
      for (const other of others) for (const [name, value] of browser.cookies) other.cookies.set(name, value)
      return user
    }
    const user = await signInAgain()
    return {
      user,
      browser,
      browsers: [browser, ...others],
      signInAgain: async () => void (await signInAgain()),
    }
  }

  const platformKeys = createPlatformKeys({ ...config, pool, clock })
  const secret = await sandboxWebhookSecret(platformKeys)

  const waitForLog = async (count: number, answered: Promise<unknown>): Promise<void> => {
    const waits = async () => (await pool.query<{ waiting: number }>(WAITING)).rows[0]?.waiting ?? 0
    await Promise.race([
      answered.catch(() => {}),
      eventually(async () => (await waits()) >= count, 'they wait for the log', WAITS_MS_MAX).catch(() => {}),
    ])
  }

  return {
    apis,
    store,
    clock,
    signIn,
    send: async ({ member, method = 'POST', path: where, body }, key, api) => {
      const browser = member.browsers[api]
      if (!browser) throw new RangeError(`There is no process ${api}`)
      const response = await browser.fetch(where, {
        method,
        headers: {
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(key !== null && { [IDEMPOTENCY_KEY_HEADER]: key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: response.status, text: await response.text() }
    },
    inFlight: async (sends, between = () => {}) => {
      const release = await ledger.hold?.(postgres.url)
      const sent = []
      try {
        for (const [n, send] of sends.entries()) {
          if (n > 0) between()
          const answer = send()
          sent.push(answer)
          await waitForLog(n + 1, answer)
        }
      } finally {
        await release?.()
      }
      return Promise.all(sent)
    },
    whileHeld: async (work, count) => {
      const release = await ledger.hold?.(postgres.url)
      try {
        await work()
        await waitForLog(count, new Promise(() => {}))
      } finally {
        await release?.()
      }
    },
    deliver: (body, api) => {
      const text = JSON.stringify(body)
      const headers = {
        'Content-Type': 'application/json',
        [SIGNATURE_HEADER]: sign(secret, Buffer.from(text), clock()),
      }
      return fetch(`${origins[api]}/api/webhooks/sandbox`, { method: 'POST', headers, body: text })
    },
    eventsOf: async (key) => {
      const found: RecordedEvent[] = []
      const correlations = new Set<unknown>()
      for await (const recorded of store.readAll()) {
        const { idempotencyKey, correlationId } = recorded.metadata
        if (idempotencyKey === key) correlations.add(correlationId)
        if (correlations.has(correlationId)) found.push(recorded)
      }
      return found
    },
    divergences: async () => {
      const counted = await Promise.all(
        origins.map(async (origin) => {
          const text = await (await fetch(`${origin}/metrics`)).text()
          const value = /^ledger_memory_divergences_total (\d+)$/m.exec(text)?.[1]
          if (value === undefined) throw new Error(`${origin} counts no divergences`)
          return Number(value)
        }),
      )
      return counted.reduce((sum, one) => sum + one, 0)
    },
    stop: async () => {
      for (const one of running.toReversed()) await one.close()
      await pool.end()
      await store.close()
      await ledger.stop()
      await postgres.stop()
      scratch.remove()
    },
  }
}
