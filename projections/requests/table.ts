import type { Currency } from '../../events/money.ts'
import type { EncryptedText } from '../../events/encrypted-text.ts'
import { int8, json, nullable, text, timestamp, uuid } from '../columns.ts'
import { defineTable } from '../table.ts'
import type { RequestStatus } from './changes.ts'

/** Requests of one member for another one's money, with where they stand. */
export const transferRequest = defineTable('transfer_request', ['id'], {
  id: uuid,
  requesterId: uuid,
  payerId: uuid,
  currency: text<Currency>(),
  minor: int8,
  message: nullable(json<EncryptedText>()),
  status: text<RequestStatus>(),
  requestedAt: timestamp,
  expiresAt: timestamp,
  answerId: nullable(uuid),
  answeredAt: nullable(timestamp),
  transferId: nullable(uuid),
  /** Of the first approval; no payment stands before it. */
  approvedPosition: nullable(int8),
  requestedPosition: int8,
  position: int8,
})
