import type { Aggregate } from '../store/aggregate.ts'
import { parseWalletEvent, walletEventId, type WalletEvent } from './events.ts'
import { evolve, initialState, type Wallet } from './wallet.ts'

/** How a wallet's stream is read and folded. */
export const walletAggregate: Aggregate<Wallet, WalletEvent> = {
  initialState,
  evolve,
  parse: parseWalletEvent,
  idOf: walletEventId,
}

/** Grows whenever the shape of {@link Wallet} or the meaning of its fold changes. */
export const WALLET_SNAPSHOT_VERSION = 5

/** A wallet as text; bigints become strings marked with a trailing `n`. */
export const writeWallet = (wallet: Wallet): string =>
  JSON.stringify(wallet, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))

/** The inverse of {@link writeWallet}; only ever fed with its output. */
export const readWallet = (text: string): Wallet =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the version says that writeWallet wrote it
  JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as Wallet
