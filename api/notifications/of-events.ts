import { billEvents } from '../../events/bills/events.ts'
import { happenedAt } from '../../events/happened-at.ts'
import type { AmountJson } from '../../events/money.ts'
import { transferRequestEvents } from '../../events/requests/events.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'
import { memberOfStream, walletEvents } from '../../events/wallet/events.ts'
import type { NewNotice, NoticeFacts } from '../notices/notices.ts'

type Notice = { readonly memberId: string; readonly subject: string; readonly facts: NoticeFacts } | null

const inWallet = (recorded: RecordedEvent): Notice => {
  const { type, data } = walletEvents.parse(recorded)
  const notice = (
    how: 'transfer' | 'deposit' | 'returned',
    from: string | null,
    { currency, minor }: AmountJson,
  ): Notice => ({
    memberId: memberOfStream(recorded.streamId),
    subject: recorded.id,
    facts: { kind: 'money_in', how, from, currency, minor },
  })
  if (type === 'TransferReceived') return notice('transfer', data.from, data.amount)
  if (type === 'TransferReturned') return notice('returned', data.to, data.amount)
  return type === 'DepositCredited' ? notice('deposit', null, data.amount) : null
}

const inRequest = (recorded: RecordedEvent): Notice => {
  const { type, data } = transferRequestEvents.parse(recorded)
  if (type !== 'TransferRequested') return null
  const { requestId, requesterId: from, payerId: memberId, amount } = data
  return { memberId, subject: requestId, facts: { kind: 'request', requestId, from, minor: amount.minor } }
}

/** Failure reasons that the member can fix by adding money or switching auto-pay on. */
const SHORT = new Set(['pools_short', 'wallet_short', 'no_auto_pay_pool'])

const inBill = (recorded: RecordedEvent): Notice => {
  const { type, data } = billEvents.parse(recorded)
  const { billId, memberId } = data
  const notice = (state: 'due' | 'short' | 'late', minor: string | null, dueOn: string | null): Notice => ({
    memberId,
    subject: `${billId} ${state}`,
    facts: { kind: 'bill', billId, state, minor, dueOn },
  })
  if (type === 'BillIssued') return notice('due', data.amount.minor, data.dueOn)
  if (type === 'BillPastDue') return notice('late', null, data.dueOn)
  if (type !== 'BillPaymentFailed' || !SHORT.has(data.reason)) return null
  return notice('short', data.missing === '0' ? null : data.missing, null)
}

const noticeOf = (recorded: RecordedEvent): Notice => {
  const { streamId } = recorded
  if (walletEvents.isStream(streamId)) return inWallet(recorded)
  if (transferRequestEvents.isStream(streamId)) return inRequest(recorded)
  return billEvents.isStream(streamId) ? inBill(recorded) : null
}

/** The notices for a batch of events: money in, requests, bills. */
export const noticesOf = (batch: readonly RecordedEvent[]): readonly NewNotice[] =>
  batch.flatMap((recorded) => {
    const notice = noticeOf(recorded)
    return notice === null ? [] : [{ ...notice, at: happenedAt(recorded) }]
  })
