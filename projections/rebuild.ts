import { escapeIdentifier, type Client } from 'pg'
import type { EventStore, RecordedEvent } from '../events/store/event-store.ts'
import { advance, endOf, type Commit } from './advance.ts'
import { readCheckpoints, type Passes } from './checkpoint.ts'
import { ANNOUNCE, applyStep, commitStep, inTransaction, type Step } from './commit.ts'
import { dropSchema, LOCK_TIMEOUT, persistently } from './drop-schema.ts'
import { BatchRefused } from './failure.ts'
import type { Log } from './log.ts'
import { hasReadModels, migrateReadModels } from './migrate.ts'
import type { Projection } from './projection.ts'
import { PROJECTIONS } from './projections.ts'
import { copyRights } from './rights.ts'
import { READ_SCHEMA } from './schema.ts'
import { openSession } from './session.ts'

interface RebuildOptions {
  readonly store: EventStore
  readonly url: string
  /** Schema that readers use; the new one is built as `<schema>_next`. Default {@link READ_SCHEMA}. */
  readonly schema?: string
  /** All projections whose tables are in the schema. Default: {@link PROJECTIONS}. */
  readonly projections?: readonly Projection[]
  readonly log: Log
  readonly signal?: AbortSignal
}

interface Rebuilt {
  /** Events read from the log. */
  readonly events: number
  /** Position of the new read models when they became the live ones. */
  readonly position: bigint
  readonly ms: number
}

const BATCH_EVENTS = 2_000
/** The switch, during which the live projections wait, begins when a pass over the log applies fewer events. */
const WITHIN_REACH_EVENTS = 500
/** Reads the log after `after` up to its head at the call. */
async function* batches(store: EventStore, after: bigint): AsyncGenerator<readonly RecordedEvent[]> {
  let batch: RecordedEvent[] = []
  for await (const event of store.readAll({ after })) {
    batch.push(event)
    if (batch.length === BATCH_EVENTS) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

/** Collects the planner's statistics before the first reader comes; autovacuum would do so only later. */
const analyse = async (client: Client, schema: string): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = $1',
    [schema],
  )
  const tables = rows.map(({ name }) => `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`)
  await client.query(`analyze ${tables.join(', ')}`)
}

/**
 * Rebuilds all read models from the first event, beside the live ones, and then replaces those.
 * Readers see the old rows until the switch, which is one commit, and the new ones after it; a position
 * that was readable before stays readable. Projections may run meanwhile: the switch locks their
 * checkpoints until the new rows are at least as far, and their fence then makes them read the new
 * checkpoints. An interruption at any moment leaves the live read models as they were; run it again.
 * @throws {PoisonEvent} when an event cannot be applied; the live read models stay
 * @throws {Error} when a rebuild of the schema is running already
 */
export const rebuildProjections = async ({
  store,
  url,
  schema = READ_SCHEMA,
  projections = PROJECTIONS,
  log,
  signal,
}: RebuildOptions): Promise<Rebuilt> => {
  const startedAt = performance.now()
  const next = `${schema}_next`
  const old = `${schema}_old`
  const live = escapeIdentifier(schema)
  const names = projections.map(({ name }) => name)
  let position = 0n
  let events = 0
  let passes: Passes | null = null

  const client = await openSession({ url, schema: next, purpose: `rebuild of ${schema}`, unhurried: true })

  const stepOf = (members: readonly Projection[], from: bigint, batch: readonly RecordedEvent[]): Step => {
    if (!passes) throw new Error('The checkpoints have not been read')
    return { schema: next, passes, projections: members, from, events: batch, to: endOf(batch, from) }
  }
  const commit: Commit = (members, from, batch) => commitStep(client, stepOf(members, from, batch))

  /** Applies the log until only few events are left. */
  const catchUp = async (): Promise<void> => {
    for (;;) {
      const before = events
      for await (const batch of batches(store, position)) {
        signal?.throwIfAborted()
        const [stopped] = await advance(commit, projections, position, batch)
        if (stopped) throw stopped
        position = endOf(batch, position)
        events += batch.length
      }
      if (events - before < WITHIN_REACH_EVENTS) return
    }
  }

  const takeOver = async (): Promise<void> => {
    let reached = position
    let applied = 0
    await inTransaction(client, async () => {
      await client.query(LOCK_TIMEOUT)
      const replaces = await hasReadModels(client, schema)
      // Waits for the live projections' transactions and blocks further ones, but no readers.
      if (replaces) await client.query(`lock table ${live}.pass in share row exclusive mode`)
      // Whatever the live projections have applied was in the log before this call.
      for await (const batch of batches(store, reached)) {
        await applyStep(client, stepOf(projections, reached, batch))
        reached = endOf(batch, reached)
        applied += batch.length
      }
      if (replaces) {
        await copyRights(client, { from: schema, to: next })
        // A writer that already waits for the old table must not find its position in it.
        await client.query(`update ${live}.pass set position = -1`)
        await client.query(`alter schema ${live} rename to ${escapeIdentifier(old)}`)
      }
      await client.query(`alter schema ${escapeIdentifier(next)} rename to ${live}`)
      await client.query(ANNOUNCE, [JSON.stringify({ schema, names, position: reached.toString() })])
    })
    position = reached
    events += applied
  }

  try {
    const { rows } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as held',
      [`youtility rebuild ${schema}`],
    )
    if (!rows[0]?.held) throw new Error(`The read models in ${schema} are being rebuilt already`)
    // Leftovers of an interrupted rebuild: before its switch a half-built schema, after it the old one.
    await dropSchema(client, next)
    await dropSchema(client, old)
    await migrateReadModels(url, next)
    passes = (await readCheckpoints(client, projections)).passes
    log.info({ schema }, 'Rebuilding the read models')
    await catchUp()
    await analyse(client, next)
    await catchUp()
    await persistently(takeOver).catch(async (error: unknown) => {
      if (error instanceof BatchRefused) await catchUp() // throws a PoisonEvent with the event at fault
      throw error
    })
    await dropSchema(client, old).catch((error: unknown) =>
      log.warn({ err: error, schema: old }, 'The old read models stay until the next rebuild drops them'),
    )
    const rebuilt = { events, position, ms: Math.round(performance.now() - startedAt) }
    log.info({ schema, ...rebuilt, position: position.toString() }, 'Rebuilt the read models')
    return rebuilt
  } finally {
    await client.end().catch(() => undefined)
  }
}
