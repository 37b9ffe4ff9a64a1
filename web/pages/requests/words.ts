import { decimalOf } from '../../../api/contract/money.ts'
import { UNFAMILIAR } from '../../../api/contract/open.ts'
import type { TransferRequest } from '../../../api/contract/requests.ts'
import { formatMoney } from '../../texts/money.ts'
import { t } from '../../texts/texts.ts'
import type { Action } from './flow.ts'

/** Dollars as a decimal. */
export const amountOf = ({ amount }: TransferRequest): string => decimalOf(BigInt(amount), 2)
export const moneyOf = (request: TransferRequest): string => formatMoney(amountOf(request), 'USD')

/** A sentence, because the amount alone would look paid. The other member may have ended the request first. */
export const outcomeText = (request: TransferRequest, action: Action, name: string): string => {
  const amount = moneyOf(request)
  switch (request.status) {
    case 'approved':
    case 'completed':
      return action === 'cancel' ? amount : t('{amount} sent to {name}', { amount, name })
    case 'declined':
      return action === 'cancel'
        ? t('{name} doesn’t send you {amount}', { amount, name })
        : t('You don’t send {name} {amount}', { amount, name })
    case 'cancelled':
      return action === 'cancel'
        ? t('You no longer ask {name} for {amount}', { amount, name })
        : t('{name} no longer asks you for {amount}', { amount, name })
    case 'pending':
    case 'expired':
    case 'failed':
    case UNFAMILIAR:
      return amount
    default:
      return request.status satisfies never
  }
}
