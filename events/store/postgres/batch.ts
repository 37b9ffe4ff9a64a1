import type { Client } from 'pg'
import {
  IdTaken,
  KeyTaken,
  WrongExpectedRevision,
  type Appended,
  type ExpectedRevision,
  type StoredAnswer,
  type UnitOutcome,
} from '../event-store.ts'
import type { SerialisedEvent } from '../serialise.ts'
import type { EventRow } from './types.ts'

/** An append with its payloads as JSON texts. */
interface SerialisedAppend {
  readonly streamId: string
  readonly expected: ExpectedRevision
  readonly events: readonly SerialisedEvent[]
}

export interface SerialisedUnit {
  readonly appends: readonly SerialisedAppend[]
  readonly answer?: StoredAnswer
}

/** A queued group of units, decided on top of one another, and the promise of its caller. */
export interface Pending {
  readonly units: readonly SerialisedUnit[]
  readonly events: number
  readonly bytes: number
  /** The caller has already waited for concurrent commands, so the writer need not. */
  readonly isGathered: boolean
  /** `performance.now()` after which the group is no longer sent. */
  readonly deadlineAt: number
  readonly resolve: (outcomes: readonly UnitOutcome[]) => void
  /** With an error of the group as a whole. */
  readonly reject: (error: Error) => void
}

/** Most events and bytes in one batch; a single group may be larger. */
const BATCH_EVENTS_MAX = 256
const BATCH_BYTES_MAX = 4_000_000

/** How many of the first groups in the queue make the next batch. */
export const batchLength = (queue: readonly Pending[]): number => {
  let bytes = 0
  let events = 0
  let count = 0
  for (const pending of queue) {
    bytes += pending.bytes
    events += pending.events
    if (count > 0 && (events > BATCH_EVENTS_MAX || bytes > BATCH_BYTES_MAX)) break
    count += 1
  }
  return count
}

interface OutcomeRow {
  readonly append_number: number
  readonly outcome: 'stored' | 'conflict' | 'key_taken' | 'id_taken' | 'unfounded'
  /** Null, like the position, in a row of `id_taken` whose append holds no such event. */
  readonly at_revision: bigint | null
  readonly at_position: bigint | null
  readonly recorded_at: string
}

const NO_STREAM = -1n

const firstRevision = ({ expected }: SerialisedAppend): bigint =>
  expected === 'no_stream' ? 0n : expected + 1n

/**
 * Separates texts. None can contain it: it is a control character, which names do not contain and JSON writes as an
 * escape. pg's own array encoding would scan every character of every payload twice.
 */
const SEPARATOR = '\u001e'
const texts = (values: readonly string[]): string => values.join(SEPARATOR)
const plain = (values: readonly (string | number | bigint)[]): string => `{${values.join(',')}}`

/** The parameters of `append_units`: one array per column, as {@link APPEND_UNITS} reads them. */
const columnsOf = (batch: readonly Pending[]) => {
  const streams: string[] = []
  const revisions: bigint[] = []
  const ids: string[] = []
  const types: string[] = []
  const data: string[] = []
  const metadata: string[] = []
  const sizes: number[] = []
  const units: number[] = []
  const groups: number[] = []
  const answers: { readonly unit: number; readonly answer: StoredAnswer }[] = []
  for (const [group, pending] of batch.entries()) {
    for (const { appends, answer } of pending.units) {
      const unit = groups.push(group + 1)
      if (answer) answers.push({ unit, answer })
      for (const append of appends) {
        sizes.push(append.events.length)
        units.push(unit)
        let revision = firstRevision(append)
        for (const event of append.events) {
          streams.push(append.streamId)
          revisions.push(revision++)
          ids.push(event.id)
          types.push(event.type)
          data.push(event.data)
          metadata.push(event.metadata)
        }
      }
    }
  }
  const kept = answers.map(({ answer }) => answer)
  return [
    texts(streams),
    plain(revisions),
    plain(ids),
    texts(types),
    texts(data),
    texts(metadata),
    plain(sizes),
    plain(units),
    plain(groups),
    plain(answers.map(({ unit }) => unit)),
    plain(kept.map(({ memberId }) => memberId)),
    plain(kept.map(({ key }) => key)),
    texts(kept.map(({ route }) => route)),
    texts(kept.map(({ bodyHash }) => bodyHash)),
    plain(kept.map(({ status }) => status)),
    texts(kept.map(({ text }) => text)),
  ]
}

