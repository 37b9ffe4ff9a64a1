import type { DepositStage } from '../../events/deposits/deposit.ts'
import type { Currency } from '../../events/money.ts'
import { boolean, int8, nullable, oneOf, positive, text, timestamp, uuid } from '../columns.ts'
import { defineTable } from '../table.ts'

/** Deposits with their state, from the order to the wallet's credit. */
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
    /** Minor units of the wallet's part that refunds and disputes have taken back or withhold. */
    takenMinor: int8,
    stage: text<DepositStage>(),
    /** Who processes it; null when no processor is involved. */
    provider: nullable(text()),
    /** The processor's id of the payment; null before it is known. */
    reference: nullable(text()),
    /** Why it failed or was returned; null otherwise. */
    code: nullable(text()),
    createdAt: timestamp,
    updatedAt: timestamp,
    /** Position of its first event. */
    position: int8,
    succeededPosition: nullable(int8),
    credited: boolean,
    reversed: boolean,
  },
  {
    computed: {
      // The wallet decides: until it has credited a deposit, none is completed, whatever the processor reports.
      status: [
        'text',
        `case
          when stage = 'returned' or reversed or taken_minor >= minor then 'returned'
          when credited then 'completed'
          when stage = 'failed' then 'failed'
          else 'pending'
        end`,
      ],
    },
    indexes: {
      deposit_newest: '(member_id, position)',
      // For the settlement process; nearly always empty.
      deposit_unsettled: `(updated_at, id)
      where succeeded_position is not null and (not credited or (stage = 'returned' and not reversed))`,
      // For the rates of return of recent bank debits.
      deposit_debits: `(updated_at) where method = 'ach'`,
      // For the process that cancels deposits which payers do not complete.
      deposit_unpaid: `(updated_at, id) where stage in ('initiated', 'submitted', 'action_required')`,
    },
  },
)

/** `completed`: credited to the wallet; `returned`: nothing of it is left. */
export const status = text<'pending' | 'completed' | 'failed' | 'returned'>()
