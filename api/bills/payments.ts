import type { KnownBill } from '../../events/bills/bill.ts'
import { legCents, type Leg } from '../../events/bills/events.ts'
import { derivedId, type Clock } from '../../events/ids.ts'
import { usd } from '../../events/money.ts'
import { poolLegEventId, poolLegProceedsId } from '../../events/pools/events.ts'
import { Refusal } from '../../events/refusal.ts'
import { billLegEventId } from '../../events/wallet/events.ts'
import { OrderWorking, type PoolStreams } from '../pools/pool-streams.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { BillStreams } from './bill-streams.ts'

/** A payment to start; its legs add up to the amount of the bill. */
interface PaymentOrder {
  readonly billId: string
  readonly memberId: string
  readonly paymentId: string
  readonly method: 'auto' | 'manual'
  readonly legs: readonly Leg[]
  readonly idempotencyKey?: string
}

interface PaymentOutcome {
  readonly status: 'paid' | 'failed' | 'paying'
  /** Id of the payment that the outcome belongs to; null if the bill has had none. */
  readonly paymentId: string | null
  readonly position: bigint
}

/**
 * Pays bills in full or not at all. A payment begins in the bill's stream; then each leg in turn is requested and
 * answers for good: given or declined. When all have given, the bill is paid; else what was given is returned and the
 * payment has failed. Any number of processes may run the same payment at any time: they read the same answers and
 * reach the same outcome.
 */
export interface Payments {
  /**
   * Starts a payment and finishes it; returns `paying` when the background process has to finish it.
   * @throws {Refusal} `bill_not_found`, `already_paid`, `payment_pending`; nothing was appended
   */
  pay(order: PaymentOrder): Promise<PaymentOutcome>
  /** Finishes a payment that has begun; safe to repeat and to run concurrently. */
  finish(billId: string): Promise<PaymentOutcome>
}

type Answer = 'given' | 'declined'

/** Whether the error means that a pool has an order at the market that is not filled yet. */
const isWaiting = (error: unknown): boolean =>
  error instanceof OrderWorking || (error instanceof Refusal && error.code === 'order_pending')

