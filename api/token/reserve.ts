import {
  RESERVE_SNAPSHOT_VERSION,
  readReserve,
  reserveAggregate,
  writeReserve,
} from '../../events/token/aggregate.ts'
import { decideReserve, type ReserveCommand } from '../../events/token/decide.ts'
import { RESERVE_SCHEMA_VERSION, RESERVE_STREAM, type ReserveEvent } from '../../events/token/events.ts'
import type { Reserve } from '../../events/token/reserve.ts'
import { createCommandHandler, type Handled } from '../../events/store/command-handler.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import type { SnapshotStore } from '../../events/store/snapshots.ts'
import { createStreamSnapshots } from '../../events/store/stream-snapshots.ts'
import { createStreamView } from '../../events/store/stream-view.ts'
import type { CommandContext } from '../wallet/wallets.ts'

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
  const parts = {
    store,
    aggregate: reserveAggregate,
    snapshots: createStreamSnapshots({
      store: snapshots,
      version: RESERVE_SNAPSHOT_VERSION,
      write: writeReserve,
      read: readReserve,
      onError: onSnapshotError,
    }),
  }
  const handler = createCommandHandler(parts)
  const view = createStreamView({ ...parts, streamId: RESERVE_STREAM })
  return {
    execute: (command, { step, at, ...context }) =>
      handler.handle(RESERVE_STREAM, (reserve) => decideReserve(command, reserve, at), {
        metadata: { schemaVersion: RESERVE_SCHEMA_VERSION, ...context },
        at,
        ...(step ? { step } : {}),
      }),
    current: view.current,
  }
}
