import { isWalletStream } from '../../events/wallet/events.ts'
import { columnsOf } from '../array-literal.ts'
import type { Projection, Statement } from '../projection.ts'
import { walletFacts } from '../wallet-facts.ts'
import { activityChanges, type ActivityChanges, type ActivityLine } from './changes.ts'

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

/** By way of the index over member, kind and currency: lines have none by their id. */
const reverseDeposits = (reversed: ActivityChanges['reversedDeposits']): Statement => ({
  name: 'activity_reverse_deposit',
  text: `
    update activity set status = 'returned'
    from unnest($1::uuid[], $2::text[], $3::uuid[]) as reversed (member_id, currency, id)
    where activity.member_id = reversed.member_id and activity.kind = 'deposit'
      and activity.currency = reversed.currency and activity.id = reversed.id
      and activity.status = 'completed'`,
  values: columnsOf(
    reversed,
    ({ memberId }) => memberId,
    ({ currency }) => currency,
    ({ creditedId }) => creditedId,
  ),
  rows: reversed.length,
})

/** Each member's activity: table `activity`. */
export const activityProjection: Projection = {
  name: 'activity',
  version: 1,
  follows: isWalletStream,
  apply: (batch) => {
    const { lines, endedTransfers, reversedDeposits } = activityChanges(walletFacts(batch))
    return [
      ...(lines.length > 0 ? [addLines(lines)] : []),
      ...(endedTransfers.length > 0 ? [endTransfers(endedTransfers)] : []),
      ...(reversedDeposits.length > 0 ? [reverseDeposits(reversedDeposits)] : []),
    ]
  },
}
