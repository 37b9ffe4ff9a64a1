import { isWalletStream } from '../../events/wallet/events.ts'
import { columnsOf } from '../array-literal.ts'
import type { Projection, Statement } from '../projection.ts'
import { walletFacts } from '../wallet-facts.ts'
import { activityChanges, type ActivityChanges, type ActivityLine, type NewDeposit } from './changes.ts'

const addLines = (lines: readonly ActivityLine[]): Statement => ({
  name: 'activity_add',
  text: `
    insert into activity (member_id, position, id, kind, currency, minor, status, transfer_id,
      counterparty_id, message, occurred_at)
    select * from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::bigint[], $7::text[],
      $8::uuid[], $9::uuid[], $10::jsonb[], $11::timestamptz[])`,
  values: columnsOf(
    lines,
    ({ memberId }) => memberId,
    ({ position }) => position,
    ({ id }) => id,
    ({ kind }) => kind,
    ({ currency }) => currency,
    ({ minor }) => minor,
    ({ status }) => status,
    ({ transferId }) => transferId,
    ({ counterpartyId }) => counterpartyId,
    ({ message }) => (message === null ? null : JSON.stringify(message)),
    ({ occurredAt }) => occurredAt,
  ),
  rows: lines.length,
})

const endTransfers = (ends: ActivityChanges['endedTransfers']): Statement => ({
  name: 'activity_end_transfer',
  text: `
    update activity set status = ended.status
    from unnest($1::uuid[], $2::text[]) as ended (transfer_id, status)
    where activity.transfer_id = ended.transfer_id and activity.status = 'processing'`,
  values: columnsOf(
    ends,
    ({ transferId }) => transferId,
    ({ status }) => status,
  ),
  rows: ends.length,
})

const addDeposits = (deposits: readonly NewDeposit[]): Statement => ({
  name: 'deposit_add',
  text: `
    insert into deposit (id, member_id, method, currency, minor, status, created_at, position)
    select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::text[],
      $7::timestamptz[], $8::bigint[])`,
  values: columnsOf(
    deposits,
    ({ id }) => id,
    ({ memberId }) => memberId,
    ({ method }) => method,
    ({ currency }) => currency,
    ({ minor }) => minor,
    ({ status }) => status,
    ({ createdAt }) => createdAt,
    ({ position }) => position,
  ),
  rows: deposits.length,
})

const reverseDeposits = (ids: readonly string[]): Statement => ({
  name: 'deposit_reverse',
  text: `
    with reversed as (
      update deposit set status = 'returned'
      where id = any($1::uuid[]) and status = 'completed'
      returning member_id, position
    )
    update activity set status = 'returned' from reversed
    where activity.member_id = reversed.member_id and activity.position = reversed.position`,
  values: columnsOf(ids, (id) => id),
  rows: ids.length,
})

/** Each member's activity and deposits: tables `activity` and `deposit`. */
export const activityProjection: Projection = {
  name: 'activity',
  version: 1,
  follows: isWalletStream,
  apply: (batch) => {
    const { lines, deposits, endedTransfers, reversedDeposits } = activityChanges(walletFacts(batch))
    return [
      ...(lines.length > 0 ? [addLines(lines)] : []),
      ...(deposits.length > 0 ? [addDeposits(deposits)] : []),
      ...(endedTransfers.length > 0 ? [endTransfers(endedTransfers)] : []),
      ...(reversedDeposits.length > 0 ? [reverseDeposits(reversedDeposits)] : []),
    ]
  },
}
