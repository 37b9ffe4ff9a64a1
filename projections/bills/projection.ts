import { billEvents } from '../../events/bills/events.ts'
import { poolEvents } from '../../events/pools/events.ts'
import { int8, integer, nullable, text } from '../columns.ts'
import type { Projection } from '../projection.ts'
import { insert, statement } from '../statements.ts'
import type { NewRow } from '../table.ts'
import { billChanges, type NewBill } from './changes.ts'
import { bill } from './table.ts'

const issue = insert(bill)

const { status, pastDue, paymentId, method, legs, startedAt, paidAt, failedAt, failedOn } = bill.columns
const change = statement(
  { name: 'bill_change', writes: 'bill' },
  {
    id: bill.columns.id,
    status: nullable(status),
    pastDue: nullable(pastDue),
    paymentId,
    method,
    legs,
    startedAt,
    paidAt,
    failedAt,
    failedOn,
    failureReason: nullable(text()),
    missingMinor: nullable(int8),
    unsettled: nullable(integer),
    settled: integer,
    position: nullable(int8),
  },
  ({ source }) => `
    update bill as known set
      status = coalesce(given.status, known.status), past_due = coalesce(given.past_due, known.past_due),
      payment_id = coalesce(given.payment_id, known.payment_id), method = coalesce(given.method, known.method),
      legs = coalesce(given.legs, known.legs), started_at = coalesce(given.started_at, known.started_at),
      paid_at = coalesce(given.paid_at, known.paid_at),
      failed_at = coalesce(given.failed_at, known.failed_at),
      failed_on = coalesce(given.failed_on, known.failed_on),
      failure_reason = coalesce(given.failure_reason, known.failure_reason),
      missing_minor = coalesce(given.missing_minor, known.missing_minor),
      unsettled = coalesce(given.unsettled, known.unsettled) - given.settled,
      position = coalesce(given.position, known.position)
    from ${source} where known.id = given.id`,
)

const issuedOf = ({ id, issued, at: issuedAt, position }: NewBill): NewRow<typeof bill.columns> => ({
  id,
  memberId: issued.memberId,
  biller: issued.biller,
  period: issued.period,
  minor: BigInt(issued.amount.minor),
  lines: issued.lines,
  status: 'issued',
  pastDue: false,
  issuedAt,
  dueOn: issued.dueOn,
  unsettled: 0,
  issuedPosition: position,
  position,
})

/** Bills and their status: table `bill`. */
export const billsProjection: Projection = {
  name: 'bills',
  version: 1,
  follows: (streamId) => billEvents.isStream(streamId) || poolEvents.isStream(streamId),
  apply: (batch) => {
    const { created, changes } = billChanges(batch)
    return [...issue(created.map(issuedOf)), ...change(changes)]
  },
}
