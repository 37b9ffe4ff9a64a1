import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { loadConfig } from '../../api/config/load.ts'
import { createLogger } from '../../api/logging/logger.ts'
import { startServer } from '../../api/server.ts'
import type { Clock } from '../../events/ids.ts'
import { SCHEMA as EVENT_STORE } from '../../events/store/postgres/event-store-schema.ts'
import { withClient } from '../../events/store/postgres/with-client.ts'
import { freePort } from './free-port.ts'
import { administer, databaseFrom, freshDatabase, type TestDatabase } from './postgres.ts'
import { tidied } from './postgres-server.ts'
import { eventually } from './read-models.ts'

/** A database and its data folder. They belong together, as the keys of one are in the other. */
export interface Installation {
  /** Undefined where the test passes its own DATABASE_URL. */
  readonly database: TestDatabase | undefined
  readonly dataDir: string
  /** The demo members and their opening balances exist. */
  readonly seeded: boolean
}

type Env = Readonly<Record<string, string>>

/** Variables that do not change the demo members' opening balances. */
const BESIDE_THE_SEED =
  /^(PORT|LOG_LEVEL|PUSH_SERVICES|READY_(LAG|BACKLOG)_SECONDS|SHUTDOWN_(PAUSE_)?SECONDS|(RATE_LIMIT|SANDBOX|STRIPE|WITNESS|YUT)_\w+)$/

/** Clocks of two servers that were started together differ by less. */
const SAME_TIME_MS = 1_000

const startsAsOthers = (env: Env, clock: Clock): boolean =>
  Object.keys(env).every((name) => BESIDE_THE_SEED.test(name)) &&
  Math.abs(clock().getTime() - Date.now()) < SAME_TIME_MS

const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'youtility-server-'))

const HEAD = `select position::text as head from ${EVENT_STORE}.head`
/** So long after the last event nothing follows from it any more. */
const QUIET_MS = 1_000

/** What is still to be done for the demo members' lines; their bills follow from the usage, as events. */
const IS_BUSY = `
  select from app.telecom_device where state <> 'active'
  union all select from app.telecom_service where metered_until < now() - interval '2 hours'`

/**
 * Creates the demo members and all that is theirs, and lets the processes finish what follows from it: their lines are
 * activated, usage is recorded, bills are issued. Otherwise each server on a copy would do that again.
 */
const seed = async ({ url, writerUrl }: TestDatabase, dataDir: string): Promise<void> => {
  const onFatal = (error: Error) => {
    throw error
  }
  const config = loadConfig({
    NODE_ENV: 'test',
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: writerUrl,
  })
  const server = await startServer(config, { log: createLogger('silent'), onFatal })
  try {
    await withClient(url, 'seeded', async (client) => {
      let reached = ''
      let reachedAt = performance.now()
      const isQuiet = async (): Promise<boolean> => {
        const { rows } = await client.query<{ head: string }>(HEAD)
        const head = rows[0]?.head ?? ''
        if (head !== reached) [reached, reachedAt] = [head, performance.now()]
        return performance.now() - reachedAt > QUIET_MS && (await client.query(IS_BUSY)).rowCount === 0
      }
      await eventually(isQuiet, 'nothing is left to do for the demo members', 60_000)
    })
  } finally {
    await server.close()
  }
  await tidied(url)
}

/**
 * Creates the installation that others are copied from, unless the run has one. Tests that need it at the same time
 * wait for the first of them; if that one dies halfway, its draft is not used.
 */
const ensureSeeded = (name: string, folder: string): Promise<void> =>
  withClient(inject('postgresUrl'), 'seeded', async (client) => {
    await client.query("select pg_advisory_lock(hashtext('seeded'))")
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    const draft = await freshDatabase()
    const draftFolder = newFolder()
    await seed(draft, draftFolder)
    renameSync(draftFolder, folder)
    await administer(`alter database ${draft.name} rename to ${name}`)
  })

let atHand: Promise<void> | undefined

const copyOfSeeded = async (): Promise<Installation> => {
  const { name, folder } = inject('seeded')
  await (atHand ??= ensureSeeded(name, folder))
  const dataDir = newFolder()
  cpSync(folder, dataDir, { recursive: true })
  return { database: await databaseFrom(name), dataDir, seeded: true }
}

/**
 * The installation for a server with these variables and this clock. Most servers start at the present time with the
 * demo members: they get a copy of one seeded once per run, since seeding is most of the work of a start. Delete it
 * with `removeInstallation`.
 */
export const installationFor = async (env: Env, clock: Clock): Promise<Installation> => {
  if (startsAsOthers(env, clock)) return copyOfSeeded()
  const database = env['DATABASE_URL'] === undefined ? await freshDatabase() : undefined
  return { database, dataDir: newFolder(), seeded: false }
}

export const removeInstallation = async ({ database, dataDir }: Installation): Promise<void> => {
  await database?.drop()
  rmSync(dataDir, { recursive: true, force: true })
}
