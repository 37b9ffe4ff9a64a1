import type { LoadedStream } from './aggregate.ts'
import type { SnapshotStore } from './snapshots.ts'

/** Saves a state from time to time, so that a long stream is not read from its beginning. */
export interface StreamSnapshots<State> {
  /** Puts the latest usable snapshot into a stream that is being loaded. */
  restore(stream: LoadedStream<State>): Promise<void>
  /** Called after each append with the state at that revision; saves it in the background after every 500 events. */
  consider(stream: LoadedStream<State>, stored: { state: State; revision: bigint; position: bigint }): void
}

const EVERY_EVENTS = 500n

/** No snapshots: every stream is read whole. */
export const withoutSnapshots = <State>(): StreamSnapshots<State> => ({
  restore: async () => {},
  consider: () => {},
})

/**
 * Snapshots in a {@link SnapshotStore}, disposable: losing one or failing to save one costs time, nothing
 * else. `version` changes whenever the shape of `State` or the meaning of `evolve` does.
 */
export const createStreamSnapshots = <State>({
  store,
  version,
  write,
  read,
  onError,
}: {
  store: SnapshotStore
  version: number
  write: (state: State) => string
  read: (text: string) => State
  onError: (error: unknown) => void
}): StreamSnapshots<State> => ({
  restore: async (stream) => {
    const saved = await store.load(stream.streamId, version)
    if (!saved) return
    stream.state = read(saved.state)
    stream.revision = saved.revision
    stream.storedRevision = saved.revision
    stream.snapshotRevision = saved.revision
    stream.position = saved.position
    stream.recentAfter = saved.position
  },
  consider: (stream, { state, revision, position }) => {
    if (revision - stream.snapshotRevision < EVERY_EVENTS) return
    stream.snapshotRevision = revision
    store
      .save({ streamId: stream.streamId, revision, position, schemaVersion: version, state: write(state) })
      .catch(onError)
  },
})
