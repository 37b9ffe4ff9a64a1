import { channel } from 'node:diagnostics_channel'
import { catchUp, newLoadedStream, type Aggregate, type DomainEvent, type LoadedStream } from './aggregate.ts'
import type { EventStore } from './event-store.ts'
import { isSameState } from './same-state.ts'

/** A cached state that is not the fold of its stream up to the revision that it claims. */
export interface Divergence {
  readonly streamId: string
  readonly revision: bigint
}

/** Announces each {@link Divergence}; the listener counts and logs it (api/metrics). */
export const divergences = channel('youtility:divergence')

/** One command in so many has its stream checked. */
const EVERY_COMMANDS = 500
/** Longer streams are not folded again: reading one would take seconds. */
const EVENTS_MAX = 20_000n
/** After a check the next ones are left out for so many times its duration, so that checks take 2 % of the time at most. */
const REST_FACTOR = 50

export interface MemoryCheck<State> {
  /** Counts a command on the stream; checks the stream of one in {@link EVERY_COMMANDS}. */
  readonly afterCommand: (stream: LoadedStream<State>) => void
  /** Checks a stream that is dropped from memory, unless another check runs or has just ended. */
  readonly onEviction: (stream: LoadedStream<State>) => void
  /** Checks a stream now; null when it is as in the log, or not to be compared at this moment. */
  readonly check: (stream: LoadedStream<State>) => Promise<Divergence | null>
}

/**
 * Compares cached streams with the log now and then, in the background: a process must hold nothing that it has not read
 * from the log or that was not stored. The decisions rest on what is cached, so a difference is an alarm, and the stream
 * is read again.
 */
export const createMemoryCheck = <State, Event extends DomainEvent>({
  store,
  aggregate,
}: {
  readonly store: EventStore
  readonly aggregate: Aggregate<State, Event>
}): MemoryCheck<State> => {
  let commands = 0
  let running = false
  let restsUntil = 0

  const check: MemoryCheck<State>['check'] = async (stream) => {
    if (stream.inFlight && !(await stream.inFlight)) return null
    const { streamId, state, revision } = stream
    // A busy stream is checked another time.
    if (stream.stale || stream.inFlight || revision < 0n || revision > EVENTS_MAX) return null
    const fresh = newLoadedStream(streamId, aggregate.initialState())
    await catchUp(store, aggregate, fresh, Number(revision) + 1)
    if (fresh.revision === revision && isSameState(fresh.state, state)) return null
    stream.stale = true
    const divergence = { streamId, revision }
    divergences.publish(divergence)
    return divergence
  }

  const checkUnlessResting = (stream: LoadedStream<State>): void => {
    const startedAt = performance.now()
    if (running || startedAt < restsUntil) return
    running = true
    void check(stream)
      // The store cannot be read now: nothing is known, and commands will tell.
      .catch(() => {})
      .finally(() => {
        running = false
        const now = performance.now()
        restsUntil = now + REST_FACTOR * (now - startedAt)
      })
  }

  return {
    afterCommand: (stream) => {
      commands += 1
      if (commands % EVERY_COMMANDS === 0) checkUnlessResting(stream)
    },
    onEviction: checkUnlessResting,
    check,
  }
}
