import { Currency } from '../../../../api/contract/fields.ts'
import { SEND_CENTS } from '../../../../api/contract/limits.ts'
import { SEND_USD_RANGE } from '../../../../api/contract/wallet.ts'
import { compareAmounts, isBelow, isPositive, minorOf, plainAmount } from '../../../data/amounts.ts'
import { decimalOf } from '../../../../api/contract/money.ts'
import type { Problems } from '../../../flow/machine.ts'
import type { Draft, Variant } from './machine.ts'
import { t } from '../../../texts/texts.ts'

const NO_RECIPIENT = t('Please specify the recipient')
const TOO_LITTLE = t('Amount must be at least $0.01 or 0.01 YUT')

/** Rules of a send form: its currencies, when Continue is enabled, and its own validation. */
interface Rules {
  readonly title: string
  readonly currencies: readonly Currency[]
  /** Whether Continue is enabled; problems found after a click are shown on the field. */
  readonly isReady: (draft: Draft) => boolean
  /** Checks beyond the contract's schema. `available`: the balance in the draft's currency, null if unknown. */
  readonly problemsOf: (draft: Draft, available: string | null) => Problems
  /** Message when the server gives no reason. */
  readonly failed: string
}

const hasRecipient = ({ to }: Draft): boolean => to.trim() !== ''
const hasAmount = ({ amount }: Draft): boolean => amount.trim() !== ''

const recipientProblem = (draft: Draft): Problems =>
  hasRecipient(draft) ? {} : { to_user_identifier: NO_RECIPIENT }

/** Allows amounts from 0.01 up to the available balance. */
const balanceProblem = ({ amount, currency }: Draft, available: string | null): Problems => {
  const plain = plainAmount(amount)
  if (plain === '' || isBelow(plain, '0.01')) return { amount: TOO_LITTLE }
  // The contract's schema has a better message for text that is no amount of the currency.
  if (minorOf(plain, currency) === null) return {}
  const tooMuch = available !== null && compareAmounts(plain, available) > 0
  return tooMuch ? { amount: t('Insufficient {currency} balance', { currency }) } : {}
}

const isBelowDollar = ({ amount }: Draft): boolean =>
  isBelow(plainAmount(amount), decimalOf(BigInt(SEND_CENTS.min), 2))

const rangeProblem = (draft: Draft): Problems => {
  if (isBelowDollar(draft)) return { amount: SEND_USD_RANGE }
  const cents = minorOf(plainAmount(draft.amount), 'USD')
  return cents !== null && cents > BigInt(SEND_CENTS.max) ? { amount: SEND_USD_RANGE } : {}
}

/** The rules of each form. */
export const VARIANTS: Readonly<Record<Variant, Rules>> = {
  unified: {
    title: t('Send Funds'),
    currencies: ['USD', 'YUT'],
    isReady: (draft) => hasRecipient(draft) && isPositive(plainAmount(draft.amount)),
    problemsOf: () => ({}),
    failed: t('Failed to send transfer'),
  },
  any: {
    title: t('Send Any Currency'),
    currencies: Currency.options,
    isReady: () => true,
    problemsOf: (draft, available) => ({ ...recipientProblem(draft), ...balanceProblem(draft, available) }),
    failed: t('Failed to send transfer'),
  },
  usd: {
    title: t('Send USD'),
    currencies: ['USD'],
    isReady: (draft) => hasRecipient(draft) && hasAmount(draft) && !isBelowDollar(draft),
    problemsOf: (draft) => ({ ...recipientProblem(draft), ...rangeProblem(draft) }),
    failed: t('Failed to send transfer'),
  },
  token: {
    title: t('Transfer YUT'),
    currencies: ['YUT'],
    isReady: (draft) => hasRecipient(draft) && hasAmount(draft),
    problemsOf: (draft, available) => ({ ...recipientProblem(draft), ...balanceProblem(draft, available) }),
    failed: t('Failed to transfer tokens'),
  },
}
