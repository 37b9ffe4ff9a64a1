import { createCommandHandler } from '../../events/store/command-handler.ts'
import type { Handled, HandledTogether, StoredEvent, TogetherOptions } from '../../events/store/commands.ts'
import type { Step } from '../../events/store/aggregate.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import type { SnapshotStore } from '../../events/store/snapshots.ts'
import { snapshotsOf, type CommandContext } from '../../events/store/stream-commands.ts'
import { decide, type WalletCommand } from '../../events/wallet/decide.ts'
import { walletEvents, type WalletEvent } from '../../events/wallet/events.ts'
import { walletKind, type Wallet } from '../../events/wallet/wallet.ts'

/** One wallet's part of a command that is carried out in one commit. */
interface WalletShare {
  readonly memberId: string
  readonly command: WalletCommand
  readonly context: Omit<CommandContext, 'at' | 'step' | 'contested'>
}

/** Carries out commands on members' wallets; see {@link createCommandHandler} for what is promised and thrown. */
export interface Wallets {
  execute(memberId: string, command: WalletCommand, context: CommandContext): Promise<Handled<WalletEvent>>
  /** The event of a step as the store has it now, null when the step has not been done. */
  find(memberId: string, step: Step): Promise<StoredEvent<WalletEvent> | null>
  /** Carries out commands on different wallets in one commit, with the answer to keep; only where the store can. */
  readonly executeTogether?: (
    shares: readonly [WalletShare, ...WalletShare[]],
    options: TogetherOptions,
  ) => Promise<HandledTogether>
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
  const { handleTogether } = handler
  const shareAt =
    (at: string) =>
    ({ memberId, command, context }: WalletShare) => ({
      streamId: walletEvents.streamOf(memberId),
      decide: (wallet: Wallet) => decide(command, wallet, at),
      metadata: { schemaVersion: walletEvents.version, ...context },
    })
  return {
    ...(handleTogether && {
      executeTogether: (
        [first, ...others]: readonly [WalletShare, ...WalletShare[]],
        options: TogetherOptions,
      ) => handleTogether([shareAt(options.at)(first), ...others.map(shareAt(options.at))], options),
    }),
    execute: (memberId, command, { step, at, contested = false, ...context }) =>
      handler.handle(walletEvents.streamOf(memberId), (wallet) => decide(command, wallet, at), {
        metadata: { schemaVersion: walletEvents.version, ...context },
        at,
        contested,
        ...(step ? { step } : {}),
      }),
    find: (memberId, step) => handler.find(walletEvents.streamOf(memberId), step),
    wouldAllow: async (memberId, command, at) => {
      const { state } = await handler.load(walletEvents.streamOf(memberId))
      decide(command, state, at)
    },
    stateOf: async (memberId) => (await handler.load(walletEvents.streamOf(memberId))).state,
  }
}
