import type { BaseLogger } from 'pino'
import { DAY_MS } from '../../events/calendar.ts'
import { derivedId, type Clock } from '../../events/ids.ts'
import type { DepositRow } from '../../projections/deposits/queries.ts'
import { bySystem } from '../http/attempt.ts'
import type { Deposits } from './deposits.ts'
import type { PaymentProcessor } from './processor.ts'
import { createAttempts } from '../processes/attempts.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'

/** How long a payer has to enter a card or to answer their bank. */
const UNPAID_MS_MAX = DAY_MS
const EVERY_MS = 60_000
const ROUND_MAX = 50

/**
 * Cancels deposits that were not paid within a day. One that the processor knows is cancelled there, and its webhook
 * reports the outcome; one that the processor does not have is marked as failed. Money that comes in later is still
 * credited.
 */
export const startUnpaidDeposits = ({
  unpaid,
  isHeld,
  deposits,
  processor,
  clock,
  log,
}: {
  unpaid: (olderThan: Date, limit: number) => Promise<readonly DepositRow[]>
  /** Whether the card was charged and the success is not recorded yet. */
  isHeld: (depositId: string) => Promise<boolean>
  deposits: Deposits
  processor: Pick<PaymentProcessor, 'name' | 'paymentOf' | 'cancelPayment'>
  clock: Clock
  log: Pick<BaseLogger, 'error'>
}): Recurring => {
  const giveUp = async ({ id, provider, reference, stage, method }: DepositRow): Promise<void> => {
    if (method === 'card' && (await isHeld(id))) return
    if (provider === processor.name) {
      // The answer to the order may have been lost: then the processor has it, and a webhook reports its outcome.
      const known = reference ?? (await processor.paymentOf(id))?.reference ?? null
      if (known !== null) return processor.cancelPayment(known)
    }
    if (stage !== 'initiated' || provider === null) return
    const change = { to: 'failed', reference: null, code: 'canceled' } as const
    await deposits.execute(
      id,
      { type: 'advanceDeposit', provider, change },
      bySystem(clock, id, derivedId('unpaid', id)),
    )
  }
  const attempts = createAttempts({ name: 'unpaid deposits', log })
  return recurring({
    name: 'unpaid deposits',
    everyMs: EVERY_MS,
    log,
    attempts,
    round: async () => {
      const before = new Date(clock().getTime() - UNPAID_MS_MAX)
      const rows = await unpaid(before, ROUND_MAX + attempts.waiting())
      await attempts.run(rows, { limit: ROUND_MAX, atOnceMax: 1 }, giveUp)
    },
  })
}
