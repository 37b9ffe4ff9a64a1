import { decideReserve, type ReserveCommand } from '../../events/token/decide.ts'
import { RESERVE_ID, RESERVE_STREAM, type ReserveEvent } from '../../events/token/events.ts'
import { reserveKind, type Reserve } from '../../events/token/reserve.ts'
import type { Handled } from '../../events/store/commands.ts'
import {
  createStreamCommands,
  snapshotsOf,
  type CommandContext,
  type StreamStores,
} from '../../events/store/stream-commands.ts'
import { createStreamView } from '../../events/store/stream-view.ts'

/** Commands on the reward reserve, and its state. */
export interface RewardReserve {
  execute(command: ReserveCommand, context: CommandContext): Promise<Handled<ReserveEvent>>
  /** The reserve's current state; accrual depends on its pauses. */
  current(): Promise<Reserve>
}

export const createRewardReserve = ({ store, snapshots }: StreamStores): RewardReserve => {
  const { execute } = createStreamCommands({ store, snapshots, stream: reserveKind, decide: decideReserve })
  const view = createStreamView({
    store,
    aggregate: reserveKind,
    snapshots: snapshotsOf(reserveKind, snapshots),
    streamId: RESERVE_STREAM,
  })
  return {
    execute: (command, context) => execute(RESERVE_ID, command, context),
    current: view.current,
  }
}
