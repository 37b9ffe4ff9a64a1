import { int8, uuid } from '../columns.ts'
import { defineTable } from '../table.ts'

/** Ledger positions of events by id, without the types that always make a line of activity. */
export const merkleEvent = defineTable('merkle_event', ['eventId', 'position'], {
  eventId: uuid,
  position: int8,
})
