import { derivedId } from '../../events/ids.ts'
import { formatMinor } from '../../events/money.ts'
import { withdrawalById, type WithdrawalRow } from '../../projections/withdrawals/queries.ts'
import type { Withdrawal, WithdrawRequest } from '../contract/withdrawals.ts'
import { doneAfter, type Attempt } from '../http/attempt.ts'
import { HttpError } from '../http/errors.ts'
import { freshTo } from '../http/reading.ts'
import { reply, type Reply } from '../http/reply.ts'
import { amountOf } from '../wallet/send.ts'
import type { WithdrawalArea } from './context.ts'
import { assertMayWithdraw } from './may-withdraw.ts'
import { isReviewed, withdrawalView } from './views.ts'
import { withdrawalIdOf } from './withdrawals.ts'

const noWithdrawal = () => new HttpError(404, 'withdrawal_not_found', 'You have no withdrawal with this id.')

type Viewing = Pick<WithdrawalArea, 'pool' | 'accounts' | 'reviews' | 'bank' | 'cancelMs' | 'clock'>

/** Withdrawals of one member as they see them. */
export const viewsOf = async (
  { accounts, reviews, bank, cancelMs, clock }: Viewing,
  memberId: string,
  rows: readonly WithdrawalRow[],
): Promise<Withdrawal[]> => {
  const [known, cases] = await Promise.all([
    accounts.byIds(
      memberId,
      rows.map(({ accountId }) => accountId),
    ),
    reviews.numbersOf(rows.filter(isReviewed).map(({ id }) => id)),
  ])
  return rows.map((row) =>
    withdrawalView(row, known.get(row.accountId), {
      caseNumber: cases.get(row.id) ?? null,
      bank,
      cancelMs,
      now: clock(),
    }),
  )
}

const rowOf = async ({ pool }: Pick<Viewing, 'pool'>, memberId: string, id: string) => {
  const row = await withdrawalById(pool, id)
  if (!row || row.memberId !== memberId) throw noWithdrawal()
  return row
}

/** A member's withdrawal; 404 for everybody else. */
export const withdrawalFor = async (area: Viewing, memberId: string, id: string): Promise<Withdrawal> => {
  const [view] = await viewsOf(area, memberId, [await rowOf(area, memberId, id)])
  if (!view) throw noWithdrawal()
  return view
}

/** @throws {HttpError} 422 the fee is another than the member agreed to */
const assertFee = (agreed: string | undefined, fee: bigint): void => {
  if (agreed === undefined || amountOf('USD', agreed).minor === fee) return
  const sentence = `The fee is $${formatMinor('USD', fee)} now. Please look at it again.`
  throw new HttpError(422, 'fee_changed', sentence, { fields: { fee_usd: sentence } })
}

/** Whether an earlier attempt has taken the money: then no rule of today may say that nothing happened. */
const hasBegun = async ({ wallets }: WithdrawalArea, attempt: Attempt): Promise<boolean> =>
  attempt.repeated &&
  (await wallets.find(attempt.memberId, {
    eventId: derivedId('WithdrawalRequested', withdrawalIdOf(attempt)),
    after: doneAfter(attempt),
  })) !== null

/**
 * Takes the money out of the wallet; from then on the process hands it to the bank.
 * @throws {HttpError | Refusal} a rule refuses it, and nothing has moved
 */
export const withdraw = async (
  area: WithdrawalArea,
  attempt: Attempt,
  { bank_account_id: accountId, amount_usd: amount, rail, fee_usd: agreed }: WithdrawRequest,
  provenAt: string,
): Promise<Reply<Withdrawal>> => {
  const fee = area.fees[rail]
  if (!(await hasBegun(area, attempt))) {
    await assertMayWithdraw(area, attempt.memberId, { accountId, rail, orderedAt: area.clock() })
    assertFee(agreed, fee)
  }
  const cents = amountOf('USD', amount).minor
  const { memberId } = attempt
  const sighted = { withdrawalId: withdrawalIdOf(attempt), memberId, accountId, isLast: false }
  const { withdrawalId, position } = await area.withdrawals.request(attempt, {
    accountId,
    cents,
    fee,
    rail,
    provenAt,
    former: await area.formerWithdrawals(attempt.memberId),
    isShared: await area.sightings.isShared(sighted),
  })
  await freshTo(area, position, ['withdrawals'])
  const row = await rowOf(area, attempt.memberId, withdrawalId)
  // So that the answer names the case; of one that is missing the process takes care.
  if (row.state === 'review') await area.reviews.open(row)
  return reply(await withdrawalFor(area, attempt.memberId, withdrawalId), { position })
}

/** Stops a withdrawal that the bank was not asked for. @throws {Refusal} `withdrawal_ordered` it was */
export const cancelWithdrawal = async (
  area: WithdrawalArea,
  memberId: string,
  id: string,
): Promise<Reply<Withdrawal>> => {
  await freshTo(area, await area.store.head(), ['withdrawals'])
  const row = await rowOf(area, memberId, id)
  const { position } = await area.withdrawals.cancel({ withdrawalId: id, memberId, position: row.position })
  await freshTo(area, position, ['withdrawals'])
  return reply(await withdrawalFor(area, memberId, id), { position })
}
