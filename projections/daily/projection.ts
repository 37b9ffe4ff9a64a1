import { isWalletStream } from '../../events/wallet/events.ts'
import { columnsOf } from '../array-literal.ts'
import type { Projection, Statement } from '../projection.ts'
import { walletFacts } from '../wallet-facts.ts'
import { dayChanges, type DayChange } from './changes.ts'

const add = (days: readonly DayChange[]): Statement => ({
  name: 'wallet_day_add',
  text: `
    insert into wallet_day as known (member_id, day, account, in_minor, out_minor, earned_minor,
      deposited_minor, moves, first_position, last_position)
    select * from unnest($1::uuid[], $2::date[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[],
      $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])
    on conflict (member_id, day, account) do update set
      in_minor = known.in_minor + excluded.in_minor,
      out_minor = known.out_minor + excluded.out_minor,
      earned_minor = known.earned_minor + excluded.earned_minor,
      deposited_minor = known.deposited_minor + excluded.deposited_minor,
      moves = known.moves + excluded.moves,
      last_position = excluded.last_position`,
  values: columnsOf(
    days,
    ({ memberId }) => memberId,
    ({ day }) => day,
    ({ account }) => account,
    (change) => change.in,
    ({ out }) => out,
    ({ earned }) => earned,
    ({ deposited }) => deposited,
    ({ moves }) => moves,
    ({ firstPosition }) => firstPosition,
    ({ lastPosition }) => lastPosition,
  ),
  rows: days.length,
})

/** Sums per member, day and account: table `wallet_day`. */
export const dailyProjection: Projection = {
  name: 'daily',
  version: 1,
  follows: isWalletStream,
  apply: (batch) => {
    const days = dayChanges(walletFacts(batch))
    return days.length > 0 ? [add(days)] : []
  },
}
