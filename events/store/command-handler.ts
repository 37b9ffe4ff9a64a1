import { LRUCache } from 'lru-cache'
import { happenedAt } from '../happened-at.ts'
import { createBackoff } from '../backoff.ts'
import { maxEntries } from '../max-entries.ts'
import { Refusal } from '../refusal.ts'
import { realPauses, type Pauses } from '../timers.ts'
import {
  catchUp,
  findStep,
  newLoadedStream,
  type Aggregate,
  type DomainEvent,
  type LoadedStream,
  type Step,
} from './aggregate.ts'
import {
  IdTaken,
  KeyTaken,
  WrongExpectedRevision,
  type EventStore,
  type JsonObject,
  type NewEvent,
  type RecordedEvent,
} from './event-store.ts'
import { createMemoryCheck } from './memory-check.ts'
import { createStreamWriter, NotSent, type Decision } from './stream-writer.ts'
import type { StreamSnapshots } from './stream-snapshots.ts'
import { appendTraces, commandTraces, traced } from './tracing.ts'
import { createUnitWriter } from './unit-writer.ts'
import { type Handled, type StoredEvent, type Share, type CommandHandler, TooBusy } from './commands.ts'

const ATTEMPTS_MAX = 5
const REDECISIONS_MAX = 100
const CONFLICT_MS_MIN = 10
const CONFLICT_MS_MAX = 160

