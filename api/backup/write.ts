import { cpSync, createWriteStream, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import type { NoteSigner } from '../../events/proof/note-keys.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { createPostgresEventStore } from '../../events/store/postgres/postgres-event-store.ts'
import { withClient } from '../../events/store/postgres/with-client.ts'
import { InvalidConfig } from '../config/invalid-config.ts'
import { hashing, rootUpTo, writeLog } from './log-file.ts'
import { CHECKPOINTS, fileOf, MANIFEST, type Manifest } from './manifest.ts'
import { writeSignature } from './signature.ts'
import { nameOf, tablesOf, type Table } from './tables.ts'

const ROWS_AT_ONCE = 2_000

/** Rows as JSON texts, a line each, exactly as Postgres writes them. */
async function* linesOf(client: Client, table: Table, onRow: () => void): AsyncGenerator<string> {
  await client.query(
    `declare rows no scroll cursor for select row_to_json(r)::text as line
     from (select ${table.columns.join(', ')} from ${nameOf(table)}) r`,
  )
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from rows`)
    for (const { line } of rows) {
      onRow()
      yield `${line}\n`
    }
    if (rows.length < ROWS_AT_ONCE) break
  }
  await client.query('close rows')
}

const writeTable = async (client: Client, dir: string, table: Table) => {
  let rows = 0
  const { through, sha256 } = hashing()
  const file = createWriteStream(path.join(dir, fileOf(table)), { mode: 0o600, flush: true })
  await pipeline(
    linesOf(client, table, () => (rows += 1)),
    createGzip({ level: 5 }),
    through,
    file,
  )
  return { ...table, columns: [...table.columns], rows, sha256: sha256() }
}

/** The log at the moment of the snapshot: in the tables, or read on from a store of its own. */
const logOf = async (url: string, ledger: EventStore | null, client: Client, dir: string) => {
  if (ledger !== null) {
    const position = await ledger.head()
    return { position: position.toString(), ...(await writeLog(ledger, position, dir)) }
  }
  const { rows } = await client.query<{ position: string }>('select position::text from event_store.head')
  const position = rows[0]?.position ?? '0'
  const store = createPostgresEventStore({ url })
  try {
    return { position, ...(await rootUpTo(store, BigInt(position))) }
  } finally {
    await store.close()
  }
}

/**
 * Writes a backup of the application's tables, the log and the archive of checkpoints, of one moment, into an empty
 * folder, while servers run. The archive is copied first: what it holds was in the log when the snapshot was taken. A log
 * in EventStoreDB is read last, so it has all that the tables speak of.
 * @param url of a user who may read all tables
 * @param signer the key of the log; null: the backup is not signed
 * @param ledger the log in EventStoreDB; null: it is in the database
 */
export const writeBackup = async (
  url: string,
  checkpointDir: string,
  dir: string,
  signer: NoteSigner | null,
  ledger: EventStore | null,
): Promise<Manifest> => {
  if (existsSync(dir) && readdirSync(dir).length > 0)
    throw new InvalidConfig(`${dir} is not empty: a backup needs a folder of its own`)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (existsSync(checkpointDir)) cpSync(checkpointDir, path.join(dir, CHECKPOINTS), { recursive: true })
  return withClient(url, 'backup', async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ at: Date }>('select now() as at')
    const at = rows[0]?.at ?? new Date(0)
    const tables: Manifest['tables'] = []
    for (const table of await tablesOf(client)) tables.push(await writeTable(client, dir, table))
    const log = await logOf(url, ledger, client, dir)
    await client.query('commit')
    const manifest: Manifest = { format: ledger === null ? 1 : 2, at: at.toISOString(), log, tables }
    const text = `${JSON.stringify(manifest, null, 1)}\n`
    if (signer) await writeSignature(dir, text, signer)
    writeFileSync(path.join(dir, MANIFEST), text, { mode: 0o600, flush: true })
    return manifest
  })
}
