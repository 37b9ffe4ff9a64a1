import { dollars } from '../../../texts/money.ts'
import { longMonth } from '../../../ui/time-format.ts'
import type { Action } from './actions.ts'
import { centsOf } from './amounts.ts'
import { t } from '../../../texts/texts.ts'

interface Words {
  /** Heading of the form, or of the review for actions without a form. */
  readonly title: string
  /** Heading of the review. */
  readonly review: string
  /** Label of the confirming button. */
  readonly confirm: string
  /** Text while the action is processing. */
  readonly processing: string
  readonly success: string
  /** Heading of a failure, and its text when the server gives no reason. */
  readonly failure: string
}

/** Formats a typed amount as "$12.50"; returns it unchanged when it is no amount. */
export const typedDollars = (typed: string): string => {
  const cents = centsOf(typed)
  return cents === null ? typed : dollars(cents)
}

/** The texts of an action. */
export const wordsOf = (action: Action): Words => {
  switch (action.kind) {
    case 'create':
      return {
        title: t('Create Investment Pool'),
        review: t('Review Your Pool'),
        confirm: t('Create Pool'),
        processing: t('Creating “{name}”', { name: action.name }),
        success: t('“{name}” was created', { name: action.name }),
        failure: t('Failed to create the pool'),
      }
    case 'add':
      return {
        title: t('Add Money'),
        review: t('Confirm Contribution'),
        confirm: t('Add Money'),
        processing: t('Adding {amount} to “{name}”', {
          amount: typedDollars(action.amount),
          name: action.pool.name,
        }),
        success: t('Money Added'),
        failure: t('Failed to add money'),
      }
    case 'withdraw':
      return {
        title: t('Withdraw'),
        review: t('Confirm Withdrawal'),
        confirm: t('Withdraw'),
        processing: t('Withdrawing {amount} from “{name}”', {
          amount: typedDollars(action.amount),
          name: action.pool.name,
        }),
        success: t('Money Withdrawn'),
        failure: t('Failed to withdraw'),
      }
    case 'settings':
      return {
        title: t('Pool Settings'),
        review: t('Pool Settings'),
        confirm: t('Save Settings'),
        processing: t('Saving the settings'),
        success: t('Settings of “{name}” saved', { name: action.pool.name }),
        failure: t('Failed to save the settings'),
      }
    case 'close':
      return {
        title: t('Close Pool'),
        review: t('Close Pool'),
        confirm: t('Close Pool'),
        processing: t('Closing “{name}”', { name: action.pool.name }),
        success: t('Pool Closed'),
        failure: t('Failed to close the pool'),
      }
    case 'pay':
      return {
        title: t('Pay Bill'),
        review: t('Pay Bill'),
        confirm: t('Pay Now'),
        processing: t('Paying {amountCents} to {title}', {
          amountCents: dollars(action.bill.amountCents),
          title: action.bill.title,
        }),
        success: t('Bill Paid'),
        failure: t('Failed to pay the bill'),
      }
    case 'wallet_fallback':
      return {
        title: t('Bills and Your Wallet'),
        review: action.allowed ? t('Allow Your USD Wallet') : t('Stop Using Your USD Wallet'),
        confirm: action.allowed ? t('Allow') : t('Stop'),
        processing: t('Saving your choice'),
        success: action.allowed
          ? t('Auto-pay may now use your USD wallet')
          : t('Auto-pay no longer uses your USD wallet'),
        failure: t('Failed to save your choice'),
      }
    default:
      return action satisfies never
  }
}

/** Describes an action as the beginning of a sentence. */
export const describe = (action: Action): string =>
  action.kind === 'pay'
    ? t('{amountCents} to {title} for {period}', {
        amountCents: dollars(action.bill.amountCents),
        title: action.bill.title,
        period: longMonth(action.bill.period),
      })
    : wordsOf(action).processing
