import { isBillStream } from '../../events/bills/events.ts'
import { isPoolStream } from '../../events/pools/events.ts'
import { columnsOf } from '../array-literal.ts'
import type { Projection, Statement } from '../projection.ts'
import { billChanges, type BillChange, type NewBill } from './changes.ts'

const issue = (bills: readonly NewBill[]): Statement => ({
  name: 'bill_issue',
  text: `
    insert into bill (id, member_id, biller, period, minor, lines, status, past_due, issued_at, due_on, unsettled,
      issued_position, position)
    select id, member_id, biller, period, minor, lines, 'issued', false, issued_at, due_on, 0, position, position
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::jsonb[], $7::timestamptz[],
      $8::date[], $9::bigint[])
      as one (id, member_id, biller, period, minor, lines, issued_at, due_on, position)`,
  values: columnsOf(
    bills,
    ({ id }) => id,
    ({ issued }) => issued.memberId,
    ({ issued }) => issued.biller,
    ({ issued }) => issued.period,
    ({ issued }) => issued.amount.minor,
    ({ issued }) => JSON.stringify(issued.lines),
    ({ at }) => at,
    ({ issued }) => issued.dueOn,
    ({ position }) => position,
  ),
  rows: bills.length,
})

const change = (changes: readonly BillChange[]): Statement => ({
  name: 'bill_change',
  text: `
    update bill set
      status = coalesce(one.status, bill.status), past_due = coalesce(one.past_due, bill.past_due),
      payment_id = coalesce(one.payment_id, bill.payment_id), method = coalesce(one.method, bill.method),
      legs = coalesce(one.legs, bill.legs), started_at = coalesce(one.started_at, bill.started_at),
      paid_at = coalesce(one.paid_at, bill.paid_at),
      failed_at = coalesce(one.failed_at, bill.failed_at),
      failed_on = coalesce((one.failed_at at time zone 'UTC')::date, bill.failed_on),
      failure_reason = coalesce(one.reason, bill.failure_reason),
      missing_minor = coalesce(one.missing, bill.missing_minor),
      unsettled = coalesce(one.unsettled, bill.unsettled) - one.settled,
      position = coalesce(one.position, bill.position)
    from unnest($1::uuid[], $2::text[], $3::boolean[], $4::uuid[], $5::text[], $6::jsonb[], $7::timestamptz[],
      $8::timestamptz[], $9::timestamptz[], $10::text[], $11::bigint[], $12::integer[], $13::integer[], $14::bigint[])
      as one (id, status, past_due, payment_id, method, legs, started_at, paid_at, failed_at, reason, missing,
        unsettled, settled, position)
    where bill.id = one.id`,
  values: columnsOf(
    changes,
    ({ id }) => id,
    ({ status }) => status,
    ({ pastDue }) => (pastDue === null ? null : String(pastDue)),
    ({ payment }) => payment?.id ?? null,
    ({ payment }) => payment?.method ?? null,
    ({ payment }) => payment?.legs ?? null,
    ({ payment }) => payment?.at ?? null,
    ({ paidAt }) => paidAt,
    ({ failure }) => failure?.at ?? null,
    ({ failure }) => failure?.reason ?? null,
    ({ failure }) => failure?.missing ?? null,
    ({ unsettled }) => (unsettled === null ? null : String(unsettled)),
    ({ settled }) => String(settled),
    ({ position }) => position,
  ),
  rows: changes.length,
})

/** Bills with where they stand: table `bill`. */
export const billsProjection: Projection = {
  name: 'bills',
  version: 1,
  follows: (streamId) => isBillStream(streamId) || isPoolStream(streamId),
  apply: (batch) => {
    const { created, changes } = billChanges(batch)
    return [...(created.length > 0 ? [issue(created)] : []), ...(changes.length > 0 ? [change(changes)] : [])]
  },
}
