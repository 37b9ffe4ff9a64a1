import type { Currency } from '../../events/money.ts'
import type { EncryptedText } from '../../events/encrypted-text.ts'
import { int8, json, nullable, text, timestamp, uuid } from '../columns.ts'
import { defineTable } from '../table.ts'

/** Transfers between members, with where they stand. Minor units, positive. */
export const transfer = defineTable('transfer', ['id'], {
  id: uuid,
  senderId: uuid,
  recipientId: uuid,
  currency: text<Currency>(),
  minor: int8,
  message: nullable(json<EncryptedText>()),
  status: text<'processing' | 'completed' | 'returned'>(),
  sentAt: timestamp,
  /** When it arrived or came back; null while it is on its way. */
  completedAt: nullable(timestamp),
  sentPosition: int8,
  /** Of its newest event. */
  position: int8,
})

/** Who has paid whom, and how many transfers did not come back. */
export const payee = defineTable('payee', ['senderId', 'recipientId'], {
  senderId: uuid,
  recipientId: uuid,
  transfers: int8,
})
