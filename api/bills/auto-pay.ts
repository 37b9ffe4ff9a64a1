import { dayOf } from '../../events/calendar.ts'
import type { PaymentReason } from '../../events/bills/events.ts'
import { planPayment, type PoolCapacity } from '../../events/bills/plan.ts'
import type { Clock } from '../../events/ids.ts'
import type { Attempts } from '../processes/attempts.ts'
import { autoPaymentIdOf, type BillStreams } from './bill-streams.ts'
import type { Payments } from './payments.ts'

/** A bill that auto-pay has not tried today. */
export interface DueBill {
  readonly billId: string
  readonly memberId: string
  /** Cents. */
  readonly amount: bigint
}

/** An open auto-pay pool, with its capacities on `valuedOn` (UTC day). */
export interface PayingPool extends PoolCapacity {
  readonly memberId: string
  readonly valuedOn: string
}

/** Queries of auto-pay. Each is one query, whatever the number of members. */
export interface AutoPayViews {
  /** Unpaid bills whose auto-pay period has begun by `today` and that were not tried on it, by due date. */
  readonly due: (today: string, limit: number) => Promise<readonly DueBill[]>
  readonly pools: (memberIds: readonly string[]) => Promise<readonly PayingPool[]>
  /** Cents in the wallets that auto-pay may use; other members have no entry. */
  readonly wallets: (memberIds: readonly string[]) => Promise<ReadonlyMap<string, bigint>>
}

const BILLS_MAX = 500
const AT_ONCE_MAX = 20

/** Outcome of a round. */
interface AutoPaid {
  /** Bills that were tried. */
  readonly tried: number
  /** Ledger position of the newest event; 0n when there is none. */
  readonly position: bigint
}

/**
 * Tries to pay due bills from pools (and wallets that may be used), each bill once a day. A round pays at most one bill
 * of each member: the payment must be visible before the next is planned. Rounds repeat until nothing is left to try.
 */
export const createAutoPay = ({
  views,
  bills,
  payments,
  run,
  clock,
}: {
  readonly views: AutoPayViews
  readonly bills: BillStreams
  readonly payments: Payments
  /** Tries each member; one whose bill cannot be tried keeps no other waiting. */
  readonly run: Attempts['run']
  readonly clock: Clock
}): (() => Promise<AutoPaid>) => {
  /** Bills tried today. A past-due bill records the same reason only once, so the read model may still list it. */
  const tried = { day: '', billIds: new Set<string>() }

  const dueOn = async (today: string): Promise<Map<string, DueBill[]>> => {
    if (tried.day !== today) Object.assign(tried, { day: today, billIds: new Set<string>() })
    const due = await views.due(today, BILLS_MAX + tried.billIds.size)
    return Map.groupBy(
      due.filter(({ billId }) => !tried.billIds.has(billId)),
      ({ memberId }) => memberId,
    )
  }

  return async () => {
    const today = dayOf(clock().toISOString())
    const due = await dueOn(today)
    const memberIds = [...due.keys()]
    if (memberIds.length === 0) return { tried: 0, position: 0n }
    const pools = Map.groupBy(await views.pools(memberIds), ({ memberId }) => memberId)
    const wallets = await views.wallets(memberIds)
    let count = 0
    let newest = 0n

    const recordShortfall = async (
      { billId }: DueBill,
      reason: PaymentReason,
      missing: bigint,
    ): Promise<bigint> => {
      const { position } = await bills.execute(
        billId,
        { type: 'recordShortfall', paymentId: autoPaymentIdOf(billId, today), reason, missing },
        { actor: 'system', causationId: billId },
      )
      return position
    }

    const done = ({ billId }: DueBill, position: bigint): void => {
      tried.billIds.add(billId)
      count += 1
      if (position > newest) newest = position
    }

    const tryMember = async (memberId: string): Promise<void> => {
      const own = pools.get(memberId) ?? []
      const wallet = wallets.get(memberId) ?? null
      for (const bill of due.get(memberId) ?? []) {
        const { billId, amount } = bill
        const plan = planPayment(amount, own, wallet)
        if (own.length === 0) done(bill, await recordShortfall(bill, 'no_auto_pay_pool', amount))
        else if (!plan.covered)
          done(
            bill,
            await recordShortfall(bill, wallet === null ? 'pools_short' : 'wallet_short', plan.missing),
          )
        else {
          const paymentId = autoPaymentIdOf(billId, today)
          const order = { billId, memberId, paymentId, method: 'auto', legs: plan.legs } as const
          return done(bill, (await payments.pay(order)).position)
        }
      }
    }

    // Pools must be valued at today's prices first; the next run tries again.
    const members = [...due]
      .filter(([memberId]) => (pools.get(memberId) ?? []).every(({ valuedOn }) => valuedOn >= today))
      .map(([memberId, owed]) => ({ memberId, billIds: owed.map(({ billId }) => billId) }))
    await run(members, { limit: BILLS_MAX, atOnceMax: AT_ONCE_MAX }, ({ memberId }) => tryMember(memberId))
    return { tried: count, position: newest }
  }
}
