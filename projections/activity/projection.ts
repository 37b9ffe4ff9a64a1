import { walletEvents } from '../../events/wallet/events.ts'
import { int8, uuid } from '../columns.ts'
import type { Projection } from '../projection.ts'
import { insert, statement } from '../statements.ts'
import { walletFacts } from '../wallet-facts.ts'
import { activityChanges } from './changes.ts'
import { activity } from './table.ts'

const addLines = insert(activity)

const { status } = activity.columns
const endTransfers = statement(
  { name: 'activity_end_transfer', writes: 'activity' },
  { sentId: uuid, status, endedPosition: int8 },
  ({ source }) => `
    update activity set status = given.status, ended_position = given.ended_position from ${source}
    where activity.id = given.sent_id and activity.status = 'processing'`,
)

const reverseDeposits = statement(
  { name: 'activity_reverse_deposit', writes: 'activity' },
  { creditedId: uuid },
  ({ source }) => `
    update activity set status = 'returned' from ${source}
    where activity.id = given.credited_id and activity.status = 'completed'`,
)

/** Each member's activity: table `activity`. */
export const activityProjection: Projection = {
  name: 'activity',
  version: 4,
  follows: walletEvents.isStream,
  apply: (batch) => {
    const { lines, endedTransfers, reversedDeposits } = activityChanges(walletFacts(batch))
    return [...addLines(lines), ...endTransfers(endedTransfers), ...reverseDeposits(reversedDeposits)]
  },
}
