import { billKind, type Bill } from '../../events/bills/bill.ts'
import { decide, type BillCommand } from '../../events/bills/decide.ts'
import { billEvents, type BillEvent } from '../../events/bills/events.ts'
import { happenedAt } from '../../events/happened-at.ts'
import { derivedId } from '../../events/ids.ts'
import type { Handled } from '../../events/store/commands.ts'
import { createStreamCommands, type CommandContext } from '../../events/store/stream-commands.ts'
import type { WalletArea } from '../wallet/context.ts'

/** Commands on the streams of bills; payments.ts moves the money. */
export interface BillStreams {
  /** @throws {Refusal} nothing was appended */
  execute(
    billId: string,
    command: BillCommand,
    cause: Pick<CommandContext, 'actor' | 'causationId' | 'idempotencyKey' | 'step'>,
  ): Promise<Handled<BillEvent>>
  /** Reads the bill's current state from the event store. */
  load(billId: string): Promise<LoadedBill>
}

interface LoadedBill {
  readonly bill: Bill
  /** Ledger position of the bill's newest event. */
  readonly position: bigint
  /** Ledger position at which its newest payment began, before all its postings. 0n without a payment. */
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

/** Id of auto-pay's payment of a bill on a day; there is one a day. */
export const autoPaymentIdOf = (billId: string, day: string): string => derivedId('autoPayment', billId, day)
/** Id of the payment that a member starts with an idempotency key. */
export const manualPaymentIdOf = (memberId: string, idempotencyKey: string): string =>
  derivedId('billPayment', memberId, idempotencyKey)
