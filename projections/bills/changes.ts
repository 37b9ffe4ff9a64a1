import { billEvents, type BillEvent, type BillEventOf } from '../../events/bills/events.ts'
import { dayOf } from '../../events/calendar.ts'
import { happenedAt } from '../../events/happened-at.ts'
import { poolEvents } from '../../events/pools/events.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'
import type { RowOf } from '../table.ts'
import type { bill } from './table.ts'

export interface NewBill {
  readonly id: string
  readonly issued: BillEventOf<'BillIssued'>['data']
  readonly at: string
  readonly position: bigint
}

/** What a batch changes in one bill; missing columns stay as they are. */
type BillChange = Partial<RowOf<typeof bill.columns>> & {
  readonly id: string
  /** Number of pools that have settled their part, to be subtracted from `unsettled`. */
  readonly settled: number
}

const changedBy = (
  event: Exclude<BillEvent, { type: 'BillIssued' }>,
  at: string,
): Omit<Partial<BillChange>, 'id'> => {
  switch (event.type) {
    case 'BillPaymentStarted': {
      const { paymentId, method, legs } = event.data
      const unsettled = legs.filter(({ source }) => source === 'pool').length
      return { status: 'paying', paymentId, method, legs, startedAt: at, unsettled, settled: 0 }
    }
    case 'BillPaid':
      return { status: 'paid', paidAt: at }
    case 'BillPaymentFailed': {
      const { reason: failureReason, missing } = event.data
      const failure = { failedAt: at, failedOn: dayOf(at), failureReason, missingMinor: BigInt(missing) }
      return { status: 'issued', ...failure, unsettled: 0, settled: 0 }
    }
    case 'BillPastDue':
      return { pastDue: true }
    default:
      return event satisfies never
  }
}

/** Nets a batch of bill and pool events: each bill is written once, in its final state. */
export const billChanges = (batch: readonly RecordedEvent[]) => {
  const created: NewBill[] = []
  const changes = new Map<string, BillChange>()
  const change = (id: string, by: (known: BillChange) => Partial<BillChange>): void => {
    const known = changes.get(id) ?? { id, settled: 0 }
    changes.set(id, { ...known, ...by(known) })
  }
  for (const recorded of batch) {
    if (poolEvents.isStream(recorded.streamId)) {
      if (recorded.type !== 'PoolPaymentSettled') continue
      const event = poolEvents.parse(recorded)
      if (event.type === 'PoolPaymentSettled')
        change(event.data.billId, ({ settled }) => ({ settled: settled + 1 }))
      continue
    }
    const event = billEvents.parse(recorded)
    const { position } = recorded
    const id = event.data.billId
    const at = happenedAt(recorded)
    if (event.type === 'BillIssued') created.push({ id, issued: event.data, at, position })
    else change(id, () => ({ ...changedBy(event, at), position }))
  }
  return { created, changes: [...changes.values()] }
}
