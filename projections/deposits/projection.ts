import { depositEvents } from '../../events/deposits/events.ts'
import { walletEvents } from '../../events/wallet/events.ts'
import { nullable } from '../columns.ts'
import type { Projection } from '../projection.ts'
import { insert, statement } from '../statements.ts'
import { depositChanges, type NewDeposit } from './changes.ts'
import { deposit } from './table.ts'

const add = insert(deposit)

const { stage, succeededPosition, credited, reversed, updatedAt, id, reference, code, takenMinor } =
  deposit.columns

/** A deposit is `completed` only when the wallet has credited it, whatever the processor reports before. */
const move = statement(
  { name: 'deposit_move', writes: 'deposit' },
  {
    id,
    stage: nullable(stage),
    reference,
    code,
    succeededPosition,
    credited,
    reversed,
    takenMinor,
    updatedAt,
  },
  ({ source }) => `
    update deposit as known set
      stage = coalesce(given.stage, known.stage),
      reference = coalesce(given.reference, known.reference),
      code = coalesce(given.code, known.code),
      succeeded_position = coalesce(given.succeeded_position, known.succeeded_position),
      credited = known.credited or given.credited,
      reversed = known.reversed or given.reversed,
      taken_minor = known.taken_minor + given.taken_minor,
      updated_at = given.updated_at,
      status = case
        when coalesce(given.stage, known.stage) = 'returned' or known.reversed or given.reversed
          or known.taken_minor + given.taken_minor >= known.minor then 'returned'
        when known.credited or given.credited then 'completed'
        when coalesce(given.stage, known.stage) = 'failed' then 'failed'
        else 'pending'
      end
    from ${source} where known.id = given.id`,
)

const begunOf = (begun: NewDeposit) =>
  ({
    ...begun,
    status: 'pending',
    stage: 'initiated',
    updatedAt: begun.createdAt,
    credited: false,
    reversed: false,
    takenMinor: 0n,
  }) as const

/** Every deposit with its state, from the order to the wallet's credit: table `deposit`. */
export const depositsProjection: Projection = {
  name: 'deposits',
  version: 2,
  follows: (streamId) => depositEvents.isStream(streamId) || walletEvents.isStream(streamId),
  apply: (batch) => {
    const { begun, moves } = depositChanges(batch)
    return [...add(begun.map(begunOf)), ...move(moves)]
  },
}
