import path from 'node:path'
import { startPostgres, type RunningPostgres } from '../../api/database/embedded/launcher.ts'
import { withClient } from '../../events/store/postgres/with-client.ts'
import { scratchFolder } from '../crash/scratch.ts'
import { startCrashLedger, type CrashLedger } from '../support/crash-ledger.ts'
import { freePort } from '../support/free-port.ts'
import { startOwnPostgres } from '../support/own-postgres.ts'
import { serverProcess, type ServerProcess } from '../support/server-process.ts'
import { createSmallDisk, type SmallDisk } from './disk.ts'
import { createChaosProxy, type ChaosProxy } from './proxy.ts'

/** What faults are done to. */
export interface Patient {
  /** Faults that are under way. */
  readonly troubles: Set<string>
  /** Since when nothing is done to it and it works, by `performance.now()`; null while something is. */
  wellSince: number | null
}

/** One of our processes, with a proxy before each server that it connects to. */
export interface Actor extends Patient {
  readonly name: string
  readonly role: 'api' | 'worker'
  readonly server: ServerProcess
  readonly proxies: readonly ChaosProxy[]
}

export interface World {
  readonly apis: readonly Actor[]
  readonly workers: readonly Actor[]
  readonly ledger: CrashLedger & Patient
  readonly disk: SmallDisk
  /** The way to the database past every proxy. */
  readonly url: string
  readonly database: Patient & {
    readonly kill: () => Promise<void>
    /** Starts it if it does not run. */
    readonly revive: () => Promise<void>
  }
  /** Read models may be behind for so long before a process says that it is not ready, seconds. */
  readonly readyLagSeconds: number
  readonly stop: () => Promise<void>
}

const READY_LAG_SECONDS = 5
const SECRETS = { KEY_ENCRYPTION_KEY: 'k'.repeat(43) + '=', SESSION_KEYS: 's'.repeat(43) + '=' }
/** Four processes start beside each other. */
const START_MS_MAX = 180_000

const throughPort = (url: string, port: number): string => Object.assign(new URL(url), { port }).href

/** How many processes of each role, and what their environment says besides. */
export interface WorldOptions {
  readonly apis?: number
  readonly workers?: number
  readonly env?: Readonly<Record<string, string>>
}

/** Two processes of each role, a Postgres on a disk of its own, and where it is asked for an EventStoreDB. */
export const createWorld = async ({
  apis: apiCount = 2,
  workers: workerCount = 2,
  env = {},
}: WorldOptions = {}): Promise<World> => {
  const scratch = scratchFolder()
  const disk = createSmallDisk(path.join(scratch.dir, 'disk'))
  const dataDir = path.join(disk.dir, 'postgres')
  let postgres: RunningPostgres = await startOwnPostgres({ dataDir, database: 'youtility' })
  const { port, url } = postgres
  await withClient(url, 'chaos', async (client) => {
    await client.query(`alter system set max_wal_size = '128MB'`)
    await client.query('select pg_reload_conf()')
  })
  const ledger = await startCrashLedger()
  const firstApiPort = await freePort()
  const eventStoreUrl = ledger.env['EVENTSTORE_URL']

  const actor = async (name: string, role: Actor['role'], ownPort: number): Promise<Actor> => {
    const database = await createChaosProxy(port)
    const events = eventStoreUrl ? await createChaosProxy(Number(new URL(eventStoreUrl).port)) : null
    const server = serverProcess({
      port: ownPort,
      // One for all, as the settings of an installation are.
      dataDir: path.join(scratch.dir, 'data'),
      env: {
        ...SECRETS,
        ROLE: role,
        // A worker has no pages; what it sends goes to an api.
        ...(role === 'worker' && { PUBLIC_URL: `http://localhost:${firstApiPort}` }),
        DATABASE_URL: throughPort(url, database.port),
        ...(eventStoreUrl && events && { EVENTSTORE_URL: throughPort(eventStoreUrl, events.port) }),
        READY_LAG_SECONDS: String(READY_LAG_SECONDS),
        ...env,
      },
    })
    const proxies = events ? [database, events] : [database]
    return { name, role, server, proxies, troubles: new Set(), wellSince: null }
  }
  const createActors = async (role: Actor['role'], count: number): Promise<Actor[]> => {
    const made: Actor[] = []
    for (let n = 1; n <= count; n += 1)
      made.push(
        await actor(`${role} ${n}`, role, role === 'api' && n === 1 ? firstApiPort : await freePort()),
      )
    return made
  }
  const apis = await createActors('api', apiCount)
  const workers = await createActors('worker', workerCount)
  const actors = [...workers, ...apis]
  const stop = async (): Promise<void> => {
    for (const { server, proxies } of actors) {
      await server.kill()
      for (const proxy of proxies) await proxy.close()
    }
    await ledger.stop()
    await postgres.stop()
    disk.remove()
    scratch.remove()
  }

  let running = true
  const watched = (started: RunningPostgres): RunningPostgres => {
    running = true
    void started.exited.then(() => (running = started !== postgres && running))
    return started
  }
  watched(postgres)
  try {
    const start = async (actor: Actor): Promise<void> => {
      actor.server.start()
      await actor.server.ready(START_MS_MAX)
      actor.wellSince = performance.now()
    }
    const [first, ...others] = actors
    // It makes the tables and the demo members.
    if (first) await start(first)
    await Promise.all(others.map(start))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    apis,
    workers,
    ledger: { ...ledger, troubles: new Set(), wellSince: performance.now() },
    disk,
    url,
    database: {
      troubles: new Set(),
      wellSince: performance.now(),
      kill: async () => {
        postgres.kill()
        await postgres.exited
      },
      revive: async () => {
        if (running) return
        postgres = await startPostgres({ dataDir, database: 'youtility', port })
        watched(postgres)
      },
    },
    readyLagSeconds: READY_LAG_SECONDS,
    stop,
  }
}
