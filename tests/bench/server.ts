import { readFileSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { Client } from 'pg'
import { startPostgres } from '../../api/database/embedded/launcher.ts'

/** The Postgres server in which every contender of a run gets fresh databases. */
export interface BenchServer {
  readonly url: string
  /** Folder of its files, if they are ours, on the disk that the fsync probe measures. */
  readonly dataDir: string | undefined
  /** Pid of the postmaster when it runs on this machine, to read its CPU time. */
  readonly postmaster: number | undefined
  readonly settings: Readonly<Record<string, string>>
  readonly freshDatabase: (purpose: string) => Promise<BenchDatabase>
  readonly stop: () => Promise<void>
}

export interface BenchDatabase {
  readonly url: string
  readonly drop: () => Promise<void>
}

/** Runs statements outside any measurement, one connection each time. */
export const administer = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const SHOWN = [
  'server_version',
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'wal_sync_method',
  'shared_buffers',
  'max_connections',
]

const describe = (url: string): Promise<Record<string, string>> =>
  administer(url, async (client) => {
    const { rows } = await client.query<{ name: string; value: string }>(
      'select name, current_setting(name) as value from pg_settings where name = any($1)',
      [SHOWN],
    )
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  })

const postmasterOf = (url: string): Promise<number | undefined> =>
  administer(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    try {
      const status = readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8')
      if (!/^Name:\s+postgres$/m.test(status)) return undefined
      return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])
    } catch {
      return undefined
    }
  })

/** Connection URL of a database of a server. */
export const databaseUrlOn = (serverUrl: string, name: string): string =>
  Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href

const freshDatabaseOn =
  (serverUrl: string) =>
  async (purpose: string): Promise<BenchDatabase> => {
    const name = `bench_${purpose.replaceAll(/\W/g, '_')}_${randomBytes(4).toString('hex')}`
    await administer(serverUrl, async (client) => {
      await client.query(`create database ${name}`)
      await client.query('checkpoint')
    })
    return {
      url: databaseUrlOn(serverUrl, name),
      drop: () =>
        administer(serverUrl, async (client) => {
          await client.query(`drop database if exists ${name} with (force)`)
        }),
    }
  }

/** Drops the databases that an interrupted run has left in our own server. */
const dropLeftovers = (url: string): Promise<void> =>
  administer(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      `select datname from pg_database where datname like 'bench\\_%'`,
    )
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
  })

/**
 * The embedded Postgres with the durable settings that members' money needs, on this project's disk
 * (never in a memory file system); or the server that `BENCH_DATABASE_URL` names.
 * @param kept folder of `.data` in which databases stay for the next run; default: one that is deleted after the run
 */
export const startBenchServer = async (kept?: string): Promise<BenchServer> => {
  const given = process.env.BENCH_DATABASE_URL
  const dataDir = given ? undefined : path.resolve(import.meta.dirname, '../../.data', kept ?? 'bench')
  const own = dataDir ? await startPostgres({ dataDir, database: 'bench' }) : undefined
  if (own && !kept) await dropLeftovers(own.url)
  const url = own?.url ?? given ?? ''
  return {
    url,
    dataDir,
    postmaster: await postmasterOf(url),
    settings: await describe(url),
    freshDatabase: freshDatabaseOn(url),
    stop: async () => {
      await own?.stop()
      if (dataDir && !kept) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
