import { createHash } from 'node:crypto'
import { cpSync, createReadStream, existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { escapeIdentifier, type Client } from 'pg'
import * as z from 'zod/mini'
import { openEventStoreDbCopy } from '../../events/store/eventstoredb/copy-target.ts'
import { openPostgresCopy } from '../../events/store/postgres/copy-target.ts'
import { withClient } from '../../events/store/postgres/with-client.ts'
import { InvalidConfig } from '../config/invalid-config.ts'
import { LOG_FILE, restoreLog, rootUpTo, type Rooted } from './log-file.ts'
import { CHECKPOINTS, fileOf, MANIFEST, Manifest } from './manifest.ts'
import { endRights } from './rights.ts'
import { nameOf, tablesOf, type Table } from './tables.ts'

const ROWS_AT_ONCE = 1_000

/** @throws {InvalidConfig} the folder holds no whole backup */
export const readManifest = (dir: string): Manifest => {
  const file = path.join(dir, MANIFEST)
  if (!existsSync(file))
    throw new InvalidConfig(
      `There is no ${MANIFEST} in ${dir}: this is no backup, or one that was broken off`,
    )
  const parsed = Manifest.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success)
    throw new InvalidConfig(
      `${MANIFEST} in ${dir} is not as npm run backup writes it:\n${z.prettifyError(parsed.error)}`,
    )
  return parsed.data
}

const assertWhole = async (dir: string, file: string, sha256: string): Promise<void> => {
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(path.join(dir, file))) digest.update(chunk)
  if (digest.digest('hex') !== sha256) throw new InvalidConfig(`${file} is not as the backup wrote it`)
}

const fill = async (client: Client, dir: string, table: Manifest['tables'][number]): Promise<void> => {
  const columns = table.columns.join(', ')
  const insert = async (lines: readonly string[]): Promise<void> => {
    await client.query(
      `insert into ${nameOf(table)} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${nameOf(table)}, $1::json)`,
      [`[${lines.join(',')}]`],
    )
  }
  let lines: string[] = []
  const input = createReadStream(path.join(dir, fileOf(table))).pipe(createGunzip())
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    lines.push(line)
    if (lines.length < ROWS_AT_ONCE) continue
    await insert(lines)
    lines = []
  }
  if (lines.length > 0) await insert(lines)
}

const SERIAL = `
  select a.attname as column from pg_attribute a
  where a.attrelid = $1::text::regclass and a.attnum > 0 and not a.attisdropped
    and pg_get_serial_sequence($1::text, a.attname::text) is not null`

/** Lets sequences go on after the rows that were restored. */
const advanceSequences = async (client: Client, table: string): Promise<void> => {
  const { rows } = await client.query<{ column: string }>(SERIAL, [table])
  for (const { column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence($1::text, $2::text), max(${escapeIdentifier(column)}))
       from ${table} having max(${escapeIdentifier(column)}) is not null`,
      [table, column],
    )
}

const assertEmpty = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ empty: boolean }>(
    'select not exists (select from event_store.event) and not exists (select from app.member) as empty',
  )
  if (rows[0]?.empty !== true)
    throw new InvalidConfig('The database is not empty: a backup is restored into a new one')
}

/**
 * The tables of the backup, in their order, each by the names that this database has for it.
 * @throws {InvalidConfig} this database has no such table or column
 */
const assertKnown = (
  backedUp: Manifest['tables'],
  own: readonly Table[],
): readonly Manifest['tables'][number][] =>
  backedUp.map((table) => {
    const known = own.find((one) => nameOf(one) === nameOf(table))
    const missing = table.columns.find((column) => !known?.columns.includes(column))
    if (known && missing === undefined && table.columns.length > 0)
      return { ...table, schema: known.schema, name: known.name }
    throw new InvalidConfig(
      `The backup is of a later release: it has ${nameOf(table)}.${missing ?? '*'}. Restore it with that release`,
    )
  })

/** What the log holds once its file, if it has one, was read into EventStoreDB or Postgres. */
const restoredLog = async (
  url: string,
  eventStoreUrl: string | null,
  dir: string,
  { log: { sha256, position } }: Manifest,
): Promise<Rooted> => {
  const target = eventStoreUrl === null ? await openPostgresCopy(url) : openEventStoreDbCopy(eventStoreUrl)
  try {
    return sha256 === undefined
      ? await rootUpTo(target.store, BigInt(position))
      : await restoreLog(dir, target)
  } finally {
    await target.close()
  }
}

/**
 * Fills an empty database, which this release has migrated, and an empty folder of checkpoints from a backup, and
 * compares the root over the log with that of the backup. All tables are filled in one transaction, which also ends the
 * rights that members may have ended since.
 * @param url of the tables' owner
 * @param eventStoreUrl where a log goes that was in EventStoreDB; null: into the same database
 * @throws {InvalidConfig} the backup is not whole, of a later release, or the database or the folder is not empty
 */
export const readBackup = async (
  url: string,
  checkpointDir: string,
  dir: string,
  eventStoreUrl: string | null,
): Promise<Manifest> => {
  const manifest = readManifest(dir)
  if (eventStoreUrl !== null && manifest.log.sha256 === undefined)
    throw new InvalidConfig(
      'The backup is of a ledger in Postgres: restore it without EVENTSTORE_URL, then move it with npm run ledger -- copy',
    )
  if (existsSync(checkpointDir) && readdirSync(checkpointDir).length > 0)
    throw new InvalidConfig(`${checkpointDir} is not empty: CHECKPOINT_DIR must be a new folder`)
  await withClient(url, 'restore', async (client) => {
    const tables = assertKnown(manifest.tables, await tablesOf(client))
    for (const table of tables) await assertWhole(dir, fileOf(table), table.sha256)
    if (manifest.log.sha256 !== undefined) await assertWhole(dir, LOG_FILE, manifest.log.sha256)
    await client.query('begin')
    await assertEmpty(client)
    // The log's table refuses deletions, and is empty. Others hold what migrations put into them, and triggers that
    // would add to the rows.
    const others = tables.map(nameOf).filter((name) => name !== 'event_store.event')
    for (const name of others) await client.query(`alter table ${name} disable trigger user`)
    for (const name of others.toReversed()) await client.query(`delete from ${name}`)
    for (const table of tables) {
      await fill(client, dir, table)
      await advanceSequences(client, nameOf(table))
    }
    await endRights(client)
    for (const name of others) await client.query(`alter table ${name} enable trigger user`)
    await client.query('commit')
  })
  const { events, root } = manifest.log
  const restored = await restoredLog(url, eventStoreUrl, dir, manifest)
  if (restored.root !== root || restored.events !== events)
    throw new Error(
      `The restored log has ${restored.events} events and the root ${restored.root}, not ${root}`,
    )
  if (existsSync(path.join(dir, CHECKPOINTS)))
    // A link would have this machine's own files served as checkpoints.
    cpSync(path.join(dir, CHECKPOINTS), checkpointDir, {
      recursive: true,
      filter: (source) => !lstatSync(source).isSymbolicLink(),
    })
  return manifest
}
