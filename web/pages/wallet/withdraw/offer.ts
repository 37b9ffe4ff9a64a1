import type {
  SavedBankAccount,
  WithdrawalOptions,
  WithdrawalRail,
} from '../../../../api/contract/withdrawals.ts'
import { WITHDRAWAL_CENTS } from '../../../../api/contract/limits.ts'
import { compareAmounts, minorOf, plainAmount } from '../../../data/amounts.ts'
import { dollars, formatMoney } from '../../../texts/money.ts'
import { t } from '../../../texts/texts.ts'
import type { Draft } from './machine.ts'

/** What the server offers for one way of paying out. */
export type RailOffer = WithdrawalOptions['rails'][number] & { readonly rail: WithdrawalRail }

/** The ways that the house and the account's bank both know, the free one first; without an account all of the house's. */
export const railsFor = (
  { rails }: WithdrawalOptions,
  account: SavedBankAccount | undefined,
): readonly RailOffer[] =>
  rails.filter(
    (offer): offer is RailOffer =>
      offer.rail !== 'unfamiliar' && (account === undefined || account.rails.includes(offer.rail)),
  )

/** The way that a draft goes: the one that was chosen, else the first that there is. */
export const railOf = (
  options: WithdrawalOptions,
  account: SavedBankAccount | undefined,
  rail: WithdrawalRail,
): RailOffer | undefined => {
  const offers = railsFor(options, account)
  return offers.find((offer) => offer.rail === rail) ?? offers[0]
}

/** The account that a draft goes to: the one that was chosen, else the newest that can be used, else the newest. */
export const accountOf = (
  accounts: readonly SavedBankAccount[],
  { accountId }: Pick<Draft, 'accountId'>,
): SavedBankAccount | undefined =>
  accounts.find(({ id }) => id === accountId) ??
  accounts.find(({ state }) => state === 'usable') ??
  accounts[0]

const inDollars = (amount: string): string => formatMoney(amount, 'USD')
const isAbove = (amount: string, most: string): boolean => compareAmounts(amount, most) > 0

/** Which of the rules leaves less than `amount`, a plain decimal that is too much. */
const tooMuch = (amount: string, { fee_usd: fee, max_usd: most }: RailOffer, options: WithdrawalOptions) => {
  const { available_usd: available, held_usd: held, day, month } = options
  if (isAbove(amount, available))
    return isAbove(held, '0')
      ? t('{available} can leave now. What is held can leave later: the days are above.', {
          available: inDollars(available),
        })
      : t('Your wallet has {available}.', { available: inDollars(available) })
  if (isAbove(amount, day.left_usd))
    return t('Of {limit} a day you have {left} left today (UTC).', {
      limit: inDollars(day.limit_usd),
      left: inDollars(day.left_usd),
    })
  if (isAbove(amount, month.left_usd))
    return t('Of {limit} a month you have {left} left this month (UTC).', {
      limit: inDollars(month.limit_usd),
      left: inDollars(month.left_usd),
    })
  return isAbove(fee, '0')
    ? t('With the fee of {fee}, {most} can leave now.', { fee: inDollars(fee), most: inDollars(most) })
    : t('{most} can leave now: your own daily limit allows no more.', { most: inDollars(most) })
}

/** Why a typed amount can't be withdrawn this way; null when it can. */
export const amountProblem = (typed: string, offer: RailOffer, options: WithdrawalOptions): string | null => {
  const plain = plainAmount(typed)
  const cents = minorOf(plain, 'USD')
  if (cents === null) return t('Enter an amount in dollars, such as 12.34.')
  const { min, max } = WITHDRAWAL_CENTS
  if (cents < BigInt(min) || cents > BigInt(max))
    return t('Withdraw from {min} to {max} at once.', { min: dollars(min), max: dollars(max) })
  return isAbove(plain, offer.max_usd) ? tooMuch(plain, offer, options) : null
}
