import { billEvents } from '../../events/bills/events.ts'
import { happenedAt } from '../../events/happened-at.ts'
import type { AmountJson } from '../../events/money.ts'
import { transferRequestEvents } from '../../events/requests/events.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'
import { memberOfStream, walletEvents } from '../../events/wallet/events.ts'
import type { NewNotice, NoticeFacts } from '../notices.ts'

type Told = { readonly memberId: string; readonly subject: string; readonly facts: NoticeFacts } | null

const inWallet = (recorded: RecordedEvent): Told => {
  const { type, data } = walletEvents.parse(recorded)
  const told = (
    how: 'transfer' | 'deposit' | 'returned',
    from: string | null,
    { currency, minor }: AmountJson,
  ): Told => ({
    memberId: memberOfStream(recorded.streamId),
    subject: recorded.id,
    facts: { kind: 'money_in', how, from, currency, minor },
  })
  if (type === 'TransferReceived') return told('transfer', data.from, data.amount)
  if (type === 'TransferReturned') return told('returned', data.to, data.amount)
  return type === 'DepositCredited' ? told('deposit', null, data.amount) : null
}

const inRequest = (recorded: RecordedEvent): Told => {
  const { type, data } = transferRequestEvents.parse(recorded)
  if (type !== 'TransferRequested') return null
  const { requestId, requesterId: from, payerId: memberId, amount } = data
  return { memberId, subject: requestId, facts: { kind: 'request', requestId, from, minor: amount.minor } }
}

/** Why a payment was not made that a member can do something about: add money. */
const SHORT = new Set(['pools_short', 'wallet_short', 'no_auto_pay_pool'])

const inBill = (recorded: RecordedEvent): Told => {
  const { type, data } = billEvents.parse(recorded)
  const { billId, memberId } = data
  const told = (state: 'due' | 'short' | 'late', minor: string | null, dueOn: string | null): Told => ({
    memberId,
    subject: `${billId} ${state}`,
    facts: { kind: 'bill', billId, state, minor, dueOn },
  })
  if (type === 'BillIssued') return told('due', data.amount.minor, data.dueOn)
  if (type === 'BillPastDue') return told('late', null, data.dueOn)
  if (type !== 'BillPaymentFailed' || !SHORT.has(data.reason)) return null
  return told('short', data.missing === '0' ? null : data.missing, null)
}

const toldOf = (recorded: RecordedEvent): Told => {
  const { streamId } = recorded
  if (walletEvents.isStream(streamId)) return inWallet(recorded)
  if (transferRequestEvents.isStream(streamId)) return inRequest(recorded)
  return billEvents.isStream(streamId) ? inBill(recorded) : null
}

/** What members are told of a batch of events: money that came in, requests, bills. */
export const noticesOf = (batch: readonly RecordedEvent[]): readonly NewNotice[] =>
  batch.flatMap((recorded) => {
    const told = toldOf(recorded)
    return told === null ? [] : [{ ...told, at: happenedAt(recorded) }]
  })
