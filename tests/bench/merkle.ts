/**
 * How fast the Merkle log is built, alone and with all read models: `node tests/bench/merkle.ts [events]`. Makes an
 * embedded Postgres in a temporary folder, fills its log, and rebuilds; checks the root against one made in memory.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../../api/database/embedded/start.ts'
import { createLogger } from '../../api/logging/logger.ts'
import { createPool } from '../../api/database/database.ts'
import { toHex } from '../../events/proof/byte-text.ts'
import { canonicalBytes } from '../../events/proof/canonical-event.ts'
import { createFrontier } from '../../events/proof/frontier.ts'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import { migrateEventStore } from '../../events/store/postgres/event-store-schema.ts'
import { createPostgresEventStore } from '../../events/store/postgres/postgres-event-store.ts'
import { migrateReadModels } from '../../projections/migrate.ts'
import { merkleProjection } from '../../projections/merkle/projection.ts'
import { rootOf } from '../../projections/merkle/queries.ts'
import { rebuildProjections } from '../../projections/rebuild.ts'
import { READ_SCHEMA } from '../../projections/schema.ts'

const events = Number(process.argv[2] ?? 200_000)
const dataDir = mkdtempSync(path.join(tmpdir(), 'youtility-merkle-'))
chmodSync(dataDir, 0o755) // when root runs this, Postgres runs as another user
const log = createLogger('silent')
const embedded = await startEmbeddedPostgres({
  dataDir,
  log,
  onGone: (error) => {
    throw error
  },
})
const pool = createPool(embedded.url, { max: 2, name: 'bench' })
const store = createPostgresEventStore({ url: embedded.url })
try {
  await migrateEventStore(embedded.url)
  await migrateReadModels(embedded.url)
  // Deposits of a thousand members, as the wallet writes them.
  await pool.query(
    `insert into event_store.event (position, stream_id, revision, event_id, type, data, metadata, created_at)
     select n, 'wallet-' || md5((n % 1000)::text)::uuid, n / 1000, gen_random_uuid(), 'DepositCredited',
       json_build_object('memberId', md5((n % 1000)::text)::uuid, 'depositId', gen_random_uuid(), 'source', 'bank',
         'amount', json_build_object('currency', 'USD', 'minor', n::text))::text,
       json_build_object('actor', md5((n % 1000)::text)::uuid, 'correlationId', gen_random_uuid(), 'schemaVersion', 1,
         'at', '2026-01-01T00:00:00.000Z')::text, timestamptz '2026-01-01' + n * interval '1 millisecond'
     from generate_series(1, $1::bigint) as n`,
    [events],
  )
  await pool.query(`update event_store.head set position = $1`, [events])

  const frontier = createFrontier(nodeSha256)
  let readMs = performance.now()
  for await (const event of store.readAll()) frontier.append(canonicalBytes(event))
  readMs = performance.now() - readMs

  const { ms } = await rebuildProjections({
    store,
    url: embedded.url,
    projections: [merkleProjection],
    log,
  })
  const { rows } = await pool.query<{ bytes: string }>(
    `select pg_total_relation_size('${READ_SCHEMA}.merkle_leaves') + pg_total_relation_size('${READ_SCHEMA}.merkle_subtree') as bytes`,
  )
  const right = toHex(await rootOf(pool, events)) === toHex(frontier.root())
  const rate = (took: number) => Math.round((events / took) * 1_000).toLocaleString('en')
  console.log(`${events.toLocaleString('en')} events, roots ${right ? 'agree' : 'DIFFER'}`)
  console.log(`read and hashed in memory: ${rate(readMs)} events/s`)
  console.log(`Merkle projection, read, hashed, stored: ${rate(ms)} events/s`)
  console.log(`${Math.round(Number(rows[0]?.bytes ?? 0) / events)} bytes per event in tables`)
  process.exitCode = right ? 0 : 1
} finally {
  await store.close()
  await pool.end()
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
