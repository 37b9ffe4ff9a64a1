import type { AchDeposit, DepositDetails, PaymentIntent } from '../../../api/contract/deposits.ts'
import { UNFAMILIAR } from '../../../api/contract/open.ts'
import type { FlowResult } from '../../flow/attempt.ts'
import type { Problems } from '../../flow/machine.ts'
import type { DepositState, FundsEvent } from './machine.ts'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

/** Message for each call that can fail. */
export const FAILED = {
  intent: t('Failed to create payment intent'),
  achDeposit: t('Failed to create ACH deposit'),
  request: t('Failed to create transfer request'),
  treasury: t('Failed to initialize treasury account'),
  payment: t('Payment failed'),
} as const

/** A refusal with the flow's message and, if the server gives one, its reason. */
export const refusal = (
  key: string,
  message: string,
  { reason = null, problems = {} }: { reason?: string | null; problems?: Problems },
): FlowResult<FundsEvent> => ({
  event: { type: 'refused', key, failure: { message, reason, code: null, problems } },
})

export const depositOf = (answer: PaymentIntent | AchDeposit): DepositState => ({
  id: answer.deposit_id,
  stage: answer.status,
  fee: answer.fee,
  total: answer.total,
  expectedBy: 'expected_by' in answer ? answer.expected_by : null,
  heldUntil: null,
})

export const depositOfDetails = (details: DepositDetails): DepositState => ({
  id: details.id,
  stage: details.stage,
  fee: details.fee_cents,
  total: details.total_cents,
  expectedBy: details.expected_by,
  heldUntil: details.held_until ?? null,
})

/** The flow's event for a deposit's stage. */
export const eventOfDeposit = (key: string, details: DepositDetails): FundsEvent => {
  const deposit = depositOfDetails(details)
  switch (details.stage) {
    case 'failed':
    case 'returned':
      return refusal(key, FAILED.payment, {
        reason: details.failure === null ? null : translateServerText(details.failure.message),
      }).event
    case 'requires_action':
      return { type: 'asked', key, question: { deposit, stripe: null } }
    case 'succeeded':
      return { type: 'done', key, receipt: { kind: 'deposit', deposit } }
    case 'requires_payment':
    case 'processing':
      return details.method === 'stripe' && deposit.heldUntil === null
        ? { type: 'begun', key, deposit }
        : { type: 'done', key, receipt: { kind: 'deposit', deposit } }
    case UNFAMILIAR:
      return { type: 'done', key, receipt: { kind: 'deposit', deposit } }
    default:
      return details.stage satisfies never
  }
}

/** The flow's event for the response to a card payment. */
export const eventOfIntent = (key: string, data: PaymentIntent): FundsEvent => {
  const deposit = depositOf(data)
  const { client_secret: clientSecret, publishable_key: publishableKey } = data
  const stripe = clientSecret === null || publishableKey === null ? null : { clientSecret, publishableKey }
  switch (data.status) {
    case 'requires_action':
    case 'requires_payment':
      return { type: 'asked', key, question: { deposit, stripe } }
    case 'failed':
    case 'returned':
      return refusal(key, FAILED.payment, {}).event
    case 'processing':
    case 'succeeded':
    case UNFAMILIAR:
      // Also when the payment has succeeded already: the dialog always waits two seconds.
      return { type: 'begun', key, deposit }
    default:
      return data.status satisfies never
  }
}
