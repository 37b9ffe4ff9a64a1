import { decideReserve, type ReserveCommand } from '../../events/token/decide.ts'
import { RESERVE_ID, RESERVE_STREAM, type ReserveEvent } from '../../events/token/events.ts'
import { reserveKind, type Reserve } from '../../events/token/reserve.ts'
import type { Handled } from '../../events/store/commands.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import type { SnapshotStore } from '../../events/store/snapshots.ts'
import { createStreamCommands, snapshotsOf, type CommandContext } from '../../events/store/stream-commands.ts'
import { createStreamView } from '../../events/store/stream-view.ts'

/** The reward reserve: commands on it, and a look at it. */
export interface RewardReserve {
  execute(command: ReserveCommand, context: CommandContext): Promise<Handled<ReserveEvent>>
  /** As the store has it now; what accrues depends on its pauses. */
  current(): Promise<Reserve>
}

export const createRewardReserve = ({
  store,
  snapshots,
  onSnapshotError,
}: {
  store: EventStore
  snapshots: SnapshotStore
  onSnapshotError: (error: unknown) => void
}): RewardReserve => {
  const place = { store: snapshots, onError: onSnapshotError }
  const { execute } = createStreamCommands({
    store,
    stream: reserveKind,
    decide: decideReserve,
    snapshots: place,
  })
  const view = createStreamView({
    store,
    aggregate: reserveKind,
    snapshots: snapshotsOf(reserveKind, place),
    streamId: RESERVE_STREAM,
  })
  return {
    execute: (command, context) => execute(RESERVE_ID, command, context),
    current: view.current,
  }
}
