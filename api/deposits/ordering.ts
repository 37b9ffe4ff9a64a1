import { usd, type Money } from '../../events/money.ts'
import { Refusal } from '../../events/refusal.ts'
import { assertSameAmount, causedBy, type Attempt } from '../http/attempt.ts'
import { HttpError } from '../http/errors.ts'
import { assertAccountOpen } from '../identity/account-open.ts'
import { openTreasuryAccount } from '../wallet/treasury.ts'
import type { DepositsArea } from './context.ts'
import { depositIdOf } from './deposits.ts'
import { failureSentence } from './failures.ts'
import { PaymentRefused, ProcessorUnavailable, type Payment } from './processor.ts'

/** Runs an order at the processor; maps a refused payment to a refusal, an unreachable processor to 503. */
export const ordering = async <T>(
  order: () => Promise<T>,
  code: 'payment_refused' | 'bank_account_refused',
): Promise<T> => {
  try {
    return await order()
  } catch (error) {
    if (error instanceof PaymentRefused) throw new Refusal(code, error.message, error.fields)
    if (!(error instanceof ProcessorUnavailable)) throw error
    throw new HttpError(
      503,
      'payments_unavailable',
      'The payment processor cannot be reached right now. Trying again is safe.',
      { cause: error, retryAfterSeconds: 2 },
    )
  }
}

/** A deposit whose payment the processor has. */
interface Ordered {
  readonly depositId: string
  readonly payment: Payment
  readonly position: bigint
}

/**
 * The deposit that a key has ordered before, as it is at the processor now; null when there is none, or when it is not
 * known whether the order arrived. Nothing is ordered: what was answered once is never ordered again, however long ago
 * that was and although our stored answer is gone.
 * @throws {Refusal} it failed
 */
export const orderedBefore = async (
  { processor, deposits }: Pick<DepositsArea, 'processor' | 'deposits'>,
  { memberId, idempotencyKey }: Pick<Attempt, 'memberId' | 'idempotencyKey'>,
  amount: Money,
): Promise<Ordered | null> => {
  const depositId = depositIdOf(memberId, idempotencyKey)
  const { state: deposit, position } = await deposits.load(depositId)
  if (deposit.stage === 'absent') return null
  assertSameAmount(deposit.amount, amount)
  const { reference, stage } = deposit
  if (stage === 'failed' && reference === null)
    throw new Refusal('payment_refused', failureSentence(deposit.failure ?? 'canceled', 'failed'))
  if (reference === null) return null
  const isHere = deposit.provider === processor.name
  const payment = isHere ? await ordering(() => processor.payment(reference), 'payment_refused') : null
  // It was ordered at another processor, or in another account, and is not ordered again here.
  return { depositId, payment: payment ?? { reference, state: 'processing' }, position }
}

/**
 * Starts a deposit: it is appended to the ledger first, then ordered from the processor under the deposit's id.
 * Wherever this is interrupted, the same key finds the same deposit and payment again.
 */
export const beginDeposit = async (
  area: DepositsArea,
  attempt: Attempt,
  wish: { method: 'card' | 'ach'; amount: bigint; fee: bigint },
  order: (deposit: { readonly depositId: string; readonly isNew: boolean }) => Promise<Payment>,
): Promise<Ordered> => {
  const { processor, deposits, clock } = area
  const { memberId, idempotencyKey } = attempt
  const depositId = depositIdOf(memberId, idempotencyKey)
  const context = { ...causedBy(attempt, depositId), at: clock().toISOString() }
  if (area.bank.closed === null) await openTreasuryAccount(area, attempt)
  const { method, amount, fee } = wish
  const { outcome } = await deposits.execute(
    depositId,
    {
      type: 'initiateDeposit',
      depositId,
      memberId,
      provider: processor.name,
      method,
      amount: usd(amount),
      fee: usd(fee),
    },
    context,
  )
  await assertAccountOpen(area.pool, memberId)
  try {
    const payment = await order({ depositId, isNew: outcome === 'appended' })
    const { position } = await deposits.execute(
      depositId,
      { type: 'submitDeposit', reference: payment.reference },
      context,
    )
    return { depositId, payment, position }
  } catch (error) {
    if (error instanceof PaymentRefused) {
      const change = { to: 'failed', reference: null, code: error.code } as const
      await deposits.execute(depositId, { type: 'advanceDeposit', provider: processor.name, change }, context)
    }
    throw error
  }
}
