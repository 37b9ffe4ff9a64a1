import { catchUp, newLoadedStream, type Aggregate, type DomainEvent } from './aggregate.ts'
import type { EventStore } from './event-store.ts'
import type { StreamSnapshots } from './stream-snapshots.ts'

/** A read-only view of one stream's state: cached in memory, updated at every call. */
interface StreamView<State> {
  /** The state with every event stored before the call, or before the read in progress that the call shares. */
  readonly current: () => Promise<State>
}

/** Concurrent calls share one read of the new events. */
export const createStreamView = <State, Event extends DomainEvent>({
  store,
  aggregate,
  snapshots,
  streamId,
}: {
  store: EventStore
  aggregate: Aggregate<State, Event>
  snapshots: StreamSnapshots<State>
  streamId: string
}): StreamView<State> => {
  const stream = newLoadedStream(streamId, aggregate.initialState())
  let restored = false
  let looking: Promise<State> | null = null

  const look = async (): Promise<State> => {
    if (!restored) await snapshots.restore(stream)
    restored = true
    await catchUp(store, aggregate, stream)
    const { state, revision, position } = stream
    if (revision >= 0n) snapshots.consider(stream, { state, revision, position })
    return state
  }

  return {
    current: () => {
      looking ??= look().finally(() => {
        looking = null
      })
      return looking
    },
  }
}
