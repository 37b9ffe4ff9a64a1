import type { PaymentReason } from '../../events/bill/events.ts'
import { planPayment, type PoolCapacity } from '../../events/bill/plan.ts'
import { dayOf } from '../../events/wallet/interest.ts'
import type { Clock } from '../../events/ids.ts'
import { forEachBounded } from '../processes/bounded.ts'
import { autoPaymentIdOf, type BillStreams } from './bill-streams.ts'
import type { Payments } from './payments.ts'

/** A bill that auto-pay has not tried today. */
export interface DueBill {
  readonly billId: string
  readonly memberId: string
  /** Cents. */
  readonly amount: bigint
}

/** An open auto-pay pool; capacities are those of `valuedOn` (UTC day). */
export interface PayingPool extends PoolCapacity {
  readonly memberId: string
  readonly valuedOn: string
}

/** What auto-pay looks at. Each is one query, whatever the number of members. */
export interface AutoPayViews {
  /** Unpaid bills whose auto-pay has begun by `today` and has not been tried on it, those due first first. */
  readonly due: (today: string, limit: number) => Promise<readonly DueBill[]>
  readonly pools: (memberIds: readonly string[]) => Promise<readonly PayingPool[]>
  /** Cents in the wallets that auto-pay may use; others are left out. */
  readonly wallets: (memberIds: readonly string[]) => Promise<ReadonlyMap<string, bigint>>
}

const BILLS_MAX = 500
const AT_ONCE_MAX = 20

/**
 * Tries to pay due bills from pools (and wallets that may be used), each bill once a day, one of each member in a
 * call: what it takes has to show before the next is planned. Answers the position of its newest event, null when
 * nothing was to be done.
 */
export const autoPay = async ({
  views,
  bills,
  payments,
  clock,
}: {
  readonly views: AutoPayViews
  readonly bills: BillStreams
  readonly payments: Payments
  readonly clock: Clock
}): Promise<bigint | null> => {
  const today = dayOf(clock().toISOString())
  const first = new Map<string, DueBill>()
  for (const bill of await views.due(today, BILLS_MAX))
    if (!first.has(bill.memberId)) first.set(bill.memberId, bill)
  if (first.size === 0) return null
  const memberIds = [...first.keys()]
  const pools = Map.groupBy(await views.pools(memberIds), ({ memberId }) => memberId)
  const wallets = await views.wallets(memberIds)
  let newest: bigint | null = null
  const done = (position: bigint): void => {
    if (newest === null || position > newest) newest = position
  }

  const note = async ({ billId }: DueBill, reason: PaymentReason, missing: bigint): Promise<void> => {
    const { position } = await bills.execute(
      billId,
      { type: 'noteShortfall', paymentId: autoPaymentIdOf(billId, today), reason, missing },
      { actor: 'system', causationId: billId },
    )
    done(position)
  }

  const tryToPay = async (bill: DueBill): Promise<void> => {
    const { billId, memberId, amount } = bill
    const own = pools.get(memberId) ?? []
    if (own.length === 0) return note(bill, 'no_auto_pay_pool', amount)
    // Today's prices come first; it is tried again in a moment.
    if (own.some(({ valuedOn }) => valuedOn < today)) return
    const wallet = wallets.get(memberId) ?? null
    const plan = planPayment(amount, own, wallet)
    if (!plan.covered) return note(bill, wallet === null ? 'pools_short' : 'wallet_short', plan.missing)
    const paymentId = autoPaymentIdOf(billId, today)
    const { position } = await payments.pay({
      billId,
      memberId,
      paymentId,
      method: 'auto',
      legs: plan.legs,
    })
    done(position)
  }

  await forEachBounded([...first.values()], AT_ONCE_MAX, tryToPay)
  return newest
}
