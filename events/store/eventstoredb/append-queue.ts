import {
  APPEND_BYTES_MAX,
  InvalidEvent,
  OutcomeUnknown,
  WrongExpectedRevision,
  type Appended,
  type ExpectedRevision,
} from '../event-store.ts'
import type { SerialisedEvent } from '../serialise.ts'
import type { Append } from './append.ts'
import type { Locate } from './locate.ts'

interface Waiting {
  readonly expected: ExpectedRevision
  readonly events: readonly SerialisedEvent[]
  readonly bytes: number
  /** Revision at which the stream ends once this is stored. */
  readonly end: bigint
  /** Appends that were under way when this one came and that end where it wants to begin. */
  readonly restsOn: readonly Waiting[]
  readonly settled: PromiseWithResolvers<Appended>
  failure?: Error
}

const endOf = (expected: ExpectedRevision, count: number): bigint =>
  (expected === 'no_stream' ? -1n : expected) + BigInt(count)

const sizeOf = (event: SerialisedEvent): number =>
  Buffer.byteLength(event.data) + Buffer.byteLength(event.metadata) + 2 * event.type.length

/**
 * Appends to one stream, one at a time and in the order they came. A caller may send the next append before
 * the last is answered, expecting the revision at which that will end. Appends that wait and chain like this
 * go to the server as one.
 *
 * When one fails, whatever rests on it is refused without being sent: revisions are only numbers, and had
 * somebody else's events taken the place, the server would take what was decided upon other ones.
 */
class StreamQueue {
  readonly #streamId: string
  readonly #append: Append
  readonly #locate: Locate
  /** In the order they came; the first is, or the first few are, on the server just now. */
  readonly #underWay: Waiting[] = []

  constructor(streamId: string, append: Append, locate: Locate) {
    this.#streamId = streamId
    this.#append = append
    this.#locate = locate
  }

  push(expected: ExpectedRevision, events: readonly SerialisedEvent[]): Promise<Appended> {
    const settled = Promise.withResolvers<Appended>()
    this.#underWay.push({
      expected,
      events,
      bytes: events.reduce((sum, event) => sum + sizeOf(event), 0),
      end: endOf(expected, events.length),
      restsOn: this.#underWay.filter(({ end }) => end === expected),
      settled,
    })
    return settled.promise
  }

  /** Sends what waits until nothing does, then calls `done` before anything else can come. */
  async run(done: () => void): Promise<void> {
    for (let first = this.#underWay[0]; first; first = this.#underWay[0]) {
      const chain = this.#chainFrom(first)
      if (chain.length > 1 && (await this.#sendAsOne(chain))) continue
      for (const one of chain) await this.#sendAlone(one)
    }
    done()
  }

  #chainFrom(first: Waiting): Waiting[] {
    const chain = [first]
    let bytes = first.bytes
    for (const next of this.#underWay.slice(1)) {
      bytes += next.bytes
      if (next.expected !== chain.at(-1)?.end || bytes > APPEND_BYTES_MAX) break
      chain.push(next)
    }
    return chain
  }

  /**
   * Answers whether that settled them. It does not when the server refuses: then part of the chain may be
   * stored already, from a first try that was grouped otherwise, and each has to be asked about alone.
   */
  async #sendAsOne(chain: readonly Waiting[]): Promise<boolean> {
    const first = chain[0]
    if (!first || this.#restsOnFailure(first)) return false
    try {
      const events = chain.flatMap((one) => one.events)
      const appended = await this.#append(this.#streamId, first.expected, events)
      const positions = await this.#positionsOf(events, appended)
      for (const one of chain) {
        this.#succeed(one, { revision: one.end, position: positions.get(one.end) ?? appended.position })
      }
      return true
    } catch (error) {
      if (error instanceof WrongExpectedRevision || error instanceof InvalidEvent) return false
      for (const one of chain) this.#fail(one, error)
      return true
    }
  }

  /** The server tells where the last event came to stand; where the others stand is looked up. */
  async #positionsOf(
    events: readonly SerialisedEvent[],
    last: Appended,
  ): Promise<ReadonlyMap<bigint, bigint>> {
    const first = last.revision - BigInt(events.length) + 1n
    const lost = events.map((event, n) => {
      const revision = first + BigInt(n)
      return { event, revision, ...(revision === last.revision && { position: last.position }) }
    })
    try {
      return await this.#locate(this.#streamId, lost)
    } catch (cause) {
      throw new OutcomeUnknown(this.#streamId, { cause })
    }
  }

  async #sendAlone(one: Waiting): Promise<void> {
    const failed = this.#restsOnFailure(one)
    if (failed) return this.#fail(one, failed)
    try {
      this.#succeed(one, await this.#append(this.#streamId, one.expected, one.events))
    } catch (error) {
      this.#fail(one, error)
    }
  }

  #restsOnFailure(one: Waiting): WrongExpectedRevision | null {
    const failed = one.restsOn.find(({ failure }) => failure)
    if (!failed) return null
    const { failure } = failed
    const actual = failure instanceof WrongExpectedRevision ? failure.actual : failed.expected
    return new WrongExpectedRevision(this.#streamId, one.expected, actual)
  }

  #succeed(one: Waiting, appended: Appended): void {
    this.#underWay.splice(this.#underWay.indexOf(one), 1)
    one.settled.resolve(appended)
  }

  #fail(one: Waiting, error: unknown): void {
    one.failure = error instanceof Error ? error : new OutcomeUnknown(this.#streamId, { cause: error })
    this.#underWay.splice(this.#underWay.indexOf(one), 1)
    one.settled.reject(one.failure)
  }
}

export interface AppendQueue {
  push(streamId: string, expected: ExpectedRevision, events: readonly SerialisedEvent[]): Promise<Appended>
  /** Resolves when nothing is under way any more. */
  drained(): Promise<void>
}

/** One {@link StreamQueue} for each stream that is being appended to; streams do not wait for each other. */
export const createAppendQueue = (append: Append, locate: Locate): AppendQueue => {
  const running = new Map<string, { queue: StreamQueue; done: Promise<void> }>()
  return {
    push: (streamId, expected, events) => {
      const known = running.get(streamId)
      if (known) return known.queue.push(expected, events)
      const queue = new StreamQueue(streamId, append, locate)
      const appended = queue.push(expected, events)
      const { promise, resolve } = Promise.withResolvers<void>()
      running.set(streamId, { queue, done: promise })
      void queue.run(() => {
        running.delete(streamId)
        resolve()
      })
      return appended
    },
    drained: async () => {
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}
