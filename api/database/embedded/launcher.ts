import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { escapeIdentifier } from 'pg'
import { withClient } from '../../../events/store/postgres/with-client.ts'
import { postgresBinaries } from './binaries.ts'
import { clusterPassword, ensureCluster } from './cluster.ts'
import { portInUse, stopOrphan } from './orphan.ts'
import { assertReachable, giveTo, postgresUser, type OsUser } from './os-user.ts'
import { PostmasterFailed } from '../postmaster-failed.ts'
import { startPostmaster, type Durability, type Postmaster } from './postmaster.ts'

interface PostgresOptions {
  /** Folder of the cluster and its password; created if missing. One running server per folder. */
  readonly dataDir: string
  /** Port on 127.0.0.1; default: any free one. */
  readonly port?: number
  /** Created if missing. */
  readonly database: string
  /** Default: durable. */
  readonly durability?: Durability
}

export interface RunningPostgres {
  /** Connection URL of the database, password included: never log it. */
  readonly url: string
  readonly port: number
  /** Closes connections, writes everything out, resolves when the server has ended. */
  readonly stop: () => Promise<void>
  /** SIGKILL, for crash tests. */
  readonly kill: () => void
  /** Resolves when the server ends for any reason: exit code, `null` after a signal. */
  readonly exited: Promise<number | null>
}

/** A server that was killed holds its lock until it is reaped, which may take seconds in a container. */
const LOCK_WAIT_MS = 15_000
const LOCKED = /lock file "postmaster\.pid" already exists|pre-existing shared memory block/
const PORT_TAKEN = /could not bind IPv4 address|could not create any TCP\/IP sockets/

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const startOn = async (
  postgres: string,
  cluster: string,
  user: OsUser,
  { port: fixedPort, durability = 'durable' }: PostgresOptions,
): Promise<{ port: number; server: Postmaster }> => {
  const giveUpAt = Date.now() + LOCK_WAIT_MS
  for (;;) {
    const port = fixedPort ?? (await freePort())
    try {
      return { port, server: await startPostmaster(postgres, cluster, port, user, durability) }
    } catch (error) {
      if (!(error instanceof PostmasterFailed) || Date.now() > giveUpAt) throw error
      const portTaken = PORT_TAKEN.test(error.output)
      if (portTaken && fixedPort) throw new Error(`Port ${fixedPort} for Postgres is taken`, { cause: error })
      if (!portTaken && !LOCKED.test(error.output)) throw error
      await sleep(100)
    }
  }
}

const ensureDatabase = (url: string, database: string): Promise<void> =>
  withClient(url, 'database', async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${escapeIdentifier(database)}`)
  })

const urlOf = (port: number, password: string, database: string): string =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`

/** Connection URL of the server that another process runs on this data folder; null where none does. Never log it. */
export const urlOfRunning = ({ dataDir, database }: PostgresOptions): string | null => {
  const folder = path.resolve(dataDir)
  const port = portInUse(path.join(folder, 'cluster'))
  return port === null ? null : urlOf(port, clusterPassword(folder), database)
}

/**
 * Runs the Postgres that comes with the npm packages on a data folder: for development, tests and
 * single-machine installations where `DATABASE_URL` names no server. Call it on the
 * main thread. Takes over a folder whose former server or launcher was killed.
 * @throws with a remedy in the message: no binaries for the platform, folder out of reach or in use, port taken
 */
export const startPostgres = async (options: PostgresOptions): Promise<RunningPostgres> => {
  const { initdb, postgres } = await postgresBinaries()
  const dataDir = path.resolve(options.dataDir)
  const cluster = path.join(dataDir, 'cluster')
  const user = postgresUser(cluster)
  // The parent folders stay open to all: the server may run as another user, who must be able to enter them.
  mkdirSync(path.dirname(dataDir), { recursive: true })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  giveTo(user, dataDir)
  assertReachable(user, [dataDir, initdb, postgres])
  const password = await ensureCluster(dataDir, initdb, user)
  await stopOrphan(cluster)
  const { port, server } = await startOn(postgres, cluster, user, options)
  try {
    await ensureDatabase(urlOf(port, password, 'postgres'), options.database)
  } catch (error) {
    server.signal('SIGINT')
    await server.exited
    throw error
  }
  return {
    url: urlOf(port, password, options.database),
    port,
    exited: server.exited,
    kill: () => server.signal('SIGKILL'),
    stop: async () => {
      server.signal('SIGINT')
      await server.exited
    },
  }
}
