import { happenedAt } from '../../events/happened-at.ts'
import { poolKind } from '../../events/pools/pool.ts'
import type { DomainEvent } from '../../events/store/aggregate.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'
import { isSameState } from '../../events/store/same-state.ts'
import type { SavedSnapshots } from '../../events/store/postgres/all-snapshots.ts'
import type { Snapshot } from '../../events/store/snapshots.ts'
import { readState, type StreamKind } from '../../events/stream.ts'
import { reserveKind } from '../../events/token/reserve.ts'
import { walletKind } from '../../events/wallet/wallet.ts'
import { ReadModelDifference } from './failure.ts'

/** The fold of one stream, event by event. */
interface Fold {
  /** @returns compares a saved state with the state after this event */
  readonly append: (recorded: RecordedEvent) => (saved: string) => boolean
}

interface SnapshotKind {
  readonly isStream: (streamId: string) => boolean
  readonly version: number
  readonly begin: () => Fold
}

const snapshotKind = <State, Event extends DomainEvent>({
  isStream,
  snapshot,
  initialState,
  parse,
  evolve,
}: StreamKind<State, Event>): SnapshotKind => ({
  isStream,
  version: snapshot ?? 0,
  begin: () => {
    let state = initialState()
    return {
      append: (recorded) => {
        state = evolve(state, parse(recorded), happenedAt(recorded))
        const after = state
        return (saved) => isSameState(readState(saved), after)
      },
    }
  },
})

/** The kinds of streams whose states are saved. */
const KINDS = [snapshotKind(walletKind), snapshotKind(poolKind), snapshotKind(reserveKind)]

interface Awaited {
  /** Of the snapshot. */
  revision: bigint
  /** A newer snapshot took its place during the check: its events may be newer than the end that is read. */
  isReplaced: boolean
  /** Of the fold. */
  seen: bigint
  readonly fold: Fold
}

/** Compares saved states with the log. Give it the whole log, in its order. */
export interface SnapshotCheck {
  readonly append: (recorded: RecordedEvent) => void
  /** Compares what was reached; call it now and then. */
  readonly compare: () => Promise<void>
  /** The number of snapshots that are what the log says. */
  readonly finish: () => number
}

/**
 * Folds the streams that have a snapshot of this release up to its revision and compares: a wrong one would outlive
 * every restart, and decisions rest on it. Those of other releases are never loaded and not compared.
 *
 * @throws {ReadModelDifference} at the first snapshot that is not what the log says
 */
export const createSnapshotCheck = async (saved: SavedSnapshots): Promise<SnapshotCheck> => {
  const awaited = new Map<string, Awaited>()
  for (const { streamId, revision, schemaVersion } of await saved.list()) {
    const kind = KINDS.find(({ isStream, version }) => version === schemaVersion && isStream(streamId))
    if (kind) awaited.set(streamId, { revision, isReplaced: false, seen: -1n, fold: kind.begin() })
  }
  /** Those whose revision is reached. */
  const reached = new Map<string, (saved: string) => boolean>()
  let checked = 0

  const compareOne = ({ streamId, revision, position, state }: Snapshot): void => {
    const one = awaited.get(streamId)
    const isSame = reached.get(streamId)
    if (!one || !isSame) return
    reached.delete(streamId)
    if (revision > one.seen) {
      // It was replaced meanwhile: the new one is compared when its revision is reached.
      one.revision = revision
      one.isReplaced = true
      return
    }
    awaited.delete(streamId)
    // Replaced by one of events that are folded already: the next replay compares it.
    if (revision !== one.revision) return
    if (!isSame(state))
      throw new ReadModelDifference(
        `Stream ${streamId}: the snapshot at revision ${revision} is not what the log says`,
        { stream: streamId, position: position.toString() },
      )
    checked += 1
  }

  return {
    append: (recorded) => {
      const one = awaited.get(recorded.streamId)
      if (!one) return
      one.seen = recorded.revision
      const isSame = one.fold.append(recorded)
      if (recorded.revision === one.revision) reached.set(recorded.streamId, isSame)
    },
    compare: async () => {
      if (reached.size > 0) for (const snapshot of await saved.load([...reached.keys()])) compareOne(snapshot)
    },
    finish: () => {
      for (const [streamId, { revision, isReplaced }] of awaited)
        if (!isReplaced)
          throw new ReadModelDifference(
            `Stream ${streamId}: the snapshot at revision ${revision} is of events that the log does not have`,
            { stream: streamId },
          )
      return checked
    },
  }
}
