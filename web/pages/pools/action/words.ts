import { dollars } from '../../../../api/contract/money.ts'
import { longMonth } from '../../../ui/time-format.ts'
import type { Action } from './actions.ts'
import { centsOf } from './amounts.ts'

interface Words {
  /** Heading of the form; of the review where there is none. */
  readonly title: string
  /** Heading of the review. */
  readonly review: string
  /** On the button that binds. */
  readonly confirm: string
  /** What is under way. */
  readonly going: string
  readonly success: string
  /** Heading of a failure; said also when the server gives no reason. */
  readonly failure: string
}

/** "$12.50" of an amount as typed; as it was typed when it is none. */
export const typedDollars = (typed: string): string => {
  const cents = centsOf(typed)
  return cents === null ? typed : dollars(cents)
}

/** What is said of an action. */
export const wordsOf = (action: Action): Words => {
  switch (action.kind) {
    case 'create':
      return {
        title: 'Create Investment Pool',
        review: 'Review Your Pool',
        confirm: 'Create Pool',
        going: `Creating “${action.name}”`,
        success: `“${action.name}” was created`,
        failure: 'Failed to create the pool',
      }
    case 'add':
      return {
        title: 'Add Money',
        review: 'Confirm Contribution',
        confirm: 'Add Money',
        going: `Adding ${typedDollars(action.amount)} to “${action.pool.name}”`,
        success: 'Money Added',
        failure: 'Failed to add money',
      }
    case 'withdraw':
      return {
        title: 'Withdraw',
        review: 'Confirm Withdrawal',
        confirm: 'Withdraw',
        going: `Withdrawing ${typedDollars(action.amount)} from “${action.pool.name}”`,
        success: 'Money Withdrawn',
        failure: 'Failed to withdraw',
      }
    case 'settings':
      return {
        title: 'Pool Settings',
        review: 'Pool Settings',
        confirm: 'Save Settings',
        going: 'Saving the settings',
        success: `Settings of “${action.pool.name}” saved`,
        failure: 'Failed to save the settings',
      }
    case 'close':
      return {
        title: 'Close Pool',
        review: 'Close Pool',
        confirm: 'Close Pool',
        going: `Closing “${action.pool.name}”`,
        success: 'Pool Closed',
        failure: 'Failed to close the pool',
      }
    case 'pay':
      return {
        title: 'Pay Bill',
        review: 'Pay Bill',
        confirm: 'Pay Now',
        going: `Paying ${dollars(action.bill.amountCents)} to ${action.bill.title}`,
        success: 'Bill Paid',
        failure: 'Failed to pay the bill',
      }
    case 'wallet_fallback':
      return {
        title: 'Bills and Your Wallet',
        review: action.allowed ? 'Allow Your USD Wallet' : 'Stop Using Your USD Wallet',
        confirm: action.allowed ? 'Allow' : 'Stop',
        going: 'Saving your choice',
        success: action.allowed
          ? 'Auto-pay may now use your USD wallet'
          : 'Auto-pay no longer uses your USD wallet',
        failure: 'Failed to save your choice',
      }
    default:
      return action satisfies never
  }
}

/** What an intent was, as the beginning of a sentence. */
export const describe = (action: Action): string =>
  action.kind === 'pay'
    ? `${dollars(action.bill.amountCents)} to ${action.bill.title} for ${longMonth(action.bill.period)}`
    : wordsOf(action).going