export const createPayments = ({
  bills,
  pools,
  wallets,
  clock,
  onUnfinished,
}: {
  readonly bills: BillStreams
  readonly pools: PoolStreams
  readonly wallets: Wallets
  readonly clock: Clock
  /** Called when a payment has begun and the background process has to finish it. */
  readonly onUnfinished: (billId: string, error: unknown) => void
}): Payments => {
  type Paying = Extract<KnownBill, { status: 'paying' }>

  const causeOf = ({ memberId, billId, payment }: Paying) => ({
    actor: payment.method === 'auto' ? 'system' : memberId,
    correlationId: billId,
    causationId: derivedId('BillPaymentStarted', billId, payment.paymentId),
  })

  const payFromPool = async (
    bill: Paying,
    poolId: string,
    amount: bigint,
    after: bigint,
  ): Promise<Answer> => {
    const { billId, payment } = bill
    const { paymentId } = payment
    const eventId = poolLegEventId(paymentId, poolId)
    const { events } = await pools.execute(
      poolId,
      { type: 'payBill', billId, paymentId, amount },
      { ...causeOf(bill), step: { eventId, after } },
    )
    const isAnswered = events.some(
      ({ type }) => type === 'PoolProceedsSent' || type === 'PoolPaymentDeclined',
    )
    if (!isAnswered)
      await pools.sell(poolId, poolLegProceedsId(paymentId, poolId), { ...causeOf(bill), actor: 'system' })
    const answer = isAnswered
      ? events
      : [(await pools.find(poolId, { eventId, after }))?.event].filter((event) => event !== undefined)
    if (answer.length === 0) throw new Error(`Pool ${poolId} has not answered payment ${paymentId}`)
    return answer.some(({ type }) => type === 'PoolProceedsSent') ? 'given' : 'declined'
  }

  const payFromWallet = async (bill: Paying, amount: bigint, after: bigint): Promise<Answer> => {
    const { billId, memberId, payment } = bill
    const { paymentId, method } = payment
    const eventId = billLegEventId(paymentId)
    const { events } = await wallets.execute(
      memberId,
      { type: 'payBill', billId, paymentId, amount: usd(amount), auto: method === 'auto', asked: true },
      { ...causeOf(bill), at: clock().toISOString(), contested: true, step: { eventId, after } },
    )
    return events.some(({ type }) => type === 'BillPaidFromWallet') ? 'given' : 'declined'
  }

  const payLeg = (bill: Paying, leg: Leg, after: bigint): Promise<Answer> =>
    leg.source === 'wallet'
      ? payFromWallet(bill, legCents(leg), after)
      : payFromPool(bill, leg.poolId, legCents(leg), after)

  /** The wallet's leg is the last, so only pools ever have something to take back. */
  const endLegs = async (
    bill: Paying,
    legs: readonly Leg[],
    type: 'takeBackPayment' | 'settlePayment',
  ): Promise<void> => {
    const { billId, payment } = bill
    for (const leg of legs) {
      if (leg.source === 'wallet') continue
      await pools.execute(
        leg.poolId,
        { type, billId, paymentId: payment.paymentId },
        { ...causeOf(bill), actor: 'system' },
      )
    }
  }

  const finishPayment = async (bill: Paying, startedPosition: bigint): Promise<PaymentOutcome> => {
    const { billId, payment } = bill
    const { paymentId, legs } = payment
    const cause = { actor: 'system', causationId: causeOf(bill).causationId }
    for (const [i, leg] of legs.entries()) {
      if ((await payLeg(bill, leg, startedPosition)) === 'given') continue
      await endLegs(bill, legs.slice(0, i), 'takeBackPayment')
      const reason =
        leg.source === 'wallet' && payment.method === 'manual' ? 'wallet_short' : 'changed_meanwhile'
      const failed = await bills.execute(
        billId,
        { type: 'failPayment', paymentId, reason, missing: 0n },
        cause,
      )
      return { status: 'failed', paymentId, position: failed.position }
    }
    const paid = await bills.execute(billId, { type: 'completePayment', paymentId }, cause)
    await endLegs(bill, legs, 'settlePayment')
    return { status: 'paid', paymentId, position: paid.position }
  }

  const finish: Payments['finish'] = async (billId) => {
    const { bill, position, startedPosition } = await bills.load(billId)
    if (bill.status === 'paying')
      return finishPayment(bill, startedPosition).catch((error: unknown): PaymentOutcome => {
        if (!isWaiting(error)) throw error
        // An order is not filled yet; the background process tries again.
        return { status: 'paying', paymentId: bill.payment.paymentId, position }
      })
    if (bill.status === 'absent') throw new Refusal('bill_not_found', 'You have no bill with this id.')
    // A crash may have come between the payment and its settlement in the pools.
    if (bill.status === 'paid') {
      await endLegs({ ...bill, status: 'paying' }, bill.payment.legs, 'settlePayment')
      return { status: 'paid', paymentId: bill.payment.paymentId, position }
    }
    return { status: 'failed', paymentId: bill.failure?.paymentId ?? null, position }
  }

  return {
    finish,
    pay: async ({ billId, memberId, paymentId, method, legs, idempotencyKey }) => {
      const { position } = await bills.execute(
        billId,
        { type: 'startPayment', memberId, paymentId, method, legs },
        {
          actor: method === 'auto' ? 'system' : memberId,
          causationId: idempotencyKey ?? paymentId,
          ...(idempotencyKey !== undefined && { idempotencyKey }),
          step: { eventId: derivedId('BillPaymentStarted', billId, paymentId), after: 0n },
        },
      )
      try {
        const outcome = await finish(billId)
        // The bill's newest payment is another one, so this one had failed before.
        return outcome.paymentId === paymentId ? outcome : { ...outcome, status: 'failed', paymentId }
      } catch (error) {
        onUnfinished(billId, error)
        return { status: 'paying', paymentId, position }
      }
    },
  }
}
