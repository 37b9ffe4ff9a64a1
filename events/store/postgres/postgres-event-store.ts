import {
  InvalidEvent,
  StoreUnavailable,
  UNIT_EVENTS_MAX,
  type EventStore,
  type Unit,
  type UnitOutcome,
} from '../event-store.ts'
import { assertExpectedRevision, serialise } from '../serialise.ts'
import type { SerialisedUnit } from './batch.ts'
import { PAGE_EVENTS_MAX } from './pages.ts'
import { createReader } from './reader.ts'
import { scan } from './scan.ts'
import { subscription } from './subscription.ts'
import { createTail } from './tail.ts'
import { createWriter } from './writer.ts'

export interface PostgresEventStoreOptions {
  /** A database that `migrateEventStore` has prepared. */
  readonly url: string
  /** How long an append may go unanswered before it is {@link OutcomeUnknown}, ms. Default 10 000. */
  readonly appendTimeoutMs?: number
  /** Called after every round trip of the writer: units in the batch, duration in ms. */
  readonly onBatch?: (size: number, ms: number) => void
}

const APPEND_TIMEOUT_MS = 10_000

const EVENT_BYTES = 100

const bytesOf = ({ appends, answer }: SerialisedUnit): number => {
  let bytes = answer?.text.length ?? 0
  for (const { events } of appends)
    for (const { data, metadata } of events) bytes += data.length + metadata.length + EVENT_BYTES
  return bytes
}

/** @throws {InvalidEvent} the unit cannot be sent */
const serialiseUnit = ({ appends, answer }: Unit): SerialisedUnit => {
  const streams = new Set<string>()
  const serialised = appends.map(({ streamId, expected, events }) => {
    assertExpectedRevision(streamId, expected)
    if (streams.has(streamId)) throw new InvalidEvent(`A unit appends to ${streamId} twice`)
    streams.add(streamId)
    return { streamId, expected, events: serialise(streamId, events) }
  })
  return { appends: serialised, ...(answer && { answer }) }
}

/**
 * The event store on Postgres: dense positions, group commit. Connects when it is first used. One store
 * per process; several processes may write, but their batches are then smaller.
 */
export const createPostgresEventStore = ({
  url,
  appendTimeoutMs = APPEND_TIMEOUT_MS,
  onBatch,
}: PostgresEventStoreOptions): EventStore => {
  const reader = createReader(url)
  const tail = createTail(url)
  const writer = createWriter({
    url,
    appendTimeoutMs,
    onBatch,
    onStored: tail.feed,
    appending: tail.appending,
  })
  const closing = new AbortController()

  const send = async (given: readonly Unit[], isGathered = false): Promise<readonly UnitOutcome[]> => {
    const units = given.map(serialiseUnit)
    const events = units.reduce(
      (sum, { appends }) => appends.reduce((n, one) => n + one.events.length, sum),
      0,
    )
    if (units.length > 1 && events > UNIT_EVENTS_MAX)
      throw new InvalidEvent(`${events} events in one call; at most ${UNIT_EVENTS_MAX} are allowed`)
    return new Promise((resolve, reject) => {
      writer.enqueue({
        units,
        events,
        isGathered,
        bytes: units.reduce((sum, unit) => sum + bytesOf(unit), 0),
        deadlineAt: performance.now() + appendTimeoutMs,
        resolve,
        reject,
      })
    })
  }

  return {
    append: async (streamId, expected, events) => {
      const [outcome] = await send([{ appends: [{ streamId, expected, events }] }])
      if (outcome?.state === 'refused') throw outcome.error
      const [appended] = outcome?.appended ?? []
      if (!appended) throw new Error('An append was answered with nothing')
      return appended
    },
    appendUnits: (units) => send(units, true),
    idsStandOnce: true,
    readStream: reader.readStream,
    async *readAll(options = {}) {
      const { after = 0n, limit = PAGE_EVENTS_MAX, fromMemory = false } = options
      const page = fromMemory && !closing.signal.aborted ? tail.fromMemory(after, limit) : null
      if (page) yield* page.events
      else yield* reader.readAll(options)
    },
    async *scan({ after = 0n } = {}) {
      if (closing.signal.aborted) throw new StoreUnavailable('The event store is closed')
      yield* scan(url, after, closing.signal)
    },
    head: reader.head,
    subscribe: (options) => {
      if (closing.signal.aborted) throw new StoreUnavailable('The event store is closed')
      return subscription(tail, { ...options, signal: AbortSignal.any([options.signal, closing.signal]) })
    },
    close: async () => {
      if (closing.signal.aborted) return
      closing.abort()
      await Promise.all([writer.close(), reader.close(), tail.close()])
    },
  }
}
