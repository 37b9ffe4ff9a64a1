import { int8, uuid } from '../columns.ts'
import { defineTable } from '../table.ts'

/** Ledger positions of events by their ids, of those that are no line of activity in any case. */
export const merkleEvent = defineTable('merkle_event', ['eventId', 'position'], {
  eventId: uuid,
  position: int8,
})
