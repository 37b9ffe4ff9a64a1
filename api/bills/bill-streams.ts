import { billAggregate, type Bill } from '../../events/bills/bill.ts'
import { decide, type BillCommand } from '../../events/bills/decide.ts'
import { BILL_SCHEMA_VERSION, billStream, type BillEvent } from '../../events/bills/events.ts'
import { happenedAt } from '../../events/happened-at.ts'
import { derivedId, type Clock } from '../../events/ids.ts'
import type { Step } from '../../events/store/aggregate.ts'
import { createCommandHandler, type Handled } from '../../events/store/command-handler.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { withoutSnapshots } from '../../events/store/stream-snapshots.ts'

/** The streams of bills; money is moved by payments.ts. */
export interface BillStreams {
  /** @throws {Refusal} nothing was appended */
  execute(
    billId: string,
    command: BillCommand,
    cause: {
      readonly actor: string
      readonly causationId: string
      readonly idempotencyKey?: string
      readonly step?: Step
    },
  ): Promise<Handled<BillEvent>>
  /** The bill as the store has it now. */
  load(billId: string): Promise<LoadedBill>
}

export interface LoadedBill {
  readonly bill: Bill
  /** Of its newest event. */
  readonly position: bigint
  /** Of the beginning of its newest payment: nothing that the payment moves stands before it. 0n without one. */
  readonly startedPosition: bigint
}

export const createBillStreams = ({
  store,
  clock,
}: {
  readonly store: EventStore
  readonly clock: Clock
}): BillStreams => {
  // A bill's stream has a handful of events.
  const handler = createCommandHandler({
    store,
    aggregate: billAggregate,
    snapshots: withoutSnapshots<Bill>(),
  })
  return {
    execute: (billId, command, { step, ...metadata }) =>
      handler.handle(billStream(billId), (bill) => decide(command, bill), {
        metadata: { schemaVersion: BILL_SCHEMA_VERSION, correlationId: billId, ...metadata },
        at: clock().toISOString(),
        contested: true,
        ...(step ? { step } : {}),
      }),
    load: async (billId) => {
      let bill = billAggregate.initialState()
      let position = 0n
      let startedPosition = 0n
      for await (const recorded of store.readStream(billStream(billId))) {
        const event = billAggregate.parse(recorded)
        bill = billAggregate.evolve(bill, event, happenedAt(recorded))
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
