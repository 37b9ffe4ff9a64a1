import { createHash } from 'node:crypto'
import { cpSync, createWriteStream, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { toHex } from '../../events/proof/byte-text.ts'
import { createFrontier } from '../../events/proof/frontier.ts'
import { canonicalBytes } from '../../events/proof/canonical-event.ts'
import type { NoteSigner } from '../../events/proof/note-keys.ts'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import { createPostgresEventStore } from '../../events/store/postgres/postgres-event-store.ts'
import { withClient } from '../../events/store/postgres/with-client.ts'
import { InvalidConfig } from '../config/invalid-config.ts'
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
  const digest = createHash('sha256')
  const hashing = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      digest.update(chunk)
      done(null, chunk)
    },
  })
  const file = createWriteStream(path.join(dir, fileOf(table)), { mode: 0o600, flush: true })
  await pipeline(
    linesOf(client, table, () => (rows += 1)),
    createGzip({ level: 5 }),
    hashing,
    file,
  )
  return { ...table, columns: [...table.columns], rows, sha256: digest.digest('hex') }
}

/** The root over the first events, up to this position. */
export const rootUpTo = async (url: string, position: bigint): Promise<{ events: number; root: string }> => {
  const store = createPostgresEventStore({ url })
  const frontier = createFrontier(nodeSha256)
  try {
    for await (const events of store.scan())
      for (const event of events) if (event.position <= position) frontier.append(canonicalBytes(event))
    return { events: frontier.size(), root: toHex(frontier.root()) }
  } finally {
    await store.close()
  }
}

/**
 * Writes a backup of the application's tables, the log and the archive of checkpoints, of one moment, into an empty
 * folder, while servers run. The archive is copied first: what it holds was in the log when the snapshot was taken.
 * @param url of a user who may read all tables
 * @param signer the key of the log; null: the backup is not signed
 */
export const writeBackup = async (
  url: string,
  checkpointDir: string,
  dir: string,
  signer: NoteSigner | null,
): Promise<Manifest> => {
  if (existsSync(dir) && readdirSync(dir).length > 0)
    throw new InvalidConfig(`${dir} is not empty: a backup needs a folder of its own`)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (existsSync(checkpointDir)) cpSync(checkpointDir, path.join(dir, CHECKPOINTS), { recursive: true })
  return withClient(url, 'backup', async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ at: Date; position: string }>(
      'select now() as at, position::text from event_store.head',
    )
    const [{ at, position } = { at: new Date(0), position: '0' }] = rows
    const tables: Manifest['tables'] = []
    for (const table of await tablesOf(client)) tables.push(await writeTable(client, dir, table))
    await client.query('commit')
    const { events, root } = await rootUpTo(url, BigInt(position))
    const manifest: Manifest = {
      format: 1,
      at: at.toISOString(),
      log: { events, position, root },
      tables,
    }
    const text = `${JSON.stringify(manifest, null, 1)}\n`
    if (signer) await writeSignature(dir, text, signer)
    writeFileSync(path.join(dir, MANIFEST), text, { mode: 0o600, flush: true })
    return manifest
  })
}
