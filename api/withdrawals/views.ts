import { dayOf } from '../../events/calendar.ts'
import { formatMinor } from '../../events/money.ts'
import type { WithdrawalRow } from '../../projections/withdrawals/queries.ts'
import type { SavedBankAccount, Withdrawal, WithdrawalState } from '../contract/withdrawals.ts'
import { lookAt, type OwnAccount, type SavedAccount } from './bank-accounts.ts'
import type { PayingBank } from './paying-bank.ts'
import { isStopReason, reasonSentence, reviewSentence } from './reasons.ts'

/** A saved account as its owner sees it. */
export const accountView = (account: OwnAccount, now: Date): SavedBankAccount => ({
  id: account.id,
  holder_name: account.holderName ?? '',
  bank_name: account.bankName,
  last4: account.last4,
  account_type: account.accountType,
  rails: [...account.rails],
  state: account.usableFrom > now ? 'waiting' : 'usable',
  usable_from: account.usableFrom.toISOString(),
  created_at: account.createdAt.toISOString(),
})

/** Whether the day has passed on which a payment that was sent is there at the latest. */
const hasArrived = ({ rail }: WithdrawalRow, arrivesBy: string, now: Date): boolean =>
  rail === 'instant' || dayOf(now) > arrivesBy

const stateOf = (row: WithdrawalRow, arrivesBy: string, now: Date): WithdrawalState => {
  switch (row.state) {
    case 'review':
      return 'review'
    // Between our order and the bank's answer it is neither sent nor cancellable.
    case 'requested':
    case 'ordered':
      return 'preparing'
    case 'sent':
      return hasArrived(row, arrivesBy, now) ? 'arrived' : 'sent'
    case 'failed':
    case 'cancelled':
      return row.state
    case 'returned':
      return 'came_back'
  }
}

const reasonOf = ({ state, reason }: WithdrawalRow): Withdrawal['reason'] => {
  if (reason === null) return null
  if (state === 'review') return { code: reason, message: reviewSentence(reason) }
  return state === 'failed' || state === 'returned'
    ? { code: reason, message: reasonSentence(reason, state) }
    : null
}

/** Whether what it says of itself comes from a case. */
export const isReviewed = ({ state, reason }: WithdrawalRow): boolean =>
  state === 'review' || isStopReason(reason)

/** Until when it can be cancelled at least; null: not any more. */
const cancellableUntil = ({ state, updatedAt }: WithdrawalRow, cancelMs: number): string | null =>
  state === 'requested' ? new Date(Date.parse(updatedAt) + cancelMs).toISOString() : null

/** A withdrawal as its member sees it. `account`: where it goes, if that is still known. */
export const withdrawalView = (
  row: WithdrawalRow,
  account: SavedAccount | undefined,
  {
    caseNumber,
    bank,
    cancelMs,
    now,
  }: {
    /** Of the case in which a person looks at it; null: there is none. */
    readonly caseNumber: number | null
    readonly bank: Pick<PayingBank, 'arrivesBy'>
    readonly cancelMs: number
    readonly now: Date
  },
): Withdrawal => {
  // What waits goes out now at the earliest.
  const from = row.sentAt === null ? now : new Date(row.sentAt)
  const arrivesBy = dayOf(bank.arrivesBy(row.rail, from))
  const state = stateOf(row, arrivesBy, now)
  // What has not gone yet goes to the numbers of now.
  const look = account && lookAt(account, from)
  const isComing = state === 'preparing' || state === 'sent' || state === 'arrived'
  return {
    withdrawal_id: row.id,
    state,
    amount_usd: formatMinor('USD', row.minor),
    fee_usd: formatMinor('USD', row.feeMinor),
    total_usd: formatMinor('USD', row.minor + row.feeMinor),
    rail: row.rail,
    fell_back: row.fellBack,
    bank_account:
      account && look
        ? { id: account.id, bank_name: look.bankName, last4: look.last4, account_type: look.accountType }
        : null,
    cancellable_until: cancellableUntil(row, cancelMs),
    arrives_by: isComing ? arrivesBy : null,
    reason: reasonOf(row),
    ...(caseNumber !== null && { case_number: caseNumber }),
    created_at: row.requestedAt,
    sent_at: row.sentAt,
    updated_at: row.updatedAt,
    position: row.position.toString(),
  }
}
