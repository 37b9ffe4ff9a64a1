import { boolean } from '../columns.ts'
import { statement } from '../statements.ts'
import type { Run } from './changes.ts'
import { dayColumns, walletDay } from './table.ts'

/**
 * Merges ended runs into their days: those of the batch that another run follows, and the run in the wallet's row,
 * unless the member's only run in the batch continues it. Executed before the batch changes that row.
 */
const merge = statement(
  { name: 'wallet_day_keep', writes: 'wallet_day', reads: ['wallet'] },
  { ...walletDay.columns, first: boolean, over: boolean },
  ({ names, source }) => `
    merge into wallet_day as known using (
      with given as materialized (select ${names} from ${source})
      select member_id, day, account, sum(earned_minor)::bigint as earned_minor,
        sum(deposited_minor)::bigint as deposited_minor, sum(other_minor)::bigint as other_minor,
        min(first_position) as first_position,
        sum(in_minor)::bigint as in_minor, sum(out_minor)::bigint as out_minor,
        sum(moves)::bigint as moves,
        max(last_position) as last_position
      from (
        select ${dayColumns()} from given where over
        union all
        select ${dayColumns('wallet')} from given join wallet on wallet.member_id = given.member_id
        where given.first and wallet.day is not null
          and (given.over or wallet.day <> given.day or wallet.account <> given.account)
      ) as run
      group by member_id, day, account
    ) as given on known.member_id = given.member_id and known.day = given.day and known.account = given.account
    when matched then update set
      earned_minor = known.earned_minor + given.earned_minor,
      deposited_minor = known.deposited_minor + given.deposited_minor,
      other_minor = known.other_minor + given.other_minor,
      in_minor = known.in_minor + given.in_minor,
      out_minor = known.out_minor + given.out_minor,
      moves = known.moves + given.moves,
      last_position = given.last_position
    when not matched then insert (${dayColumns()}) values (${dayColumns()})`,
  () => null,
)

/** The {@link merge} statement for the runs of a batch. */
export const mergeRuns = (runs: ReadonlyMap<string, readonly Run[]>) =>
  merge(
    [...runs.values()].flatMap((own) =>
      own
        .map((run, i) => ({ ...run, first: i === 0, over: i < own.length - 1 }))
        .filter(({ first, over }) => first || over),
    ),
  )
