import { createCommandHandler, type Handled } from '../../events/store/command-handler.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import type { SnapshotStore } from '../../events/store/snapshots.ts'
import { snapshotsOf, type CommandContext } from '../../events/store/stream-commands.ts'
import { decide, type WalletCommand } from '../../events/wallet/decide.ts'
import { walletEvents, walletStream, type WalletEvent } from '../../events/wallet/events.ts'
import { walletKind, type Wallet } from '../../events/wallet/wallet.ts'

/** Carries out commands on members' wallets; see {@link createCommandHandler} for what is promised and thrown. */
export interface Wallets {
  execute(memberId: string, command: WalletCommand, context: CommandContext): Promise<Handled<WalletEvent>>
  /**
   * Whether the wallet would carry out a command as it stands in the store now; writes nothing.
   * @throws {Refusal} it would not
   */
  wouldAllow(memberId: string, command: WalletCommand, at: string): Promise<void>
  /** The wallet as the store has it now. */
  stateOf(memberId: string): Promise<Wallet>
}

export const createWallets = ({
  store,
  snapshots,
  onSnapshotError,
}: {
  store: EventStore
  snapshots: SnapshotStore
  onSnapshotError: (error: unknown) => void
}): Wallets => {
  const handler = createCommandHandler({
    store,
    aggregate: walletKind,
    snapshots: snapshotsOf(walletKind, { store: snapshots, onError: onSnapshotError }),
  })
  return {
    execute: (memberId, command, { step, at, contested = false, ...context }) =>
      handler.handle(walletStream(memberId), (wallet) => decide(command, wallet, at), {
        metadata: { schemaVersion: walletEvents.version, ...context },
        at,
        contested,
        ...(step ? { step } : {}),
      }),
    wouldAllow: async (memberId, command, at) => {
      const { state } = await handler.load(walletStream(memberId))
      decide(command, state, at)
    },
    stateOf: async (memberId) => (await handler.load(walletStream(memberId))).state,
  }
}
