import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { composeAreas } from '../../api/areas.ts'
import { createCleanUp } from '../../api/processes/clean-up.ts'
import { loadConfig } from '../../api/config/load.ts'
import { createLogger } from '../../api/logging/logger.ts'
import { openPlatform } from '../../api/platform.ts'
import { seedAll } from '../../api/sandbox/seed-all.ts'
import { systemClock, type Clock } from '../../events/ids.ts'
import { withClient } from '../../events/store/postgres/with-client.ts'
import { PROJECTIONS } from '../../projections/projections.ts'
import { administer, databaseFrom, freshDatabase, type TestDatabase } from './postgres.ts'

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

/** Creates the demo members and their opening balances, and waits until the read models show them. */
const seed = async (database: TestDatabase, dataDir: string): Promise<void> => {
  const cleanUp = createCleanUp()
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: database.writerUrl })
  const onFatal = (error: Error) => {
    throw error
  }
  try {
    const platform = await openPlatform({
      config,
      log: createLogger('silent'),
      systemTime: systemClock,
      onFatal,
      cleanUp,
      onWaiting: () => {},
    })
    const nobody = { issuer: '', clientId: '', clientSecret: '', allowHttp: false }
    const { seeded } = await composeAreas(platform, { provider: nobody, origin: config.publicUrl })
    await seedAll(platform, seeded)
    const head = await platform.ledger.store.head()
    const names = PROJECTIONS.map(({ name }) => name)
    if (!(await platform.waitFor(head, 30_000, names))) throw new Error('The read models do not come up')
  } finally {
    await cleanUp.run()
  }
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
