import {
  createStreamCommands,
  type StreamCommands,
  type StreamStores,
} from '../../events/store/stream-commands.ts'
import { decide, type WalletCommand } from '../../events/wallet/decide.ts'
import type { WalletEvent } from '../../events/wallet/events.ts'
import { walletKind, type Wallet } from '../../events/wallet/wallet.ts'

/** Carries out commands on members' wallets. */
export interface Wallets extends Omit<StreamCommands<Wallet, WalletCommand, WalletEvent>, 'load'> {
  /**
   * Whether the wallet would carry out a command as it stands in the store now; writes nothing.
   * @throws {Refusal} it would not
   */
  wouldAllow(memberId: string, command: WalletCommand, at: string): Promise<void>
  /** The wallet as the store has it now. */
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