/** Parameters that are texts joined by {@link SEPARATOR}; the others are Postgres array literals. */
const TEXTS: ReadonlySet<number> = new Set([1, 4, 5, 6, 13, 14, 16])
const PARAMETERS = Array.from({ length: 16 }, (_, n) =>
  TEXTS.has(n + 1) ? `string_to_array($${n + 1}, chr(30))` : `$${n + 1}`,
)
const APPEND_UNITS = `select * from append_units(${PARAMETERS.join(', ')})`

/** One round trip for all units of all groups; an error thrown concerns the whole batch. */
export const sendBatch = async (client: Client, batch: readonly Pending[]): Promise<OutcomeRow[]> => {
  const { rows } = await client.query<OutcomeRow>({
    name: 'append_units',
    text: APPEND_UNITS,
    values: columnsOf(batch),
  })
  const appends = batch.reduce((sum, { units }) => units.reduce((n, unit) => n + unit.appends.length, sum), 0)
  if (rows.length !== appends) throw new Error(`${rows.length} answers to ${appends} appends`)
  return rows
}

const refusal = ({ appends, answer }: SerialisedUnit, rows: readonly OutcomeRow[]) => {
  if (answer && rows[0]?.outcome === 'key_taken') return new KeyTaken(answer.key)
  for (const [n, { streamId }] of appends.entries()) {
    const row = rows[n]
    if (row?.outcome !== 'id_taken' || row.at_revision === null || row.at_position === null) continue
    return new IdTaken(streamId, { revision: row.at_revision, position: row.at_position })
  }
  // The append whose stream is at another revision; the first one if the unit was refused only because of another unit.
  const wrong = appends.findIndex(
    (append, n) => rows[n] && rows[n].at_revision !== firstRevision(append) - 1n,
  )
  const at = Math.max(wrong, 0)
  const [append, row] = [appends[at], rows[at]]
  const { at_revision: end = NO_STREAM } = row ?? {}
  const actual = end === null || end === NO_STREAM ? 'no_stream' : end
  return new WrongExpectedRevision(append?.streamId ?? '', append?.expected ?? 'no_stream', actual)
}

const outcomeOf = (unit: SerialisedUnit, rows: readonly OutcomeRow[]): UnitOutcome => {
  const state = rows[0]?.outcome
  if (state !== 'stored') return { state: 'refused', error: refusal(unit, rows) }
  const appended = rows.map(({ at_revision, at_position }): Appended => ({
    revision: at_revision ?? NO_STREAM,
    position: at_position ?? 0n,
  }))
  return { state, appended }
}

/** The log rows of an append that was just stored. */
const rowsOf = ({ streamId, events }: SerialisedAppend, row: OutcomeRow): EventRow[] =>
  events.map((event, n) => {
    const fromEnd = BigInt(events.length - 1 - n)
    return {
      position: (row.at_position ?? 0n) - fromEnd,
      stream_id: streamId,
      revision: (row.at_revision ?? NO_STREAM) - fromEnd,
      event_id: event.id,
      type: event.type,
      data: event.data,
      metadata: event.metadata,
      created_at: row.recorded_at,
    }
  })

/** Resolves every group of the batch with its outcomes; returns the rows that were stored now, in log order. */
export const settle = (batch: readonly Pending[], rows: readonly OutcomeRow[]): EventRow[] => {
  const inOrder = rows.toSorted((a, b) => a.append_number - b.append_number)
  const stored: EventRow[] = []
  let next = 0
  for (const { units, resolve } of batch) {
    resolve(
      units.map((unit) => {
        const own = inOrder.slice(next, (next += unit.appends.length))
        if (own[0]?.outcome === 'stored')
          for (const [n, append] of unit.appends.entries()) if (own[n]) stored.push(...rowsOf(append, own[n]))
        return outcomeOf(unit, own)
      }),
    )
  }
  return stored
}
