import { isDepositStream } from '../../events/deposits/events.ts'
import { isWalletStream } from '../../events/wallet/events.ts'
import { columnsOf } from '../array-literal.ts'
import type { Projection, Statement } from '../projection.ts'
import { depositChanges, type DepositMove, type NewDeposit } from './changes.ts'

const add = (deposits: readonly NewDeposit[]): Statement => ({
  name: 'deposit_add',
  text: `
    insert into deposit (id, member_id, method, currency, minor, status, created_at, position, fee_minor,
      provider, stage, updated_at)
    select id, member_id, method, currency, minor, 'pending', at, position, fee_minor, provider, 'initiated', at
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[], $7::bigint[],
      $8::bigint[], $9::text[])
      as begun (id, member_id, method, currency, minor, at, position, fee_minor, provider)`,
  values: columnsOf(
    deposits,
    ({ id }) => id,
    ({ memberId }) => memberId,
    ({ method }) => method,
    ({ currency }) => currency,
    ({ minor }) => minor,
    ({ createdAt }) => createdAt,
    ({ position }) => position,
    ({ feeMinor }) => feeMinor,
    ({ provider }) => provider,
  ),
  rows: deposits.length,
})

/** `completed` is what the wallet has credited: before, the money is on its way, whatever the processor says. */
const move = (moves: readonly DepositMove[]): Statement => ({
  name: 'deposit_move',
  text: `
    update deposit set
      stage = coalesce(moved.stage, deposit.stage),
      reference = coalesce(moved.reference, deposit.reference),
      code = coalesce(moved.code, deposit.code),
      succeeded_position = coalesce(moved.succeeded_position, deposit.succeeded_position),
      credited = deposit.credited or moved.credited,
      reversed = deposit.reversed or moved.reversed,
      updated_at = moved.at,
      status = case
        when coalesce(moved.stage, deposit.stage) = 'returned' or deposit.reversed or moved.reversed then 'returned'
        when deposit.credited or moved.credited then 'completed'
        when coalesce(moved.stage, deposit.stage) = 'failed' then 'failed'
        else 'pending'
      end
    from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::boolean[], $7::boolean[],
      $8::timestamptz[])
      as moved (id, stage, reference, code, succeeded_position, credited, reversed, at)
    where deposit.id = moved.id`,
  values: columnsOf(
    moves,
    ({ id }) => id,
    ({ stage }) => stage,
    ({ reference }) => reference,
    ({ code }) => code,
    ({ succeededPosition }) => succeededPosition,
    ({ credited }) => String(credited),
    ({ reversed }) => String(reversed),
    ({ updatedAt }) => updatedAt,
  ),
  rows: moves.length,
})

/** Every deposit with its state, from the member's wish to the wallet: table `deposit`. */
export const depositsProjection: Projection = {
  name: 'deposits',
  version: 1,
  follows: (streamId) => isDepositStream(streamId) || isWalletStream(streamId),
  apply: (batch) => {
    const { begun, moves } = depositChanges(batch)
    return [...(begun.length > 0 ? [add(begun)] : []), ...(moves.length > 0 ? [move(moves)] : [])]
  },
}
