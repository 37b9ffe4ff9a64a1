import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import {
  IdTaken,
  KeyTaken,
  OutcomeUnknown,
  StoreUnavailable,
  WrongExpectedRevision,
  type Appended,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type RecordedEvent,
  type StoredAnswer,
  type Unit,
  type UnitOutcome,
} from '../../events/store/event-store.ts'
import { serialise, type SerialisedEvent } from '../../events/store/serialise.ts'

type Commit = (
  streamId: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
  serialised: readonly SerialisedEvent[],
) => Appended

/**
 * What goes wrong with one append: refused, stored with its answer lost, lost before it was stored, or stored only
 * after the caller got `OutcomeUnknown`.
 */
export type Fault = 'none' | 'unavailable' | 'answer_lost' | 'request_lost' | 'stored_late'

/**
 * An event store in memory with the port's rules, for tests that need thousands of runs or faults at
 * chosen moments. It passes the same contract suite as the real ones, where that applies.
 */
export const createMemoryStore = (faultOf: () => Fault = () => 'none') => {
  const log: RecordedEvent[] = []
  const streams = new Map<string, RecordedEvent[]>()
  const streamOf = (id: string) => streams.get(id) ?? []

  const late = new Set<Promise<unknown>>()

  const commit: Commit = (streamId, expected, events, serialised) => {
    const stream = streamOf(streamId)
    const at = expected === 'no_stream' ? -1n : expected
    const actual = BigInt(stream.length) - 1n
    if (actual !== at) {
      const there = stream.slice(Number(at) + 1, Number(at) + 1 + events.length)
      const same = there.length === events.length && there.every((event, i) => event.id === serialised[i]?.id)
      const [first, last] = [there[0], there.at(-1)]
      if (same && first && last) {
        const isOwn =
          JSON.stringify(first.metadata) === serialised[0]?.metadata &&
          JSON.stringify(first.data) === serialised[0]?.data
        if (isOwn) return { revision: last.revision, position: last.position }
        throw new IdTaken(streamId, { revision: first.revision, position: first.position })
      }
      throw new WrongExpectedRevision(streamId, expected, actual === -1n ? 'no_stream' : actual)
    }
    const recorded = events.map((event: NewEvent, i): RecordedEvent => ({
      id: event.id,
      type: event.type,
      data: structuredClone(event.data),
      metadata: structuredClone(event.metadata),
      streamId,
      revision: at + 1n + BigInt(i),
      position: BigInt(log.length + 1 + i),
      recordedAt: new Date(0).toISOString(),
    }))
    streams.set(streamId, [...stream, ...recorded])
    log.push(...recorded)
    for (const { id, revision, position } of recorded) places.set(id, { revision, position })
    return { revision: at + BigInt(events.length), position: BigInt(log.length) }
  }

  const lengthOf = (streamId: string) => BigInt(streamOf(streamId).length)

  /** Idempotency keys in use, by whichever process: `member:key`. */
  const keys = new Set<string>()
  /** The responses that units were stored with, by `member:key`; see memory-idempotency.ts. */
  const responses = new Map<string, { readonly answer: StoredAnswer; readonly position: bigint }>()
  const keyName = ({ memberId, key }: StoredAnswer) => `${memberId}:${key}`

  /** Where each event is, by its id. */
  const places = new Map<string, Appended>()

  /** Refuses a unit for the same reasons, in the same order, as `append_units` of the Postgres store. */
  const findRefusal = ({ appends, answer }: Unit, isFounded: boolean) => {
    const key = answer && keyName(answer)
    if (key !== undefined && keys.has(key)) return new KeyTaken(key)
    const [done] = appends.flatMap(({ streamId, events }) =>
      events.flatMap(({ id }) => {
        const place = places.get(id)
        return place ? [new IdTaken(streamId, place)] : []
      }),
    )
    if (done && appends.every(({ events }) => events.every(({ id }) => places.has(id)))) return done
    const elsewhere = appends.find(
      ({ streamId, expected }) => lengthOf(streamId) !== (expected === 'no_stream' ? 0n : expected + 1n),
    )
    if (!elsewhere && isFounded) return done ?? null
    const { streamId, expected } = elsewhere ?? appends[0]
    return new WrongExpectedRevision(streamId, expected, lengthOf(streamId))
  }

  const commitUnit = (unit: Unit, isFounded: boolean): UnitOutcome => {
    const error = findRefusal(unit, isFounded)
    if (error) return { state: 'refused', error }
    const appended = unit.appends.map(({ streamId, expected, events }) =>
      commit(streamId, expected, events, serialise(streamId, events)),
    )
    const { answer } = unit
    if (answer) {
      keys.add(keyName(answer))
      responses.set(keyName(answer), { answer, position: BigInt(log.length) })
    }
    return { state: 'stored', appended }
  }

  const commitUnits = (units: readonly Unit[]): UnitOutcome[] => {
    const refused = new Set<string>()
    return units.map((unit) => {
      const outcome = commitUnit(
        unit,
        unit.appends.every(({ streamId }) => !refused.has(streamId)),
      )
      if (outcome.state === 'refused') for (const { streamId } of unit.appends) refused.add(streamId)
      return outcome
    })
  }

  let lateMs = 0
  /** Delays that reorder concurrent late appends, the same in each run. */
  const lateBy = (): Promise<void> => {
    lateMs = (lateMs + 37) % 60
    return sleep(lateMs)
  }

  const appendUnits: NonNullable<EventStore['appendUnits']> = async (units) => {
    const [streamId = ''] = units.flatMap(({ appends }) => appends.map((one) => one.streamId))
    // Meanwhile other commands are decided on events that may not be stored in the end.
    for (let turn = 0; turn < 3; turn += 1) await setImmediate()
    const fault = faultOf()
    if (fault === 'unavailable') throw new StoreUnavailable('The store is down')
    if (fault === 'stored_late') late.add(lateBy().then(() => commitUnits(units)))
    if (fault === 'request_lost' || fault === 'stored_late') throw new OutcomeUnknown(streamId)
    const outcomes = commitUnits(units)
    if (fault === 'answer_lost') throw new OutcomeUnknown(streamId)
    return outcomes
  }

  const append: EventStore['append'] = async (streamId, expected, events) => {
    const serialised = serialise(streamId, events)
    await Promise.resolve()
    const fault = faultOf()
    if (fault === 'unavailable') throw new StoreUnavailable('The store is down')
    if (fault === 'stored_late') {
      const storing = lateBy().then(() => commit(streamId, expected, events, serialised))
      late.add(storing.catch(() => {}))
    }
    if (fault === 'request_lost' || fault === 'stored_late') throw new OutcomeUnknown(streamId)
    const appended = commit(streamId, expected, events, serialised)
    if (fault === 'answer_lost') throw new OutcomeUnknown(streamId)
    return appended
  }

  const store: Omit<EventStore, 'subscribe'> = {
    append,
    async *readStream(streamId, { from, direction = 'forwards', limit = Infinity } = {}) {
      await Promise.resolve()
      const events = streamOf(streamId)
      const wanted =
        direction === 'forwards'
          ? events.slice(Number(from ?? 0n))
          : events.slice(0, from === undefined ? undefined : Number(from) + 1).toReversed()
      yield* wanted.slice(0, limit)
    },
    async *readAll({ after = 0n, limit = Infinity } = {}) {
      await Promise.resolve()
      yield* log.slice(Number(after), Number(after) + limit)
    },
    async *scan({ after = 0n } = {}) {
      await Promise.resolve()
      yield log.slice(Number(after))
    },
    head: async () => BigInt(log.length),
    close: async () => {},
  }
  const subscribe: EventStore['subscribe'] = () => {
    throw new Error('Subscribe to a real store')
  }
  /** Resolves when every late append has been stored or refused. */
  const settled = () => Promise.all(late)
  return { ...store, subscribe, log, settled, keys, responses, appendUnits }
}
