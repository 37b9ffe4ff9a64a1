import { addDays, dayOf } from '../../events/calendar.ts'
import { WITHDRAWAL_CENTS, WITHDRAWN_CENTS_MAX } from '../../events/limits.ts'
import { formatMinor } from '../../events/money.ts'
import type { PayoutRail } from '../../events/wallet/events.ts'
import { limitAt, sentOn } from '../../events/wallet/daily-limit.ts'
import { freeAt, holdsAt } from '../../events/wallet/holds.ts'
import type { Holdings } from '../../events/wallet/wallet.ts'
import { withdrawnAt } from '../../events/wallet/withdrawal-limits.ts'
import type { WithdrawalOptions } from '../contract/withdrawals.ts'
import type { PayingBank } from './paying-bank.ts'

/** Fees of the rails in cents, cents that are added to what the bank account gets. */
export type Fees = Readonly<Record<PayoutRail, bigint>>

const dollars = (cents: bigint): string => formatMinor('USD', cents)
const least = (...amounts: readonly bigint[]): bigint =>
  amounts.reduce((smallest, amount) => (amount < smallest ? amount : smallest))

const limitView = (max: number, used: bigint): WithdrawalOptions['day'] => {
  const left = BigInt(max) - used
  return {
    limit_usd: dollars(BigInt(max)),
    used_usd: dollars(used),
    left_usd: dollars(left > 0n ? left : 0n),
  }
}

/** Cents that may leave by the member's own daily limit, fees included; null without one. */
const ownLimitLeft = ({ dailyLimit, sentInDay }: Holdings, at: string): bigint | null => {
  const limit = limitAt(dailyLimit, at)
  return limit === null ? null : limit - sentOn(sentInDay, at)
}

/** Cents that the limits let leave by a withdrawal now, whatever the wallet has. */
export const limitedTo = (wallet: Holdings, fee: bigint, at: string): bigint => {
  const used = withdrawnAt(wallet.withdrawn, at)
  const own = ownLimitLeft(wallet, at)
  return least(
    BigInt(WITHDRAWAL_CENTS.max),
    BigInt(WITHDRAWN_CENTS_MAX.day) - used.day,
    BigInt(WITHDRAWN_CENTS_MAX.month) - used.month,
    ...(own === null ? [] : [own - fee]),
  )
}

/** The most that can be withdrawn by a rail now: what decides it is in events/wallet/decide.ts. */
const mostBy = (wallet: Holdings, fee: bigint, at: string): bigint => {
  const most = least(freeAt(wallet, at) - fee, limitedTo(wallet, fee, at))
  return most >= BigInt(WITHDRAWAL_CENTS.min) ? most : 0n
}

/** What a member can withdraw now, when more, and what it costs. `wallet`: null before it is open, and once closed. */
export const optionsOf = (
  wallet: Holdings | null,
  {
    bank,
    identity,
    fees,
    cancelSeconds,
    needsFreshSignIn,
    now,
  }: {
    readonly bank: Pick<PayingBank, 'arrivesBy' | 'closed' | 'simulated' | 'testAccounts'>
    /** Why the member's standing keeps them from withdrawing. */
    readonly identity: string | null
    readonly fees: Fees
    readonly cancelSeconds: number
    readonly needsFreshSignIn: boolean
    readonly now: Date
  },
): WithdrawalOptions => {
  const at = now.toISOString()
  const free = wallet ? freeAt(wallet, at) : 0n
  const balance = wallet && wallet.balances.USD > 0n ? wallet.balances.USD : 0n
  const used = withdrawnAt(wallet?.withdrawn ?? null, at)
  return {
    closed: bank.closed,
    identity,
    simulated: bank.simulated,
    available_usd: dollars(free),
    held_usd: dollars(balance - free),
    holds: holdsAt(wallet?.holds ?? [], at).map(({ cents, until }) => ({
      amount_usd: dollars(cents),
      free_from: addDays(until, 1),
    })),
    rails: (['ach', 'instant'] as const).map((rail) => ({
      rail,
      fee_usd: dollars(fees[rail]),
      max_usd: dollars(wallet && bank.closed === null ? mostBy(wallet, fees[rail], at) : 0n),
      arrives_by: dayOf(bank.arrivesBy(rail, now)),
    })),
    min_usd: dollars(BigInt(WITHDRAWAL_CENTS.min)),
    day: limitView(WITHDRAWN_CENTS_MAX.day, used.day),
    month: limitView(WITHDRAWN_CENTS_MAX.month, used.month),
    needs_fresh_sign_in: needsFreshSignIn,
    cancel_seconds: cancelSeconds,
    test_bank_accounts: bank.testAccounts.map(({ routingNumber, accountNumber, outcome }) => ({
      routing_number: routingNumber,
      account_number: accountNumber,
      outcome,
    })),
  }
}
