import type { Client } from 'pg'
import { WrongExpectedRevision, type Appended, type ExpectedRevision } from '../event-store.ts'
import type { SerialisedEvent } from '../serialise.ts'

/** An append on its way, and whoever waits for it. */
export interface Pending {
  readonly streamId: string
  readonly expected: ExpectedRevision
  readonly events: readonly SerialisedEvent[]
  readonly bytes: number
  /** `performance.now()` after which it is not sent any more. */
  readonly deadlineAt: number
  /** Something it rests on failed: it must not be stored any more; whether it was already can be asked. */
  barred: boolean
  readonly resolve: (appended: Appended) => void
  readonly reject: (error: Error) => void
}

/** Appends and bytes in one batch; a single append may be larger. */
const BATCH_APPENDS_MAX = 256
const BATCH_BYTES_MAX = 4_000_000

/** How many of the first appends in the queue make the next batch. */
export const batchLength = (queue: readonly Pending[]): number => {
  let bytes = 0
  let count = 0
  for (const pending of queue) {
    bytes += pending.bytes
    if (count > 0 && (count >= BATCH_APPENDS_MAX || bytes > BATCH_BYTES_MAX)) break
    count += 1
  }
  return count
}

interface OutcomeRow {
  readonly append_number: number
  readonly stored: boolean
  readonly at_revision: bigint
  readonly at_position: bigint | null
}

const NO_STREAM = -1n

const firstRevision = ({ expected }: Pending): bigint => (expected === 'no_stream' ? 0n : expected + 1n)

/**
 * Bars whatever was sent in the belief that one of `failed` would be stored: an expected revision only
 * counts events, and a stranger's event may have taken the place of the one that was counted on.
 */
export const barFollowers = (failed: readonly Pending[], waiting: readonly Pending[]): void => {
  if (failed.length === 0) return
  const ends = new Set(
    failed.map((one) => `${one.streamId} ${firstRevision(one) + BigInt(one.events.length)}`),
  )
  for (const pending of waiting) {
    if (ends.has(`${pending.streamId} ${firstRevision(pending)}`)) pending.barred = true
  }
}

/** One round trip for all appends; what it throws concerns the batch as a whole. */
export const sendBatch = async (client: Client, batch: readonly Pending[]): Promise<OutcomeRow[]> => {
  const sizes: number[] = []
  const streams: string[] = []
  const revisions: bigint[] = []
  const ids: string[] = []
  const types: string[] = []
  const data: string[] = []
  const metadata: string[] = []
  const barred: number[] = []
  const barredStreams: string[] = []
  for (const [index, pending] of batch.entries()) {
    if (pending.barred) {
      barred.push(index + 1)
      barredStreams.push(pending.streamId)
    }
    let revision = firstRevision(pending)
    sizes.push(pending.events.length)
    for (const event of pending.events) {
      streams.push(pending.streamId)
      revisions.push(revision++)
      ids.push(event.id)
      types.push(event.type)
      data.push(event.data)
      metadata.push(event.metadata)
    }
  }
  const { rows } = await client.query<OutcomeRow>({
    name: 'append_batch',
    text: 'select * from append_batch($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    values: [sizes, streams, revisions, ids, types, data, metadata, barred, barredStreams],
  })
  if (rows.length !== batch.length) throw new Error(`${rows.length} answers to ${batch.length} appends`)
  return rows
}

/** Hands every append of the batch its own outcome; returns those that were refused. */
export const settle = (batch: readonly Pending[], outcomes: readonly OutcomeRow[]): Pending[] => {
  const refused: Pending[] = []
  for (const { append_number, stored, at_revision, at_position } of outcomes) {
    const pending = batch[append_number - 1]
    if (!pending) continue
    if (stored && at_position !== null) {
      pending.resolve({ revision: at_revision, position: at_position })
    } else {
      const actual = at_revision === NO_STREAM ? 'no_stream' : at_revision
      pending.reject(new WrongExpectedRevision(pending.streamId, pending.expected, actual))
      refused.push(pending)
    }
  }
  return refused
}
