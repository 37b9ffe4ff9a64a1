import { walletEvents } from '../../events/wallet/events.ts'
import { day, int8, json, nullable, uuid } from '../columns.ts'
import type { Projection } from '../projection.ts'
import { insert, statement } from '../statements.ts'
import { walletFacts } from '../wallet-facts.ts'
import { interestChanges, type InterestChange } from './changes.ts'
import { interestDueTable } from './table.ts'

const open = insert(interestDueTable)

/**
 * A day that ended earns when the balance before the batch and what had come in by then are above zero. Nearly always
 * there is one at most, the day of the row; `later` are those that ended within the batch.
 */
const move = statement(
  { name: 'interest_due_move', writes: 'interest_due' },
  {
    memberId: uuid,
    day,
    minor: int8,
    paidThrough: nullable(day),
    firstThrough: day,
    later: nullable(json<InterestChange['ended']>()),
  },
  ({ source }) => `
    update interest_due as known set
      day = greatest(known.day, given.day),
      usd_minor = known.usd_minor + given.minor,
      closed_through = greatest(
        known.closed_through,
        case when known.usd_minor > 0 and given.first_through >= known.day then given.first_through end,
        (select max(ended.through) from jsonb_to_recordset(given.later) as ended (through date, minor bigint)
         where known.usd_minor + ended.minor > 0 and ended.through >= known.day)),
      paid_through = greatest(known.paid_through, given.paid_through)
    from ${source}
    where known.member_id = given.member_id`,
)

const moveOf = ({ ended, firstThrough, ...change }: InterestChange) => ({
  ...change,
  firstThrough,
  later: ended.length === 0 ? null : ended,
})

/** Whose wallets have ended days without interest: table `interest_due`. */
export const interestProjection: Projection = {
  name: 'interest',
  version: 1,
  follows: walletEvents.isStream,
  apply: (batch) => {
    const { opened, changes } = interestChanges(walletFacts(batch))
    const none = { usdMinor: 0n, closedThrough: null, paidThrough: null }
    return [...open(opened.map((one) => ({ ...one, ...none }))), ...move(changes.map(moveOf))]
  },
}
