import { billEvents, type BillEventOf } from '../../events/bills/events.ts'
import { depositEvents } from '../../events/deposits/events.ts'
import { happenedAt } from '../../events/happened-at.ts'
import type { AmountJson } from '../../events/money.ts'
import { poolEvents } from '../../events/pools/events.ts'
import { transferRequestEvents } from '../../events/requests/events.ts'
import type { EventStore, RecordedEvent } from '../../events/store/event-store.ts'
import { memberOfStream, walletEvents } from '../../events/wallet/events.ts'
import { isStopReason } from '../withdrawals/reasons.ts'
import type { FactsOf, NewNotification, NotificationFacts } from '../notifying/notifying.ts'
import { SILENT, type SilentType } from './silent.ts'

type Store = Pick<EventStore, 'readStream'>
type Notification = Omit<NewNotification, 'at'> | null

/** For an event of {@link SILENT}, so that the compiler finds one that is neither told nor silent. */
const silent = (_type: SilentType): null => null

const inWallet = (recorded: RecordedEvent): Notification => {
  const event = walletEvents.parse(recorded)
  const told = (facts: NotificationFacts): Notification => ({
    memberId: memberOfStream(recorded.streamId),
    subject: recorded.id,
    facts,
  })
  const moneyIn = (how: FactsOf<'money_in'>['how'], from: string | null, { currency, minor }: AmountJson) =>
    told({ kind: 'money_in', how, from, currency, minor })
  const deposit = (state: FactsOf<'deposit'>['state'], depositId: string, { minor }: AmountJson) =>
    // A claim may take from the card's fee alone.
    minor === '0' ? null : told({ kind: 'deposit', depositId, state, minor })
  const withdrawal = (
    state: FactsOf<'withdrawal'>['state'],
    {
      withdrawalId,
      amount,
      fee = '0',
    }: { readonly withdrawalId: string; readonly amount: AmountJson; readonly fee?: string | undefined },
  ) => {
    const minor = (BigInt(amount.minor) - BigInt(fee)).toString()
    return told({ kind: 'withdrawal', withdrawalId, state, minor })
  }
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- `silent` takes only those that are
  switch (event.type) {
    case 'TransferReceived':
      return moneyIn('transfer', event.data.from, event.data.amount)
    case 'TransferReturned':
      return moneyIn('returned', event.data.to, event.data.amount)
    case 'DepositCredited':
      return moneyIn('deposit', null, event.data.amount)
    case 'PoolProceedsReceived':
      return moneyIn('pool', null, event.data.amount)
    case 'PoolContributionReturned':
      return moneyIn('pool_returned', null, event.data.amount)
    case 'WithdrawalRequested':
      return withdrawal(event.data.review === undefined ? 'preparing' : 'review', event.data)
    case 'WithdrawalRerouted':
      return withdrawal('fell_back', event.data)
    case 'WithdrawalSent':
      return withdrawal('sent', event.data)
    case 'WithdrawalFailed':
      return withdrawal(isStopReason(event.data.reason) ? 'stopped' : 'failed', event.data)
    case 'WithdrawalReturned':
      return withdrawal('came_back', event.data)
    case 'DepositReversed':
      return deposit('returned', event.data.depositId, event.data.amount)
    case 'DepositTakenBack': {
      const { reason, depositId, amount } = event.data
      return deposit(reason === 'refunded' ? 'refunded' : 'disputed', depositId, amount)
    }
    case 'DepositGivenBack':
      return deposit('restored', event.data.depositId, event.data.amount)
    default:
      return silent(event.type)
  }
}

/** The amount is that of the stream's first event: a failure does not repeat it. */
const inDeposit = async (recorded: RecordedEvent, store: Store): Promise<Notification> => {
  const event = depositEvents.parse(recorded)
  if (event.type !== 'DepositFailed') return silent(event.type)
  const { depositId, memberId } = event.data
  for await (const first of store.readStream(recorded.streamId, { limit: 1 })) {
    const initiated = depositEvents.parse(first)
    if (initiated.type !== 'DepositInitiated') break
    const { minor } = initiated.data.amount
    return { memberId, subject: recorded.id, facts: { kind: 'deposit', depositId, state: 'failed', minor } }
  }
  throw new Error(`Deposit ${depositId} failed and was never initiated`)
}

