import { Decimal } from 'decimal.js'
import type { Currency } from '../../../../events/money.ts'
import { DAY, refuse, type Books, type ReferenceWallet } from '../books.ts'
import type { WalletIntent } from './intents.ts'

const UNIT = 10n ** 70n
/** 1.045^(1/365) − 1 in units of 10^-70. */
const DAILY = BigInt(
  Decimal.clone({ precision: 100 })
    .pow('1.045', new (Decimal.clone({ precision: 100 }))(1).div(365))
    .minus(1)
    .times(new Decimal(10).pow(70))
    .floor()
    .toFixed(),
)

export const createWalletReference = ({ wallets, open, welcome, spendable }: Books) => {
  /** Moves money; returns it when the recipient's wallet is closed. */
  const move = (from: ReferenceWallet, to: string, currency: Currency, minor: bigint) => {
    if (wallets.get(to)?.status === 'closed') return 'returned'
    from.balances[currency] -= minor
    welcome(to).balances[currency] += minor
    return 'completed'
  }

  const close = (member: string): string => {
    const wallet = wallets.get(member) ?? refuse('wallet_not_open')
    if (wallet.status === 'closed') return 'done'
    const { balances, staked } = wallet
    if (staked > 0n || balances.USD !== 0n || balances.USDC !== 0n || balances.YUT !== 0n)
      refuse('wallet_not_empty')
    wallet.status = 'closed'
    return 'done'
  }

  return {
    move,
    pass: (before: number, now: number): void => {
      const days = Math.floor(now / DAY) - Math.floor(before / DAY)
      for (const wallet of wallets.values())
        for (let day = 0; day < days; day += 1)
          if (wallet.balances.USD > 0n) wallet.unpaid.push(wallet.balances.USD)
    },
    payInterest: (): void => {
      for (const wallet of wallets.values()) {
        for (const cents of wallet.unpaid) {
          const earned = cents * DAILY + wallet.carried
          wallet.balances.USD += earned / UNIT
          wallet.interest += earned / UNIT
          wallet.carried = earned % UNIT
        }
        wallet.unpaid = []
      }
    },
    take: (intent: WalletIntent): string => {
      switch (intent.do) {
        case 'open':
          welcome(intent.member)
          return 'done'
        case 'close':
          return close(intent.member)
        case 'bank': {
          // A bank deposit is credited even if the member has closed the wallet meanwhile.
          const wallet = wallets.get(intent.member) ?? refuse('wallet_not_open')
          wallet.balances[intent.currency] += intent.minor
          return 'done'
        }
        case 'send': {
          const wallet = open(intent.member)
          if (intent.to === intent.member) refuse('recipient_is_sender')
          spendable(wallet, intent.currency, intent.minor)
          return move(wallet, intent.to, intent.currency, intent.minor)
        }
      }
    },
  }
}
export type WalletReference = ReturnType<typeof createWalletReference>
