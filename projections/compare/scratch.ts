import { escapeIdentifier, type Client } from 'pg'
import type { EventStore, RecordedEvent } from '../../events/store/event-store.ts'
import { endOf } from '../advance.ts'
import { readCheckpoints } from '../checkpoint.ts'
import { commitStep } from '../commit.ts'
import { migrateReadModels } from '../migrate.ts'
import type { Projection } from '../projection.ts'
import { openSession } from '../session.ts'

const BATCH_EVENTS = 2_000

/** Projections that are at the same position, and how far they have been built again. */
interface Group {
  readonly projections: readonly Projection[]
  readonly upTo: bigint
  from: bigint
}

interface ScratchOptions {
  readonly store: EventStore
  /** Of a role that may make a schema. */
  readonly url: string
  /** Where to build; dropped before and after. */
  readonly schema: string
  readonly projections: readonly Projection[]
  /** Position up to which each projection is built; 0n where it is missing. */
  readonly positions: ReadonlyMap<string, bigint>
  readonly progress: (events: number) => void
}

/**
 * Builds read models from the first event in a schema of their own, each up to its position, and runs `work` on it.
 * One at a time in a database; the schema is always dropped afterwards.
 */
export const withScratch = async <T>(
  { store, url, schema, projections, positions, progress }: ScratchOptions,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const client = await openSession({ url, schema, purpose: `audit in ${schema}`, unhurried: true })
  const drop = () => client.query(`drop schema if exists ${escapeIdentifier(schema)} cascade`)
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`youtility audit ${schema}`])
    await drop()
    await migrateReadModels(url, schema)
    const { passes } = await readCheckpoints(client, projections)
    const groups: Group[] = [...Map.groupBy(projections, ({ name }) => positions.get(name) ?? 0n)].map(
      ([upTo, members]) => ({ projections: members, upTo, from: 0n }),
    )
    const last = groups.reduce((max, { upTo }) => (upTo > max ? upTo : max), 0n)
    let events = 0
    const apply = async (batch: readonly RecordedEvent[]): Promise<void> => {
      for (const group of groups) {
        const own = batch.filter(({ position }) => position <= group.upTo)
        if (own.length === 0) continue
        const to = endOf(own, group.from)
        await commitStep(client, {
          schema,
          passes,
          projections: group.projections,
          from: group.from,
          events: own,
          to,
        })
        group.from = to
      }
      events += batch.length
      progress(events)
    }
    let batch: RecordedEvent[] = []
    scanning: for await (const scanned of store.scan()) {
      for (const event of scanned) {
        if (event.position > last) break scanning
        batch.push(event)
        if (batch.length < BATCH_EVENTS) continue
        await apply(batch)
        batch = []
      }
    }
    if (batch.length > 0) await apply(batch)
    return await work(client)
  } finally {
    await client.query('rollback').catch(() => undefined) // an open transaction, if any
    await drop().catch(() => undefined) // the connection is gone; the next audit drops it
    await client.end().catch(() => undefined)
  }
}
