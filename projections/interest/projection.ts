import { isWalletStream } from '../../events/wallet/events.ts'
import { columnsOf } from '../array-literal.ts'
import type { Projection, Statement } from '../projection.ts'
import { walletFacts } from '../wallet-facts.ts'
import { interestChanges, type InterestChanges } from './changes.ts'

const open = (opened: InterestChanges['opened']): Statement => ({
  name: 'interest_due_open',
  text: `
    insert into interest_due (member_id, day, usd_minor)
    select member_id, day, 0 from unnest($1::uuid[], $2::date[]) as opened (member_id, day)`,
  values: columnsOf(
    opened,
    ({ memberId }) => memberId,
    ({ day }) => day,
  ),
  rows: opened.length,
})

/** A day that ended earns when the balance before the batch and what had come in by then are above zero. */
const change = (changes: InterestChanges['changes']): Statement => {
  const ended = changes.flatMap(({ memberId, ended: days }) => days.map((day) => ({ memberId, ...day })))
  return {
    name: 'interest_due_change',
    text: `
      with ended as (
        select member_id, max(one.through) as through
        from unnest($5::uuid[], $6::date[], $7::bigint[]) as one (member_id, through, minor)
        join interest_due using (member_id)
        where interest_due.usd_minor + one.minor > 0 and one.through >= interest_due.day
        group by member_id
      )
      update interest_due set
        day = greatest(interest_due.day, change.day),
        usd_minor = interest_due.usd_minor + change.minor,
        closed_through = greatest(interest_due.closed_through, ended.through),
        paid_through = greatest(interest_due.paid_through, change.paid_through)
      from unnest($1::uuid[], $2::date[], $3::bigint[], $4::date[]) as change (member_id, day, minor, paid_through)
      left join ended on ended.member_id = change.member_id
      where interest_due.member_id = change.member_id`,
    values: [
      ...columnsOf(
        changes,
        ({ memberId }) => memberId,
        ({ day }) => day,
        ({ minor }) => minor,
        ({ paidThrough }) => paidThrough,
      ),
      ...columnsOf(
        ended,
        ({ memberId }) => memberId,
        ({ through }) => through,
        ({ minor }) => minor,
      ),
    ],
    rows: changes.length,
  }
}

/** Whose wallets have ended days without interest: table `interest_due`. */
export const interestProjection: Projection = {
  name: 'interest',
  version: 1,
  follows: isWalletStream,
  apply: (batch) => {
    const { opened, changes } = interestChanges(walletFacts(batch))
    return [...(opened.length > 0 ? [open(opened)] : []), ...(changes.length > 0 ? [change(changes)] : [])]
  },
}
