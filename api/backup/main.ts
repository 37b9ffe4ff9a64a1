/**
 * `npm run backup -- --to <folder>` writes the application's tables, the log and the checkpoints of one moment, while
 * servers run; `npm run restore -- --from <folder>` fills an empty database and an empty CHECKPOINT_DIR from it, and
 * verifies what came back; `-- --end-rights` ends the rights in a database that was restored by other means. The ledger may
 * be in Postgres or in EventStoreDB. See docs/operations/backup.md.
 */
import { parseArgs } from 'node:util'
import { rebuildProjections } from '../../projections/rebuild.ts'
import { withFiles } from '../config/from-files.ts'
import { readDatabaseUrl } from '../config/connections.ts'
import { embeddedWriterUrl } from '../database/opening.ts'
import { prepareDatabase } from '../database/roles.ts'
import { createLogger } from '../logging/logger.ts'
import { InvalidConfig } from '../config/invalid-config.ts'
import { openLog, type OpenLog } from '../ledger-cli/open-log.ts'
import { runLedger } from '../ledger-cli/run.ts'
import { checkpointDir } from '../ledger-cli/sealed-tree.ts'
import { migrateAll } from '../database/migrations.ts'
import { inOperatorTrail } from '../security-trail/operator-events.ts'
import { openLogKey } from '../proof/keys.ts'
import { VARIABLES } from '../config/variables.ts'
import { withClient } from '../../events/store/postgres/with-client.ts'
import { endRights } from './rights.ts'
import { assertSigned } from './signature.ts'
import { readBackup, readManifest } from './read.ts'
import { writeBackup } from './write.ts'

type Environment = Readonly<Record<string, string | undefined>>

const isProduction = process.env['NODE_ENV'] === 'production'

const eventStoreUrlIn = (env: Environment): string | null => env['EVENTSTORE_URL']?.trim() || null

const { values: given } = parseArgs({
  args: process.argv.slice(3),
  options: {
    to: { type: 'string' },
    from: { type: 'string' },
    'log-key': { type: 'string' },
    unsigned: { type: 'boolean', default: false },
    'end-rights': { type: 'boolean', default: false },
  },
})

const folderOf = (option: 'to' | 'from'): string => {
  const folder = given[option]
  if (folder === undefined || folder === '') throw new InvalidConfig(`Say the folder: --${option} <folder>`)
  if (/^[a-z0-9]+:\/\//i.test(folder))
    throw new InvalidConfig(
      `--${option} takes a folder of this machine: copy it from there with the tool of your store (see docs/operations/backup.md)`,
    )
  return folder
}

const backup = async ({ ownerUrl, store }: OpenLog, env: Environment): Promise<void> => {
  const to = folderOf('to')
  const signer = await openLogKey({
    ledgerLogKey: env['LEDGER_LOG_KEY']?.trim() || null,
    dataDir: env['DATA_DIR']?.trim() || VARIABLES.DATA_DIR.development || '.data',
    environment: isProduction ? 'production' : 'development',
  })
  const { log, tables, at } = await inOperatorTrail(ownerUrl, 'npm run backup', () =>
    writeBackup(ownerUrl, checkpointDir({ env }), to, signer, eventStoreUrlIn(env) === null ? null : store),
  )
  if (!signer)
    console.warn(
      'LEDGER_LOG_KEY is not set: the backup is not signed, and a restore cannot tell whether it is ours',
    )
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `${to} holds everything as of ${at}: ${log.events} events, ${rows} rows in ${tables.length} tables, the checkpoints.\nThe log's root is ${log.root}`,
  )
}

/** Makes the tables of this release, with the users of the database that the environment names. */
const prepare = async (ownerUrl: string, env: Environment): Promise<void> => {
  const writerUrl = readDatabaseUrl(env, 'DATABASE_URL')
  if (writerUrl === undefined && readDatabaseUrl(env, 'MIGRATION_DATABASE_URL') === undefined)
    return prepareDatabase({ ownerUrl, writerUrl: embeddedWriterUrl(ownerUrl), readerUrl: null })
  if (writerUrl === undefined || writerUrl === ownerUrl) return migrateAll(ownerUrl)
  return prepareDatabase({
    ownerUrl,
    writerUrl,
    readerUrl: readDatabaseUrl(env, 'READER_DATABASE_URL') ?? null,
  })
}

const assertOurs = async (from: string): Promise<void> => {
  const logKey = given['log-key']
  if (logKey !== undefined) return assertSigned(from, logKey)
  if (isProduction && !given.unsigned)
    throw new InvalidConfig(
      'Say the public key of the log, which you have kept elsewhere: --log-key <public key>. Without it whoever can write into the store of backups decides what is restored; --unsigned restores so',
    )
}

/** Runs a command of the ledger, and returns what it said. @throws {Error} when it fails */
const ledger = async (command: string, env: Environment): Promise<string> => {
  let said = ''
  const exit = await runLedger([command], {
    env,
    out: async (text) => void (said += text),
    error: (text) => void process.stderr.write(text),
    isWatched: false,
  })
  if (exit !== 0) throw new InvalidConfig(`npm run ledger -- ${command} found something wrong:\n${said}`)
  return said
}

const restore = async ({ ownerUrl, store }: OpenLog, env: Environment): Promise<void> => {
  const from = folderOf('from')
  readManifest(from)
  await assertOurs(from)
  await prepare(ownerUrl, env)
  const { log, at } = await readBackup(ownerUrl, checkpointDir({ env }), from, eventStoreUrlIn(env))
  await inOperatorTrail(ownerUrl, 'npm run restore', () =>
    rebuildProjections({ store, url: ownerUrl, log: createLogger('warn') }),
  )
  console.log(`Restored as of ${at}: ${log.events} events with the root of the backup, ${log.root}`)
  // A log of its own was read after the database, and has other positions in another store.
  if (log.sha256 !== undefined) process.stdout.write(await ledger('reconcile', env))
  process.stdout.write(await ledger('replay', env))
}

/** For a database that was restored by other means. */
const endOnly = async ({ ownerUrl }: OpenLog): Promise<void> => {
  const told = await inOperatorTrail(ownerUrl, 'npm run restore -- --end-rights', () =>
    withClient(ownerUrl, 'end rights', async (client) => {
      await client.query('begin')
      const count = await endRights(client)
      await client.query('commit')
      return count
    }),
  )
  console.log(
    `Sessions, access tokens and waits have ended, bank accounts wait a day again; ${told} members are told`,
  )
}

const run = async (): Promise<void> => {
  const env = withFiles(process.env)
  const opened = await openLog(env)
  try {
    await (process.argv[2] !== 'restore' ? backup : given['end-rights'] ? endOnly : restore)(opened, env)
  } finally {
    await opened.close()
  }
}

try {
  await run()
} catch (error) {
  console.error(error instanceof InvalidConfig ? `\n${error.message}\n` : error)
  process.exitCode = 1
}
