import type { Currency } from '../../events/money.ts'
import type { EncryptedText } from '../../events/encrypted-text.ts'
import { int8, json, nullable, text, timestamp, uuid } from '../columns.ts'
import { defineTable } from '../table.ts'
import type { ActivityKind, ActivityStatus } from './changes.ts'

/** One line for each thing that happened to a member's money. */
export const activity = defineTable('activity', ['memberId', 'position'], {
  memberId: uuid,
  position: int8,
  /** Of the event. */
  id: uuid,
  kind: text<ActivityKind>(),
  currency: nullable(text<Currency>()),
  /** Signed minor units, positive came in; null when no money moved. */
  minor: nullable(int8),
  status: text<ActivityStatus>(),
  transferId: nullable(uuid),
  counterpartyId: nullable(uuid),
  message: nullable(json<EncryptedText>()),
  occurredAt: timestamp,
  /** Of a transfer that was sent: where it arrived or came back; null while it is on its way. */
  endedPosition: nullable(int8),
})
