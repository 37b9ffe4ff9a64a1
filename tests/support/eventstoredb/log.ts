import { EventEmitter } from 'node:events'

export interface LoggedEvent {
  readonly position: bigint
  /** Index in the whole log, from 0. */
  readonly number: number
  readonly streamId: string
  readonly revision: bigint
  readonly id: string
  readonly type: string
  readonly contentType: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
  /** Since 1970, in units of 100 ns. */
  readonly createdTicks: bigint
}

export type ProposedEvent = Pick<LoggedEvent, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>

/** The revision that an append expects; the server's arithmetic also uses -1 for "no stream". */
export type Expected = 'any' | 'stream_exists' | 'no_stream' | bigint

export type AppendOutcome =
  | {
      readonly kind: 'stored'
      readonly revision: bigint
      readonly position: bigint
      readonly indexed: Promise<void>
    }
  | { readonly kind: 'wrong_expected_version'; readonly current: bigint }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'deleted' }
  /** The same events are stored but not indexed yet: the server drops the append, which times out. */
  | { readonly kind: 'dropped' }

const RECORD_OVERHEAD = 91
/** After this many appends the database writes an event of its own. */
const STATISTICS_EVERY = 7

/**
 * The data of EventStoreDB on disk: one log of records, whose positions are byte offsets. It survives the servers
 * that are started on it. {@link append} follows the rules of the server's `IndexWriter`; an event is stored first and
 * indexed in a later turn, and only then can it be read and its append be answered.
 */
export class Log {
  /** All stored events; the first {@link indexed} of them are indexed. */
  readonly events: LoggedEvent[] = []
  readonly streams = new Map<string, LoggedEvent[]>()
  readonly tombstones = new Set<string>()
  /** Emits `appended` when something was indexed. */
  readonly changes = new EventEmitter().setMaxListeners(0)
  /** Bytes, as configured. */
  maxAppendSize = 1024 * 1024
  /** Delay from storing to indexing, ms; 0 is the next turn of the event loop. */
  indexLagMs = 0
  indexed = 0
  #end = 0n
  #appends = 0

  constructor() {
    this.#write('$settings', [systemEvent('$UserCreated')])
    this.indexed = this.events.length
  }

  append(streamId: string, expected: Expected, events: readonly ProposedEvent[]): AppendOutcome {
    if (events.reduce((sum, event) => sum + sizeOf(event), 0) > this.maxAppendSize)
      return { kind: 'too_large' }
    if (this.tombstones.has(streamId)) return { kind: 'deleted' }
    const stream = this.streams.get(streamId) ?? []
    const current = BigInt(stream.length) - 1n
    if (expected === 'stream_exists' && current < 0n) return { kind: 'wrong_expected_version', current }
    const version = expected === 'no_stream' ? -1n : expected
    if (typeof version === 'bigint') {
      if (version > current) return { kind: 'wrong_expected_version', current }
      if (version < current) return this.#repeated(stream, version, events)
    }
    this.#appends += 1
    if (this.#appends % STATISTICS_EVERY === 0)
      this.#write('$stats-127.0.0.1:2113', [systemEvent('$statsCollected')])
    const last = this.#write(streamId, events)
    return { kind: 'stored', revision: last.revision, position: last.position, indexed: this.#index() }
  }

  /** Deletes a stream for good, as an operator can. */
  tombstone(streamId: string): void {
    this.tombstones.add(streamId)
    this.streams.delete(streamId)
  }

  /** The events of a stream that can be read. */
  readable(streamId: string): readonly LoggedEvent[] | null {
    const events = this.streams.get(streamId) ?? []
    const last = events.at(-1)
    const readable =
      last && last.number < this.indexed ? events : events.filter(({ number }) => number < this.indexed)
    return readable.length > 0 ? readable : null
  }

  #index(): Promise<void> {
    const upTo = this.events.length
    return new Promise((resolve) => {
      const index = () => {
        this.indexed = Math.max(this.indexed, upTo)
        this.changes.emit('appended')
        resolve()
      }
      if (this.indexLagMs > 0) setTimeout(index, this.indexLagMs)
      else setImmediate(index)
    })
  }

  /** An append behind the end of the stream: a repetition if all ids are the same, otherwise refused. */
  #repeated(
    stream: readonly LoggedEvent[],
    version: bigint,
    events: readonly ProposedEvent[],
  ): AppendOutcome {
    const there = stream.slice(Number(version) + 1, Number(version) + 1 + events.length)
    const last = there.at(-1)
    const same = there.length === events.length && there.every(({ id }, index) => id === events[index]?.id)
    if (!same || !last) return { kind: 'wrong_expected_version', current: BigInt(stream.length) - 1n }
    if (last.number >= this.indexed) return { kind: 'dropped' }
    return { kind: 'stored', revision: last.revision, position: last.position, indexed: Promise.resolve() }
  }

  #write(streamId: string, events: readonly ProposedEvent[]): LoggedEvent {
    const stream = this.streams.get(streamId) ?? []
    this.streams.set(streamId, stream)
    const createdTicks = BigInt(Date.now()) * 10_000n
    const written = events.map((event): LoggedEvent => {
      const position = this.#end
      this.#end += BigInt(RECORD_OVERHEAD + streamId.length + sizeOf(event))
      const place = { streamId, position, number: this.events.length, revision: BigInt(stream.length) }
      const logged = { ...event, ...place, createdTicks }
      stream.push(logged)
      this.events.push(logged)
      return logged
    })
    const last = written.at(-1)
    if (!last) throw new Error('The stand-in takes no append without events')
    return last
  }

  /** Number of the first event at or after a position. */
  indexOf(position: bigint): number {
    let low = 0
    let high = this.events.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.events[middle]?.position ?? 0n) < position) low = middle + 1
      else high = middle
    }
    return low
  }
}

const sizeOf = ({ type, data, metadata }: ProposedEvent): number =>
  data.length + metadata.length + 2 * type.length

export const systemEvent = (type: string, data = '{"by":"the database itself"}'): ProposedEvent => ({
  id: crypto.randomUUID(),
  type,
  contentType: 'application/json',
  data: Buffer.from(data),
  metadata: Buffer.alloc(0),
})
