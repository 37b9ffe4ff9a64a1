import { catchUp, newLoadedStream, type Aggregate, type DomainEvent } from './aggregate.ts'
import type { EventStore } from './event-store.ts'
import type { StreamSnapshots } from './stream-snapshots.ts'

/** One stream's state for whoever only looks at it: kept in memory, brought up to date at every look. */
interface StreamView<State> {
  /** With every event that was stored before the call, or before a look that had begun and not ended. */
  readonly current: () => Promise<State>
}

/** Looks at the same moment share one read of what is new. */
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
