import { addTo, fromAmountJson, noBalances, type Currency } from '../money.ts'
import type { WalletEvent } from './events.ts'

/** What a member owns, folded from their stream. Amounts in minor units. */
export interface Holdings {
  readonly memberId: string
  /** Id of the USD treasury account at the bank, null until it is opened. */
  readonly treasuryAccountId: string | null
  /** Below zero only in USD, after a reversed deposit; that blocks spending. */
  readonly balances: Readonly<Record<Currency, bigint>>
  /** Part of the balance that cannot be spent now. */
  readonly locked: Readonly<Record<Currency, bigint>>
}

export type Wallet =
  | { readonly status: 'absent' }
  | ({ readonly status: 'open' } & Holdings)
  | ({ readonly status: 'closed' } & Holdings)

export const initialState = (): Wallet => ({ status: 'absent' })

/** What can be spent: balance minus what is locked, in minor units. */
export const availableIn = (wallet: Holdings, currency: Currency): bigint =>
  wallet.balances[currency] - wallet.locked[currency]

const changed = (wallet: Wallet, change: (holdings: Holdings) => Partial<Holdings>): Wallet => {
  if (wallet.status === 'absent') throw new Error('A wallet event stands before WalletOpened')
  return { ...wallet, ...change(wallet) }
}

const moved = (wallet: Wallet, currency: Currency, minor: bigint): Wallet =>
  changed(wallet, ({ balances }) => ({ balances: addTo(balances, currency, minor) }))

/** The wallet after one more fact. */
export const evolve = (wallet: Wallet, event: WalletEvent): Wallet => {
  switch (event.type) {
    case 'WalletOpened':
      return {
        status: 'open',
        memberId: event.data.memberId,
        treasuryAccountId: null,
        balances: noBalances(),
        locked: noBalances(),
      }
    case 'TreasuryAccountOpened':
      return changed(wallet, () => ({ treasuryAccountId: event.data.accountId }))
    case 'DepositCredited':
    case 'TransferReceived':
    case 'TransferReturned':
    case 'YutGranted': {
      const { currency, minor } = fromAmountJson(event.data.amount)
      return moved(wallet, currency, minor)
    }
    case 'DepositReversed':
    case 'TransferSent': {
      const { currency, minor } = fromAmountJson(event.data.amount)
      return moved(wallet, currency, -minor)
    }
    case 'WalletClosed':
      if (wallet.status === 'absent') throw new Error('WalletClosed stands before WalletOpened')
      return { ...wallet, status: 'closed' }
  }
}
