import { formatMinor } from '../../events/money.ts'
import { activityByMonth, type FoldedLine, monthOf } from '../../projections/activity/by-month.ts'
import { activityOf } from '../../projections/activity/queries.ts'
import type { ActivityLine } from '../../projections/activity/table.ts'
import { transferById, type TransferRow } from '../../projections/activity/transfers.ts'
import type { operations } from '../contract/operations.ts'
import type { QueryOf, ResponseOf } from '../contract/operation.ts'
import type { Activity, InterestDay, Transfer } from '../contract/wallet.ts'
import { HttpError } from '../http/errors.ts'
import { pageOf, placeOf } from '../http/paging.ts'
import type { WalletArea } from './context.ts'
import { namesOf } from '../identity/people.ts'

const noTransfer = () => new HttpError(404, 'transfer_not_found', 'You have no transfer with this id.')

/** The message of a transfer, decrypted; null when there is none or it was erased. */
export const textOf = async (
  { messageKeys }: Pick<WalletArea, 'messageKeys'>,
  message: TransferRow['message'],
): Promise<string | null> => (message === null ? null : messageKeys.decrypt(message))

/** A transfer as shown to one of its two members; 404 for everybody else. */
export const transferFor = async (
  area: Pick<WalletArea, 'pool' | 'members' | 'messageKeys'>,
  memberId: string,
  id: string,
): Promise<Transfer> => {
  const row = await transferById(area.pool, id)
  if (!row || (row.senderId !== memberId && row.recipientId !== memberId)) throw noTransfer()
  const [name, message] = await Promise.all([
    namesOf(area.members, [row.senderId, row.recipientId]),
    textOf(area, row.message),
  ])
  return {
    transfer_id: row.id,
    status: row.status,
    direction: row.senderId === memberId ? 'sent' : 'received',
    currency: row.currency,
    amount: formatMinor(row.currency, row.minor),
    message,
    sender: name(row.senderId),
    recipient: name(row.recipientId),
    created_at: row.sentAt,
    completed_at: row.completedAt,
    position: row.position.toString(),
  }
}

/** Lines as shown to their member. */
export const activitiesOf = async (
  area: Pick<WalletArea, 'members' | 'messageKeys'>,
  lines: readonly FoldedLine[],
): Promise<Activity[]> => {
  const [name, messages] = await Promise.all([
    namesOf(
      area.members,
      lines.map((line) => line.counterpartyId),
    ),
    Promise.all(lines.map((line) => textOf(area, line.message))),
  ])
  return lines.map((line, i) => ({
    id: line.id,
    kind: line.kind,
    currency: line.currency,
    amount: line.currency === null || line.minor === null ? null : formatMinor(line.currency, line.minor),
    amount_minor: line.minor?.toString() ?? null,
    status: line.status,
    counterparty: line.counterpartyId === null ? null : name(line.counterpartyId),
    message: messages[i] ?? null,
    transfer_id: line.transferId,
    occurred_at: line.occurredAt,
    position: line.position.toString(),
    ...(line.days && { days: line.days.map(dayOf) }),
  }))
}

const dayOf = ({ id, minor, occurredAt, position }: ActivityLine): InterestDay => ({
  id,
  amount: formatMinor('USD', minor ?? 0n),
  amount_minor: (minor ?? 0n).toString(),
  occurred_at: occurredAt,
  position: position.toString(),
})

/** In a cursor of a list by months, after its position: the oldest month of interest that was shown. */
const CURSOR_BY_MONTH = /^(\d+)(?:\.(\d{4}-\d{2}))?$/

/** One page of a member's transactions, newest first, with one line for each month of interest. */
const transactionsByMonth = async (
  area: WalletArea,
  memberId: string,
  { currency, kind, limit, cursor }: QueryOf<(typeof operations)['listTransactions']>,
): Promise<ResponseOf<(typeof operations)['listTransactions']>> => {
  const [, place, shownMonth] = cursor === undefined ? [] : (CURSOR_BY_MONTH.exec(cursor) ?? [cursor, cursor])
  const lines = await activityByMonth(area.pool, memberId, {
    currency,
    kind,
    limit: limit + 1,
    before: placeOf(place),
    shownMonth,
  })
  const { page, next_cursor } = pageOf(lines, limit, (last) => last.position.toString())
  const shown = page.findLast((line) => line.kind === 'interest')
  const month = shown === undefined ? shownMonth : monthOf(shown)
  return {
    transactions: await activitiesOf(area, page),
    next_cursor: next_cursor === null || month === undefined ? next_cursor : `${next_cursor}.${month}`,
  }
}

/** One page of a member's transactions, newest first. */
export const transactionsOf = async (
  area: WalletArea,
  memberId: string,
  query: QueryOf<(typeof operations)['listTransactions']>,
): Promise<ResponseOf<(typeof operations)['listTransactions']>> => {
  if (query.interest === 'monthly') return transactionsByMonth(area, memberId, query)
  const { currency, kind, limit, cursor } = query
  const lines = await activityOf(area.pool, memberId, {
    currency,
    kind,
    limit: limit + 1,
    before: placeOf(cursor),
  })
  const { page, next_cursor } = pageOf(lines, limit, (last) => last.position.toString())
  return { transactions: await activitiesOf(area, page), next_cursor }
}
