import { walletEvents } from '../../events/wallet/events.ts'
import { uuid, type Column } from '../columns.ts'
import type { Projection } from '../projection.ts'
import { insert, statement } from '../statements.ts'
import { walletFacts } from '../wallet-facts.ts'
import { activityChanges, type ActivityStatus } from './changes.ts'
import { activity } from './table.ts'

const addLines = insert(activity)

const status: Column<ActivityStatus> = activity.columns.status
const endTransfers = statement(
  { name: 'activity_end_transfer', writes: 'activity' },
  { transferId: uuid, status },
  ({ source }) => `
    update activity set status = given.status from ${source}
    where activity.transfer_id = given.transfer_id and activity.status = 'processing'`,
)

/** By way of the index over member, kind and currency: lines have none by their id. */
const reverseDeposits = statement(
  { name: 'activity_reverse_deposit', writes: 'activity' },
  { memberId: uuid, currency: activity.columns.currency, creditedId: uuid },
  ({ source }) => `
    update activity set status = 'returned' from ${source}
    where activity.member_id = given.member_id and activity.kind = 'deposit'
      and activity.currency = given.currency and activity.id = given.credited_id
      and activity.status = 'completed'`,
)

/** Each member's activity: table `activity`. */
export const activityProjection: Projection = {
  name: 'activity',
  version: 1,
  follows: walletEvents.isStream,
  apply: (batch) => {
    const { lines, endedTransfers, reversedDeposits } = activityChanges(walletFacts(batch))
    return [...addLines(lines), ...endTransfers(endedTransfers), ...reverseDeposits(reversedDeposits)]
  },
}
