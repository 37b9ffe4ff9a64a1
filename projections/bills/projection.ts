import { billEvents, type BillEvent } from '../../events/bills/events.ts'
import { dayOf } from '../../events/calendar.ts'
import { happenedAt } from '../../events/happened-at.ts'
import { poolEvents } from '../../events/pools/events.ts'
import { foldTable } from '../fold-table.ts'
import type { Projection } from '../projection.ts'
import { bill } from './table.ts'

const changedBy = (event: Exclude<BillEvent, { type: 'BillIssued' }>, at: string) => {
  switch (event.type) {
    case 'BillPaymentStarted': {
      const { paymentId, method, legs } = event.data
      const unsettled = legs.filter(({ source }) => source === 'pool').length
      return { status: 'paying', paymentId, method, legs, startedAt: at, unsettled } as const
    }
    case 'BillPaid':
      return { status: 'paid', paidAt: at } as const
    case 'BillPaymentFailed': {
      const { reason: failureReason, missing } = event.data
      const failure = { failedAt: at, failedOn: dayOf(at), failureReason, missingMinor: BigInt(missing) }
      return { status: 'issued', ...failure, unsettled: 0 } as const
    }
    case 'BillPastDue':
      return { pastDue: true }
    default:
      return event satisfies never
  }
}

export const bills = foldTable(bill, {
  sets: [
    'status',
    'pastDue',
    'paymentId',
    'method',
    'legs',
    'startedAt',
    'paidAt',
    'failedAt',
    'failedOn',
    'failureReason',
    'missingMinor',
    'unsettled',
    'position',
  ],
  adds: ['unsettled'],
  effects: (recorded) => {
    if (poolEvents.isStream(recorded.streamId)) {
      if (recorded.type !== 'PoolPaymentSettled') return []
      const event = poolEvents.parse(recorded)
      return event.type === 'PoolPaymentSettled' ? [{ id: event.data.billId, add: { unsettled: -1 } }] : []
    }
    const event = billEvents.parse(recorded)
    const { position } = recorded
    const at = happenedAt(recorded)
    if (event.type !== 'BillIssued')
      return [{ id: event.data.billId, set: { ...changedBy(event, at), position } }]
    const { billId: id, memberId, biller, period, amount, lines, dueOn } = event.data
    const terms = { memberId, biller, period, minor: BigInt(amount.minor), lines, issuedAt: at, dueOn }
    const state = { status: 'issued', pastDue: false, unsettled: 0 } as const
    return [{ begins: { id, ...terms, ...state, issuedPosition: position, position } }]
  },
})

/** Bills and their status: table `bill`. */
export const billsProjection: Projection = {
  name: 'bills',
  version: 1,
  follows: (streamId) => billEvents.isStream(streamId) || poolEvents.isStream(streamId),
  apply: bills.write,
}
