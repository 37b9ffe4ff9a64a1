import type { KnownBill } from '../../events/bills/bill.ts'
import { usd } from '../../events/money.ts'
import { Refusal } from '../../events/refusal.ts'
import type { Attempt } from '../http/attempt.ts'
import { MarketUnavailable } from '../pools/market.ts'
import type { BillsArea } from './context.ts'
import { manualPaymentIdOf } from './bill-streams.ts'

/** Loads a member's bill from the ledger; a payment under way is finished first, if it can be. */
const ownBill = async (
  { bills, payments }: Pick<BillsArea, 'bills' | 'payments'>,
  memberId: string,
  billId: string,
): Promise<KnownBill> => {
  const { bill } = await bills.load(billId)
  if (bill.status === 'absent' || bill.memberId !== memberId)
    throw new Refusal('bill_not_found', 'You have no bill with this id.')
  if (bill.status !== 'paying') return bill
  try {
    await payments.finish(billId)
  } catch (error) {
    // The market, which a part of that payment waits for, is away: the payment stays under way.
    if (!(error instanceof MarketUnavailable)) throw error
  }
  const ended = await bills.load(billId)
  return ended.bill.status === 'absent' ? bill : ended.bill
}

/**
 * Pays a bill in full from the USD wallet. Returns the position of the newest event.
 * @throws {Refusal} `bill_not_found`, `already_paid`, `payment_pending`, `insufficient_funds`, `wallet_overdrawn`
 */
export const payByHand = async (
  area: Pick<BillsArea, 'bills' | 'payments' | 'wallets' | 'clock'>,
  { memberId, idempotencyKey }: Pick<Attempt, 'memberId' | 'idempotencyKey'>,
  billId: string,
): Promise<bigint> => {
  const bill = await ownBill(area, memberId, billId)
  const paymentId = manualPaymentIdOf(memberId, idempotencyKey)
  const isOwn = bill.status === 'paid' && bill.payment.paymentId === paymentId
  if (bill.status === 'paid' && !isOwn) throw new Refusal('already_paid', 'This bill is paid already.')
  if (!isOwn)
    await area.wallets.wouldAllow(
      memberId,
      { type: 'payBill', billId, paymentId, amount: usd(bill.amount), auto: false, asked: false },
      area.clock().toISOString(),
    )
  const { status, position } = await area.payments.pay({
    billId,
    memberId,
    paymentId,
    method: 'manual',
    legs: [{ source: 'wallet', amount: bill.amount.toString() }],
    idempotencyKey,
  })
  if (status === 'failed')
    throw new Refusal('insufficient_funds', 'Insufficient USD balance. The bill is still unpaid.')
  return position
}
