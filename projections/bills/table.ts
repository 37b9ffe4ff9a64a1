import * as z from 'zod'
import { Leg } from '../../events/bills/events.ts'
import {
  boolean,
  day,
  int8,
  integer,
  json,
  nullable,
  oneOf,
  positive,
  text,
  timestamp,
  uuid,
} from '../columns.ts'
import { defineTable } from '../table.ts'

const Lines = z.array(z.object({ item: z.string(), reference: z.string(), cents: z.string() }))
const Legs = z.array(Leg)

/** Bills and their status; amounts in cents. */
export const bill = defineTable(
  'bill',
  ['id'],
  {
    id: uuid,
    memberId: uuid,
    biller: text(),
    period: text(),
    minor: positive,
    lines: json<Readonly<z.infer<typeof Lines>>>((stored) => Lines.parse(stored)),
    status: oneOf(['issued', 'paying', 'paid']),
    pastDue: boolean,
    issuedAt: timestamp,
    dueOn: day,
    paymentId: nullable(uuid),
    method: nullable(oneOf(['auto', 'manual'])),
    legs: nullable(json<readonly Leg[]>((stored) => Legs.parse(stored))),
    startedAt: nullable(timestamp),
    paidAt: nullable(timestamp),
    failedOn: nullable(day),
    failedAt: nullable(timestamp),
    failureReason: nullable(text()),
    missingMinor: nullable(int8),
    /** Number of pools asked for the payment that have not settled their part. */
    unsettled: integer,
    issuedPosition: int8,
    position: int8,
  },
  {
    indexes: {
      bill_member: '(member_id, issued_position)',
      // For auto-pay and the past-due process.
      bill_unpaid: `(due_on, id) where status <> 'paid'`,
      // For the payment process; nearly always empty.
      bill_unfinished: `(started_at, id) where status = 'paying' or (status = 'paid' and unsettled > 0)`,
    },
  },
)
