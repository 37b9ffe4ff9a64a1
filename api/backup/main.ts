/**
 * `npm run backup -- --to <folder>` writes the application's tables, the log and the checkpoints of one moment, while
 * servers run; `npm run restore -- --from <folder>` fills an empty database and an empty CHECKPOINT_DIR from it, and
 * verifies what came back. For a ledger in Postgres. See docs/operators.md.
 */
import { parseArgs } from 'node:util'
import { rebuildProjections } from '../../projections/rebuild.ts'
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
import { readBackup, readManifest } from './read.ts'
import { writeBackup } from './write.ts'

const { env } = process

const folderOf = (option: 'to' | 'from'): string => {
  const { values } = parseArgs({ args: process.argv.slice(3), options: { [option]: { type: 'string' } } })
  const folder = values[option]
  if (typeof folder !== 'string' || folder === '')
    throw new InvalidConfig(`Say the folder: --${option} <folder>`)
  if (/^[a-z0-9]+:\/\//i.test(folder))
    throw new InvalidConfig(
      `--${option} takes a folder of this machine: copy it from there with the tool of your store (see docs/operators.md)`,
    )
  return folder
}

const backup = async ({ ownerUrl }: OpenLog): Promise<void> => {
  const to = folderOf('to')
  const { log, tables, at } = await inOperatorTrail(ownerUrl, 'npm run backup', () =>
    writeBackup(ownerUrl, checkpointDir({ env }), to),
  )
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `${to} holds everything as of ${at}: ${log.events} events, ${rows} rows in ${tables.length} tables, the checkpoints.\nThe log's root is ${log.root}`,
  )
}

/** Makes the tables of this release, with the users of the database that the environment names. */
const prepare = async (ownerUrl: string): Promise<void> => {
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

const restore = async ({ ownerUrl, store }: OpenLog): Promise<void> => {
  const from = folderOf('from')
  readManifest(from)
  await prepare(ownerUrl)
  const { log, at } = await readBackup(ownerUrl, checkpointDir({ env }), from)
  await inOperatorTrail(ownerUrl, 'npm run restore', () =>
    rebuildProjections({ store, url: ownerUrl, log: createLogger('warn') }),
  )
  console.log(`Restored as of ${at}: ${log.events} events with the root of the backup, ${log.root}`)
  process.exitCode = await runLedger(['replay'], {
    env,
    out: async (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
    isWatched: false,
  })
}

const run = async (): Promise<void> => {
  if (env['EVENTSTORE_URL']?.trim())
    throw new InvalidConfig(
      'The ledger is in EventStoreDB: back that up with its own means, after the database (see docs/operators.md)',
    )
  const opened = await openLog(env)
  try {
    await (process.argv[2] === 'restore' ? restore : backup)(opened)
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
