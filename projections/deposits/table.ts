import type { DepositStage } from '../../events/deposits/deposit.ts'
import type { Currency } from '../../events/money.ts'
import { boolean, int8, nullable, oneOf, positive, text, timestamp, uuid } from '../columns.ts'
import { defineTable } from '../table.ts'

/** Money that comes in from outside, from the member's wish to the wallet. */
export const deposit = defineTable(
  'deposit',
  ['id'],
  {
    id: uuid,
    memberId: uuid,
    method: oneOf(['card', 'ach', 'bank']),
    currency: text<Currency>(),
    /** Minor units, positive: what the wallet gets. */
    minor: positive,
    /** Minor units that the payer is charged on top. */
    feeMinor: int8,
    /** Minor units of what the wallet got that refunds and disputes have taken back or hold. */
    takenMinor: int8,
    /** `completed` is credited to the wallet; `returned` when nothing of it is left. */
    status: oneOf(['pending', 'completed', 'failed', 'returned']),
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
  },
  {
    indexes: {
      deposit_newest: '(member_id, position)',
      // What the settlement process goes over; nearly always empty.
      deposit_unsettled: `(updated_at, id)
      where succeeded_position is not null and (not credited or (stage = 'returned' and not reversed))`,
      // What the payer has not completed; what is left lying is cancelled.
      deposit_unpaid: `(updated_at, id) where stage in ('initiated', 'submitted', 'action_required')`,
    },
  },
)
