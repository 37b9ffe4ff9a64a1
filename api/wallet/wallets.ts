import {
  createStreamCommands,
  type StreamCommands,
  type StreamStores,
} from '../../events/store/stream-commands.ts'
import { decide, type WalletCommand } from '../../events/wallet/decide.ts'
import type { WalletEvent } from '../../events/wallet/events.ts'
import { walletKind, type Wallet } from '../../events/wallet/wallet.ts'

/** Commands on members' wallets. */
export interface Wallets extends Omit<StreamCommands<Wallet, WalletCommand, WalletEvent>, 'load'> {
  /**
   * Checks whether the wallet's current state allows a command; appends nothing.
   * @throws {Refusal} it does not
   */
  wouldAllow(memberId: string, command: WalletCommand, at: string): Promise<void>
  /** Reads the wallet's current state from the event store. */
  stateOf(memberId: string): Promise<Wallet>
}

export const createWallets = (stores: StreamStores): Wallets => {
  const { load, ...commands } = createStreamCommands({ ...stores, stream: walletKind, decide })
  return {
    ...commands,
    wouldAllow: async (memberId, command, at) => {
      decide(command, (await load(memberId)).state, at)
    },
    stateOf: async (memberId) => (await load(memberId)).state,
  }
}
