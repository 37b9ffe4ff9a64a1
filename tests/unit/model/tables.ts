import type { Currency } from '../../../events/money.ts'
import type { RecordedEvent } from '../../../events/store/event-store.ts'
import { transferRequestEvents } from '../../../events/requests/events.ts'
import { walletEvents } from '../../../events/wallet/events.ts'
import { dayOf } from '../../../events/calendar.ts'
import { activityChanges, sentIdOf } from '../../../projections/activity/changes.ts'
import { dayRuns } from '../../../projections/daily/changes.ts'
import { deposits } from '../../../projections/deposits/projection.ts'
import { followsGovernance, governanceChanges } from '../../../projections/governance/changes.ts'
import { interestChanges } from '../../../projections/wallet/interest-changes.ts'
import { requests } from '../../../projections/requests/projection.ts'
import { walletFacts } from '../../../projections/wallet-facts.ts'
import { walletChanges } from '../../../projections/wallet/changes.ts'
import { tokenChanges } from '../../../projections/token/changes.ts'
import { rewardClaims } from '../../../projections/token/projection.ts'
import { createMemoryTable } from '../../support/memory-table.ts'
import { createPoolTables } from './pools/tables.ts'
import { depositEvents } from '../../../events/deposits/events.ts'

interface WalletRow {
  status: string
  readonly balances: Record<Currency, bigint>
  staked: bigint
  interest: bigint
  rewards: bigint
}

interface StakeRow {
  minor: bigint
  claimed: bigint
  seconds: bigint
  since: string
}

interface DueRow {
  day: string
  minor: bigint
  closedThrough: string
  paidThrough: string
}

const later = (a: string, b: string): string => (a > b ? a : b)

/**
 * The read models as in-memory tables: the projections' own changes of a batch, applied to rows as their SQL
 * statements apply them.
 */
export const createTables = () => {
  const wallets = new Map<string, WalletRow>()
  const stakes = new Map<string, StakeRow>()
  const claims = createMemoryTable(rewardClaims)
  const due = new Map<string, DueRow>()
  const paidIn = createMemoryTable(deposits)
  const asked = createMemoryTable(requests)
  const transfers = new Map<string, string>()
  /** By member and currency: received minus sent. */
  const received = new Map<string, bigint>()
  /** By member and account, over all days: money in minus money out. */
  const daily = new Map<string, bigint>()
  const earned = new Map<string, bigint>()
  const votes = new Map<string, { readonly vote: string; readonly weight: bigint }>()
  const locks = new Map<
    string,
    { readonly minor: bigint; readonly until: string; readonly isProposers?: true }
  >()
  let totalStake = 0n
  const money = createPoolTables()

  const add = (sums: Map<string, bigint>, key: string, minor: bigint): void => {
    sums.set(key, (sums.get(key) ?? 0n) + minor)
  }

  const applyWallets = (batch: readonly RecordedEvent[]): void => {
    const facts = walletFacts(batch)
    for (const change of walletChanges(facts)) {
      const begun: WalletRow = {
        status: 'open',
        balances: { USD: 0n, USDC: 0n, YUT: 0n },
        staked: 0n,
        interest: 0n,
        rewards: 0n,
      }
      const row = change.openedAt === null ? wallets.get(change.memberId) : begun
      if (change.openedAt !== null)
        due.set(change.memberId, {
          day: dayOf(change.openedAt),
          minor: 0n,
          closedThrough: '',
          paidThrough: '',
        })
      if (!row) throw new Error(`The wallet of ${change.memberId} has no row`)
      wallets.set(change.memberId, row)
      row.status = change.status ?? row.status
      row.balances.USD += change.balances.USD
      row.balances.USDC += change.balances.USDC
      row.balances.YUT += change.balances.YUT
      row.staked += change.stakedMinor
      row.interest += change.interestMinor
      row.rewards += change.rewardsMinor
    }
    for (const { memberId, day, minor, paidThrough, firstThrough, ended } of interestChanges(
      facts,
    ).values()) {
      const row = due.get(memberId)
      if (!row) throw new Error(`The interest of ${memberId} has no row`)
      const { day: before, minor: had } = row
      for (const one of [{ through: firstThrough, minor: 0n }, ...ended])
        if (had + BigInt(one.minor) > 0n && one.through >= before)
          row.closedThrough = later(row.closedThrough, one.through)
      row.day = later(before, day)
      row.minor += minor
      row.paidThrough = later(row.paidThrough, paidThrough ?? '')
    }
    for (const { memberId, account, inMinor, outMinor, earnedMinor, otherMinor } of [
      ...dayRuns(facts).values(),
    ].flat()) {
      add(daily, `${memberId} ${account}`, inMinor - outMinor)
      const transferred = inMinor - outMinor - otherMinor
      if (transferred !== 0n) add(received, `${memberId} ${account}`, transferred)
      add(earned, `${memberId} ${account}`, earnedMinor)
    }
    const { lines, endedTransfers } = activityChanges(facts)
    for (const { kind, transferId, status } of lines)
      if (kind === 'transfer_sent' && transferId !== null) transfers.set(sentIdOf(transferId), status)
    for (const { sentId, status } of endedTransfers) transfers.set(sentId, status)
  }

  const applyTokens = (batch: readonly RecordedEvent[]): void => {
    const changes = tokenChanges(batch)
    for (const { memberId, minor, claimedMinor, seconds, since } of changes.stakes) {
      const row = stakes.get(memberId) ?? { minor: 0n, claimed: 0n, seconds: 0n, since: '' }
      stakes.set(memberId, {
        minor: row.minor + minor,
        claimed: row.claimed + claimedMinor,
        seconds,
        since: later(row.since, since),
      })
    }
    for (const { minor } of changes.totals) totalStake += minor
    claims.apply(batch)
  }

  const applyGovernance = (batch: readonly RecordedEvent[]): void => {
    const changes = governanceChanges(batch)
    for (const { proposalId, memberId, minor, until, voteId } of changes.locks)
      locks.set(`${memberId} ${proposalId}`, {
        minor,
        until,
        ...(voteId === null && { isProposers: true }),
      })
    for (const { proposalId, memberId, vote, weight } of changes.votes)
      votes.set(`${memberId} ${proposalId}`, { vote, weight })
    for (const { proposalId, memberId } of changes.released) locks.delete(`${memberId} ${proposalId}`)
  }

  return {
    wallets,
    stakes,
    claims: claims.rows,
    deposits: paidIn.rows,
    requests: asked.rows,
    transfers,
    received,
    daily,
    earned,
    votes,
    locks,
    money,
    totalStake: () => totalStake,
    /** Ids of members with interest due before `today`, as the process gets them. */
    interestDue: (today: string): string[] =>
      [...due]
        .filter(([, { day, minor, closedThrough, paidThrough }]) => {
          const backlog = closedThrough !== '' && paidThrough < closedThrough
          return (backlog && day <= today) || (minor > 0n && day < today)
        })
        .map(([memberId]) => memberId)
        .toSorted(),
    apply: (batch: readonly RecordedEvent[]): void => {
      money.apply(batch)
      applyWallets(batch.filter(({ streamId }) => walletEvents.isStream(streamId)))
      applyTokens(batch)
      applyGovernance(batch.filter(({ streamId }) => followsGovernance(streamId)))
      paidIn.apply(
        batch.filter(({ streamId }) => depositEvents.isStream(streamId) || walletEvents.isStream(streamId)),
      )
      asked.apply(batch.filter(({ streamId }) => transferRequestEvents.isStream(streamId)))
    },
  }
}
