import { billEvents, type BillEventOf, type Leg } from '../../events/bills/events.ts'
import { happenedAt } from '../../events/happened-at.ts'
import { poolEvents } from '../../events/pools/events.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'

export interface NewBill {
  readonly id: string
  readonly issued: BillEventOf<'BillIssued'>['data']
  readonly at: string
  readonly position: bigint
}

/** What a batch changes in one bill; null where something stays. */
export interface BillChange {
  readonly id: string
  status: 'issued' | 'paying' | 'paid' | null
  pastDue: boolean | null
  /** A payment that began: id, method, legs, when. */
  payment: {
    readonly id: string
    readonly method: 'auto' | 'manual'
    readonly legs: readonly Leg[]
    readonly at: string
  } | null
  paidAt: string | null
  failure: { readonly at: string; readonly reason: string; readonly missing: string } | null
  /** Pools that have to be told how the payment ended: of a payment that began in this batch, and told in it. */
  unsettled: number | null
  settled: number
  position: bigint | null
}

const unchanged = (id: string): BillChange => ({
  id,
  status: null,
  pastDue: null,
  payment: null,
  paidAt: null,
  failure: null,
  unsettled: null,
  settled: 0,
  position: null,
})

const apply = (change: BillChange, recorded: RecordedEvent): void => {
  const event = billEvents.parse(recorded)
  const at = happenedAt(recorded)
  change.position = recorded.position
  switch (event.type) {
    case 'BillIssued':
      return
    case 'BillPaymentStarted': {
      const { paymentId, method, legs } = event.data
      change.status = 'paying'
      change.payment = { id: paymentId, method, legs, at }
      change.unsettled = legs.filter(({ source }) => source === 'pool').length
      change.settled = 0
      return
    }
    case 'BillPaid':
      change.status = 'paid'
      change.paidAt = at
      return
    case 'BillPaymentFailed':
      change.status = 'issued'
      change.failure = { at, reason: event.data.reason, missing: event.data.missing }
      change.unsettled = 0
      change.settled = 0
      return
    case 'BillPastDue':
      change.pastDue = true
      return
    default:
      return event satisfies never
  }
}

/** Nets a batch of bill and pool events: each bill is written once, as it stands at the end. */
export const billChanges = (batch: readonly RecordedEvent[]) => {
  const created: NewBill[] = []
  const changes = new Map<string, BillChange>()
  const changeOf = (id: string): BillChange => {
    const change = changes.get(id) ?? unchanged(id)
    changes.set(id, change)
    return change
  }
  for (const recorded of batch) {
    if (poolEvents.isStream(recorded.streamId)) {
      if (recorded.type !== 'PoolPaymentSettled') continue
      const event = poolEvents.parse(recorded)
      if (event.type === 'PoolPaymentSettled') changeOf(event.data.billId).settled += 1
      continue
    }
    const event = billEvents.parse(recorded)
    const id = event.data.billId
    if (event.type === 'BillIssued')
      created.push({ id, issued: event.data, at: happenedAt(recorded), position: recorded.position })
    else apply(changeOf(id), recorded)
  }
  return { created, changes: [...changes.values()] }
}
