import { dayOf } from '../../events/calendar.ts'
import { walletEvents } from '../../events/wallet/events.ts'
import { boolean, day, json, nullable } from '../columns.ts'
import { dayRuns, NOTHING, type Run } from '../daily/changes.ts'
import { mergeRuns } from '../daily/merge-runs.ts'
import { walletDay } from '../daily/table.ts'
import { interestChanges, type InterestChange } from './interest-changes.ts'
import type { Projection } from '../projection.ts'
import { insert, statement } from '../statements.ts'
import { walletFacts } from '../wallet-facts.ts'
import { walletChanges, type WalletChange } from './changes.ts'
import { wallet } from './table.ts'

const open = insert(wallet)

/** The run of movements in the wallet's row goes on, or the batch has no movements. */
const GOES_ON =
  '(given.day is null or (given.continues and known.day = given.day and known.account = given.account))'
const summed = (column: string): string =>
  `${column} = given.${column} + case when ${GOES_ON} then known.${column} else 0 end`

/**
 * A day that ended earns interest when the balance before the batch plus the net change up to then is above zero.
 * Nearly always there is one at most, the day of the row; `later` are those that ended within the batch.
 */
const move = statement(
  { name: 'wallet_move', writes: 'wallet' },
  {
    ...wallet.pick('memberId', 'usdMinor', 'usdcMinor', 'yutMinor', 'yutStakedMinor').columns,
    ...wallet.pick('interestMinor', 'rewardsMinor', 'takenBackMinor').columns,
    ...wallet.pick('treasuryStatus', 'treasuryAccountId', 'position').columns,
    ...walletDay.columns,
    day: wallet.columns.day,
    account: wallet.columns.account,
    continues: boolean,
    status: nullable(wallet.columns.status),
    billsFromWallet: nullable(wallet.columns.billsFromWallet),
    usdDay: nullable(day),
    paidThrough: nullable(day),
    firstThrough: nullable(day),
    later: nullable(json<InterestChange['ended']>()),
  },
  ({ source }) => `
    update wallet as known set
      status = coalesce(given.status, known.status),
      usd_minor = known.usd_minor + given.usd_minor,
      usdc_minor = known.usdc_minor + given.usdc_minor,
      yut_minor = known.yut_minor + given.yut_minor,
      yut_staked_minor = known.yut_staked_minor + given.yut_staked_minor,
      interest_minor = known.interest_minor + given.interest_minor,
      rewards_minor = known.rewards_minor + given.rewards_minor,
      taken_back_minor = known.taken_back_minor + given.taken_back_minor,
      treasury_status = coalesce(given.treasury_status, known.treasury_status),
      treasury_account_id = coalesce(given.treasury_account_id, known.treasury_account_id),
      bills_from_wallet = coalesce(given.bills_from_wallet, known.bills_from_wallet),
      usd_day = greatest(known.usd_day, given.usd_day),
      closed_through = greatest(
        known.closed_through,
        case when known.usd_minor > 0 and given.first_through >= known.usd_day then given.first_through end,
        (select max(ended.through) from jsonb_to_recordset(given.later) as ended (through date, minor bigint)
         where known.usd_minor + ended.minor > 0 and ended.through >= known.usd_day)),
      paid_through = greatest(known.paid_through, given.paid_through),
      day = coalesce(given.day, known.day),
      account = coalesce(given.account, known.account),
      ${summed('earned_minor')},
      ${summed('deposited_minor')},
      ${summed('other_minor')},
      first_position = case when ${GOES_ON} then known.first_position else given.first_position end,
      ${summed('in_minor')},
      ${summed('out_minor')},
      ${summed('moves')},
      last_position = greatest(known.last_position, given.last_position),
      position = given.position
    from ${source}
    where known.member_id = given.member_id`,
)

const balancesOf = (change: WalletChange) => ({
  memberId: change.memberId,
  usdMinor: change.balances.USD,
  usdcMinor: change.balances.USDC,
  yutMinor: change.balances.YUT,
  yutStakedMinor: change.stakedMinor,
  interestMinor: change.interestMinor,
  rewardsMinor: change.rewardsMinor,
  takenBackMinor: change.takenBackMinor,
  treasuryStatus: change.treasuryAccountId === null ? null : ('open' as const),
  treasuryAccountId: change.treasuryAccountId,
  position: change.position,
})

/** For a wallet without movements in the batch. */
const NO_RUN = { ...NOTHING, day: null, account: null, firstPosition: 0n, lastPosition: 0n }

const moveOf = (
  change: WalletChange,
  interest: InterestChange | undefined,
  runs: readonly Run[] | undefined = [],
) => ({
  ...balancesOf(change),
  ...(runs.at(-1) ?? NO_RUN),
  continues: runs.length === 1,
  status: change.status,
  billsFromWallet: change.billsFromWallet,
  usdDay: interest?.day ?? null,
  paidThrough: interest?.paidThrough ?? null,
  firstThrough: interest?.firstThrough ?? null,
  later: interest && interest.ended.length > 0 ? interest.ended : null,
})

/** The row of a wallet opened in the batch; its closing balances begin at zero. */
const openingOf = (
  change: WalletChange,
  openedAt: string,
  interest: InterestChange | undefined,
  runs: readonly Run[] | undefined,
) => {
  const opened = dayOf(openedAt)
  const ended = (interest?.ended ?? []).filter(
    ({ through, minor }) => through >= opened && BigInt(minor) > 0n,
  )
  return {
    ...balancesOf(change),
    ...(runs?.at(-1) ?? NO_RUN),
    status: change.status ?? ('open' as const),
    billsFromWallet: change.billsFromWallet ?? false,
    openedAt,
    usdLockedMinor: 0n,
    usdcLockedMinor: 0n,
    yutLockedMinor: 0n,
    usdDay: interest && interest.day > opened ? interest.day : opened,
    closedThrough: ended.at(-1)?.through ?? null,
    paidThrough: interest?.paidThrough ?? null,
  }
}

/**
 * What each member owns now, and which wallets have days without interest paid: table `wallet`. Sums of days: in it
 * and in `wallet_day`.
 */
export const walletProjection: Projection = {
  name: 'wallet',
  version: 7,
  follows: walletEvents.isStream,
  apply: (batch) => {
    const facts = walletFacts(batch)
    const interest = interestChanges(facts)
    const runs = dayRuns(facts)
    const opened: ReturnType<typeof openingOf>[] = []
    const moved: ReturnType<typeof moveOf>[] = []
    for (const change of walletChanges(facts)) {
      const { memberId, openedAt } = change
      if (openedAt === null) moved.push(moveOf(change, interest.get(memberId), runs.get(memberId)))
      else opened.push(openingOf(change, openedAt, interest.get(memberId), runs.get(memberId)))
    }
    return [...mergeRuns(runs), ...open(opened), ...move(moved)]
  },
}
