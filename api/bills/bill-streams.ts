import { billKind, type Bill } from '../../events/bills/bill.ts'
import { decide, type BillCommand } from '../../events/bills/decide.ts'
import { billEvents, type BillEvent } from '../../events/bills/events.ts'
import { happenedAt } from '../../events/happened-at.ts'
import { derivedId } from '../../events/ids.ts'
import type { Handled } from '../../events/store/commands.ts'
import { createStreamCommands, type CommandContext } from '../../events/store/stream-commands.ts'
import type { WalletArea } from '../wallet/context.ts'

/** The streams of bills; money is moved by payments.ts. */
export interface BillStreams {
  /** @throws {Refusal} nothing was appended */
  execute(
    billId: string,
    command: BillCommand,
    cause: Pick<CommandContext, 'actor' | 'causationId' | 'idempotencyKey' | 'step'>,
  ): Promise<Handled<BillEvent>>
  /** The bill as the store has it now. */
  load(billId: string): Promise<LoadedBill>
}

interface LoadedBill {
  readonly bill: Bill
  /** Of its newest event. */
  readonly position: bigint
  /** Of the beginning of its newest payment: nothing that the payment moves stands before it. 0n without one. */
  readonly startedPosition: bigint
}

export const createBillStreams = ({ store, clock }: Pick<WalletArea, 'store' | 'clock'>): BillStreams => {
  // A bill's stream has a handful of events.
  const { execute } = createStreamCommands({ store, stream: billKind, decide })
  return {
    execute: (billId, command, cause) =>
      execute(billId, command, {
        correlationId: billId,
        ...cause,
        at: clock().toISOString(),
        contested: true,
      }),
    load: async (billId) => {
      let bill = billKind.initialState()
      let position = 0n
      let startedPosition = 0n
      for await (const recorded of store.readStream(billEvents.streamOf(billId))) {
        const event = billKind.parse(recorded)
        bill = billKind.evolve(bill, event, happenedAt(recorded))
        position = recorded.position
        if (event.type === 'BillPaymentStarted') startedPosition = position
      }
      return { bill, position, startedPosition }
    },
  }
}

/** The payment that auto-pay makes or tries on a day: one a day. */
export const autoPaymentIdOf = (billId: string, day: string): string => derivedId('autoPayment', billId, day)
/** The payment that a member's idempotency key stands for. */
export const manualPaymentIdOf = (memberId: string, idempotencyKey: string): string =>
  derivedId('billPayment', memberId, idempotencyKey)
