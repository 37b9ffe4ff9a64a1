import type { DepositStage } from '../../events/deposits/deposit.ts'
import type { Currency } from '../../events/money.ts'
import { boolean, int8, nullable, text, timestamp, uuid } from '../columns.ts'
import { defineTable } from '../table.ts'

/** Money that comes in from outside, from the member's wish to the wallet. */
export const deposit = defineTable('deposit', ['id'], {
  id: uuid,
  memberId: uuid,
  method: text<'card' | 'ach' | 'bank'>(),
  currency: text<Currency>(),
  /** Minor units, positive: what the wallet gets. */
  minor: int8,
  /** Minor units that the payer is charged on top. */
  feeMinor: int8,
  /** Minor units of what the wallet got that refunds and disputes have taken back or hold. */
  takenMinor: int8,
  /** `completed` is credited to the wallet; `returned` when nothing of it is left. */
  status: text<'pending' | 'completed' | 'failed' | 'returned'>(),
  stage: text<DepositStage>(),
  /** Who processes it; null when no processor is involved. */
  provider: nullable(text()),
  /** What the processor calls it; null before it is known. */
  reference: nullable(text()),
  /** Why it failed or came back; null otherwise. */
  code: nullable(text()),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** Of its first event. */
  position: int8,
  succeededPosition: nullable(int8),
  credited: boolean,
  reversed: boolean,
})