export const createCommandHandler = <State, Event extends DomainEvent>({
  store,
  aggregate,
  snapshots,
  streamsMax = 4_096,
  pauses = realPauses,
}: {
  store: EventStore
  aggregate: Aggregate<State, Event>
  snapshots: StreamSnapshots<State>
  /** How many streams are kept in memory. */
  streamsMax?: number
  pauses?: Pauses
}): CommandHandler<State, Event> => {
  const memory = createMemoryCheck({ store, aggregate })
  const loaded = new LRUCache<string, Promise<LoadedStream<State>>>({
    ...maxEntries(streamsMax),
    dispose: (stream, _streamId, reason) => {
      if (reason === 'evict') void stream.then(memory.onEviction, () => {})
    },
  })

  const writeTogether =
    store.appendUnits && createUnitWriter({ appendUnits: store.appendUnits, snapshots, pauses })
  const writeOne = createStreamWriter({ store, snapshots, pauses })
  const { ambient = () => ({}) } = store
  const write = (decision: Decision<State>): Promise<bigint> =>
    traced(
      appendTraces,
      () => ({ events: decision.events.length }),
      () => (writeTogether ? writeTogether([decision]) : writeOne(decision)),
    )

  const envelope = (events: readonly Event[], metadata: JsonObject): NewEvent[] =>
    events.map((event) => ({
      id: aggregate.idOf(event),
      type: event.type,
      data: event.data,
      metadata: { ...ambient(), ...metadata },
    }))

  const decisionOf = (
    stream: LoadedStream<State>,
    events: readonly Event[],
    metadata: JsonObject,
    at: string,
  ): Decision<State> => ({
    stream,
    events: envelope(events, { ...metadata, at }),
    state: events.reduce((state, event) => aggregate.evolve(state, event, at), stream.state),
  })

  /** Counts the conflicts of one command and pauses at random after each, so that the writers do not meet again. */
  const createPatience = (streamId: string) => {
    const { timers, random } = pauses
    const backoff = createBackoff({ minMs: CONFLICT_MS_MIN, maxMs: CONFLICT_MS_MAX, spread: 1, random })
    let conflicts = 0
    /** @throws {TooBusy} at the fifth conflict; errors that are no conflict are rethrown */
    return async (error: unknown): Promise<void> => {
      if (!(error instanceof WrongExpectedRevision || error instanceof NotSent)) throw error
      conflicts += 1
      if (conflicts === ATTEMPTS_MAX) throw new TooBusy(streamId, { cause: error })
      await timers.sleep(backoff.nextMs())
    }
  }

  const load = async (streamId: string): Promise<LoadedStream<State>> => {
    const stream = newLoadedStream(streamId, aggregate.initialState())
    await snapshots.restore(stream)
    await catchUp(store, aggregate, stream)
    return stream
  }

  const streamOf = async (streamId: string): Promise<LoadedStream<State>> => {
    const known = loaded.get(streamId)
    if (known) {
      const stream = await known
      if (!stream.stale) return stream
      if (loaded.get(streamId) !== known) return streamOf(streamId)
    }
    const loading = load(streamId)
    loaded.set(streamId, loading)
    loading.catch(() => {
      if (loaded.peek(streamId) === loading) loaded.delete(streamId)
    })
    return loading
  }

  /**
   * Whether the stored stream ended at `revision`, on whose state a decision rests, at some time since the decision. A
   * commit that was already in flight proves nothing: another process may have appended before its answer came.
   */
  const isCurrent = async (stream: LoadedStream<State>, revision: bigint): Promise<boolean> => {
    if (stream.inFlight && !(await stream.inFlight)) return false
    // What this process decided later and stored right behind `revision` found the stream ending there.
    const isProven = () => !stream.stale && stream.storedRevision > revision
    if (isProven()) return true
    for await (const _newer of store.readStream(stream.streamId, { from: revision + 1n, limit: 1 })) {
      if (stream.revision > revision) return (await (stream.inFlight ?? isProven())) && isProven()
      stream.stale = true
      return false
    }
    return true
  }

  /**
   * The event of a step, null when it is not in the stream. After null, callers check `stale` and `recent` again: the
   * step's append may have begun meanwhile, or have failed.
   */
  const doneIn = async (stream: LoadedStream<State>, step: Step): Promise<StoredEvent<Event> | null> => {
    const recorded = stream.revision === -1n ? null : await findStep(store, stream, step)
    if (!recorded) return null
    return { event: aggregate.parse(recorded), at: happenedAt(recorded), position: recorded.position }
  }

  /**
   * What a decision would have done again, as the log has it: those of its events that are stored, from the first on.
   * @throws {IdTaken} they are in another stream
   */
  const doneAt = async (taken: IdTaken, events: readonly Event[]): Promise<Handled<Event>> => {
    const ids = new Set(events.map((event) => aggregate.idOf(event)))
    const stored: RecordedEvent[] = []
    const { streamId, revision } = taken
    for await (const recorded of store.readStream(streamId, { from: revision, limit: events.length })) {
      if (!ids.has(recorded.id)) break
      stored.push(recorded)
    }
    const [first, last] = [stored[0], stored.at(-1)]
    if (!first || !last) throw taken
    return {
      outcome: 'already_done',
      events: stored.map((recorded) => aggregate.parse(recorded)),
      at: happenedAt(first),
      position: last.position,
    }
  }

  const find: CommandHandler<State, Event>['find'] = async (streamId, step) => {
    for (let reads = 0; reads < REDECISIONS_MAX; reads += 1) {
      const stream = await streamOf(streamId)
      if (!(await isCurrent(stream, stream.revision))) continue
      const done = await doneIn(stream, step)
      if (done || !(stream.stale || stream.recent.has(step.eventId))) return done
    }
    throw new TooBusy(streamId)
  }

  const handle: CommandHandler<State, Event>['handle'] = async (
    streamId,
    decide,
    { metadata, at, step: given, contested = false },
  ) => {
    let step = given
    const passConflict = createPatience(streamId)
    for (let decisions = 0; decisions < REDECISIONS_MAX; decisions += 1) {
      const stream = await streamOf(streamId)
      // Another process may have done the step since the stream was cached.
      const mayBeDone = contested || (step !== undefined && step.fresh !== true)
      if (mayBeDone && !(await isCurrent(stream, stream.revision))) continue
      const done = step ? await doneIn(stream, step) : null
      if (done) {
        const { event, at: doneAt, position } = done
        return { outcome: 'already_done', events: [event], at: doneAt, position }
      }
      if (stream.stale || (step && stream.recent.has(step.eventId))) continue

      const { revision } = stream
      const positionBefore = stream.position
      let events: Event[]
      try {
        events = decide(stream.state)
      } catch (error) {
        if (error instanceof Refusal && !(await isCurrent(stream, revision))) continue
        throw error
      }
      const [first] = events
      if (!first) {
        if (!(await isCurrent(stream, revision))) continue
        return { outcome: 'nothing_to_do', events, at, position: stream.position }
      }

      try {
        const position = await write(decisionOf(stream, events, metadata, at))
        memory.afterCommand(stream)
        return { outcome: 'appended', events, at, position }
      } catch (error) {
        if (error instanceof IdTaken) return doneAt(error, events)
        await passConflict(error)
        step ??= { eventId: aggregate.idOf(first), after: positionBefore }
      }
    }
    throw new TooBusy(streamId)
  }

  /** Decides every share on the tip of its stream; awaits nothing, so that no other command comes in between. */
  const decideAll = (
    streams: readonly LoadedStream<State>[],
    shares: readonly Share<State, Event>[],
    at: string,
  ): readonly Decision<State>[] | 'in_steps' => {
    const decisions: Decision<State>[] = []
    const before: Event[] = []
    for (const [n, { decide, metadata }] of shares.entries()) {
      const stream = streams[n]
      if (!stream) throw new Error('A share has no stream')
      try {
        const events = decide(stream.state, before)
        decisions.push(decisionOf(stream, events, metadata, at))
        before.push(...events)
      } catch (error) {
        if (n > 0 && error instanceof Refusal) return 'in_steps'
        throw error
      }
    }
    return decisions
  }

  const togetherBy =
    (
      writeUnit: NonNullable<typeof writeTogether>,
    ): NonNullable<CommandHandler<State, Event>['handleTogether']> =>
    async (shares, { at, answer, isKnown }) => {
      const [{ streamId }] = shares
      const passConflict = createPatience(streamId)
      for (let decisions = 0; decisions < REDECISIONS_MAX; decisions += 1) {
        const streams = await Promise.all(shares.map((share) => streamOf(share.streamId)))
        const [own] = streams
        if (!own || streams.some(({ stale }) => stale)) continue
        const { revision } = own
        try {
          const decided = decideAll(streams, shares, at)
          if (decided === 'in_steps') return { outcome: 'in_steps' }
          const [first, ...others] = decided
          if (!first) throw new Error('A command concerns no stream')
          const position = await traced(
            appendTraces,
            () => ({ events: decided.reduce((sum, { events }) => sum + events.length, 0) }),
            () => writeUnit([first, ...others], answer),
          )
          memory.afterCommand(own)
          return { outcome: 'appended', position }
        } catch (error) {
          if (error instanceof KeyTaken || error instanceof IdTaken) return { outcome: 'known' }
          if (error instanceof Refusal && !(await isCurrent(own, revision))) continue
          await passConflict(error)
          // The idempotency key may have been used meanwhile: then the command is done, and its repetitions, sent
          // in one batch, would keep refusing each other.
          if (await isKnown()) return { outcome: 'known' }
        }
      }
      throw new TooBusy(streamId)
    }

  const together = writeTogether && togetherBy(writeTogether)

  return {
    handle: (streamId, decide, options) =>
      traced(
        commandTraces,
        () => ({ streamIds: [streamId] }),
        () => handle(streamId, decide, options),
      ),
    find,
    ...(together && {
      handleTogether: (shares, options) =>
        traced(
          commandTraces,
          () => ({ streamIds: shares.map(({ streamId }) => streamId) }),
          () => together(shares, options),
        ),
    }),
    checkMemory: async () => {
      const checked = [...loaded.values()].map(async (stream) => memory.check(await stream))
      return (await Promise.all(checked)).filter((found) => found !== null)
    },
    load: async (streamId) => {
      const { state, revision, position } = await load(streamId)
      return { state, revision, position }
    },
  }
}
