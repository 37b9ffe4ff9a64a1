import { int8, uuid } from '../columns.ts'
import { defineTable } from '../table.ts'

/** Who has paid whom, and how many transfers did not come back. */
export const payee = defineTable('payee', ['senderId', 'recipientId'], {
  senderId: uuid,
  recipientId: uuid,
  transfers: int8,
})
