import { createCommandHandler, type Handled } from '../../events/store/command-handler.ts'
import type { Step } from '../../events/store/aggregate.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import type { SnapshotStore } from '../../events/store/snapshots.ts'
import { createStreamSnapshots } from '../../events/store/stream-snapshots.ts'
import {
  WALLET_SNAPSHOT_VERSION,
  readWallet,
  walletAggregate,
  writeWallet,
} from '../../events/wallet/aggregate.ts'
import { decide, type WalletCommand } from '../../events/wallet/decide.ts'
import { WALLET_SCHEMA_VERSION, walletStream, type WalletEvent } from '../../events/wallet/events.ts'
import type { Wallet } from '../../events/wallet/wallet.ts'

/** Who wants a command done, why, and when. Goes into the metadata of every event it makes. */
export interface CommandContext {
  /** Member id, or `system` for what no member asked for. */
  readonly actor: string
  /** What the whole piece of work is known by, such as a transfer id. */
  readonly correlationId: string
  /** What directly caused this command: an event id or an idempotency key. */
  readonly causationId: string
  readonly idempotencyKey?: string
  /** ISO time, by our clock. */
  readonly at: string
  readonly step?: Step
}

/** Carries out commands on members' wallets; see {@link createCommandHandler} for what is promised and thrown. */
export interface Wallets {
  execute(
    memberId: string,
    command: WalletCommand,
    /** `contested`: other processes make the same events of their own accord. */
    context: CommandContext & { readonly contested?: boolean },
  ): Promise<Handled<WalletEvent>>
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
    aggregate: walletAggregate,
    snapshots: createStreamSnapshots({
      store: snapshots,
      version: WALLET_SNAPSHOT_VERSION,
      write: writeWallet,
      read: readWallet,
      onError: onSnapshotError,
    }),
  })
  return {
    execute: (memberId, command, { step, at, contested = false, ...context }) =>
      handler.handle(walletStream(memberId), (wallet) => decide(command, wallet, at), {
        metadata: { schemaVersion: WALLET_SCHEMA_VERSION, ...context },
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