const inRequest = (recorded: RecordedEvent): Notification => {
  const event = transferRequestEvents.parse(recorded)
  if (event.type !== 'TransferRequested') return silent(event.type)
  const { requestId, requesterId: from, payerId: memberId, amount } = event.data
  return { memberId, subject: requestId, facts: { kind: 'request', requestId, from, minor: amount.minor } }
}

const inPool = (recorded: RecordedEvent): Notification => {
  const event = poolEvents.parse(recorded)
  if (event.type !== 'PoolClosed' && event.type !== 'PoolProceedsKept') return silent(event.type)
  const { memberId, poolId } = event.data
  const state = event.type === 'PoolClosed' ? 'closed' : 'kept'
  return { memberId, subject: recorded.id, facts: { kind: 'pool', poolId, state } }
}

/** Failure reasons that the member can fix by adding money or switching auto-pay on. */
const SHORT = new Set(['pools_short', 'wallet_short', 'no_auto_pay_pool'])

/** What the payment that paid a bill was made from. */
const sourcesOf = async (
  { billId, paymentId }: BillEventOf<'BillPaid'>['data'],
  store: Store,
): Promise<FactsOf<'bill_paid'>['by']> => {
  for await (const recorded of store.readStream(billEvents.streamOf(billId))) {
    const event = billEvents.parse(recorded)
    if (event.type !== 'BillPaymentStarted' || event.data.paymentId !== paymentId) continue
    const sources = new Set(event.data.legs.map(({ source }) => source))
    if (sources.size > 1) return 'both'
    return sources.has('wallet') ? 'wallet' : 'pools'
  }
  throw new Error(`Bill ${billId} was paid by a payment that never started`)
}

const inBill = async (recorded: RecordedEvent, store: Store): Promise<Notification> => {
  const event = billEvents.parse(recorded)
  const { billId, memberId } = event.data
  const notification = (
    state: 'due' | 'short' | 'late',
    minor: string | null,
    dueOn: string | null,
  ): Notification => ({
    memberId,
    subject: `${billId} ${state}`,
    facts: { kind: 'bill', billId, state, minor, dueOn },
  })
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- `silent` takes only those that are
  switch (event.type) {
    case 'BillIssued':
      return notification('due', event.data.amount.minor, event.data.dueOn)
    case 'BillPastDue':
      return notification('late', null, event.data.dueOn)
    case 'BillPaymentFailed': {
      const { reason, missing } = event.data
      return SHORT.has(reason) ? notification('short', missing === '0' ? null : missing, null) : null
    }
    case 'BillPaid': {
      const { minor } = event.data.amount
      const by = await sourcesOf(event.data, store)
      return { memberId, subject: billId, facts: { kind: 'bill_paid', billId, minor, by } }
    }
    default:
      return silent(event.type)
  }
}

const notificationOf = async (recorded: RecordedEvent, store: Store): Promise<Notification> => {
  const { streamId, type } = recorded
  if (type in SILENT) return null
  if (walletEvents.isStream(streamId)) return inWallet(recorded)
  if (depositEvents.isStream(streamId)) return inDeposit(recorded, store)
  if (transferRequestEvents.isStream(streamId)) return inRequest(recorded)
  if (poolEvents.isStream(streamId)) return inPool(recorded)
  return billEvents.isStream(streamId) ? inBill(recorded, store) : null
}

/** The notifications for a batch of events, in their order: of all but those in {@link SILENT}. */
export const notificationsOf = async (
  batch: readonly RecordedEvent[],
  store: Store,
): Promise<readonly NewNotification[]> => {
  const notifications: NewNotification[] = []
  for (const recorded of batch) {
    // oxlint-disable-next-line no-await-in-loop -- waits only for the rare one that reads its stream
    const notification = await notificationOf(recorded, store)
    if (notification !== null) notifications.push({ ...notification, at: happenedAt(recorded) })
  }
  return notifications
}
