import { Decimal } from 'decimal.js'
import { addBusinessDays } from '../../../../events/business-days.ts'
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

export const createWalletReference = ({ wallets, open, welcome, spendable, hold, now }: Books) => {
  const takeLots = (wallet: ReferenceWallet, minor: bigint): { cents: bigint; lastDay: number } => {
    wallet.lots = wallet.lots.filter(({ lastDay }) => lastDay >= Math.floor(now() / DAY))
    let cents = minor - wallet.balances.USD
    for (const lot of wallet.lots) cents += lot.cents
    if (cents > minor) cents = minor
    let rest = cents
    let last = 0
    for (const lot of wallet.lots) {
      if (rest <= 0n) break
      const part = rest < lot.cents ? rest : lot.cents
      lot.cents -= part
      rest -= part
      last = lot.lastDay
    }
    return { cents, lastDay: last }
  }

  /** Moves money; returns it when the recipient's wallet is closed. */
  const move = (from: ReferenceWallet, to: string, currency: Currency, minor: bigint) => {
    const held = currency === 'USD' ? takeLots(from, minor) : { cents: 0n, lastDay: 0 }
    const isBack = wallets.get(to)?.status === 'closed'
    const fifth = Math.floor(addBusinessDays(new Date(now()), 5).getTime() / DAY)
    const lastDay = isBack || held.lastDay < fifth ? held.lastDay : fifth
    const receiver = isBack ? from : welcome(to)
    from.balances[currency] -= minor
    receiver.balances[currency] += minor
    if (held.cents > 0n) hold(receiver, null, held.cents, lastDay)
    return isBack ? 'returned' : 'completed'
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
