import { glob, readFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { expect } from 'vitest'
import { counterpartiesOf } from '../../../projections/activity/counterparties.ts'
import * as activity from '../../../projections/activity/queries.ts'
import * as transfers from '../../../projections/activity/transfers.ts'
import * as bills from '../../../projections/bills/queries.ts'
import * as daily from '../../../projections/daily/queries.ts'
import * as deposits from '../../../projections/deposits/queries.ts'
import * as governance from '../../../projections/governance/queries.ts'
import { moneyInFlight } from '../../../projections/in-flight.ts'
import * as merkle from '../../../projections/merkle/queries.ts'
import * as poolTransfers from '../../../projections/pool-transfers/queries.ts'
import * as pools from '../../../projections/pools/queries.ts'
import * as requests from '../../../projections/requests/queries.ts'
import * as token from '../../../projections/token/queries.ts'
import { interestDue } from '../../../projections/wallet/interest-due.ts'
import * as wallet from '../../../projections/wallet/queries.ts'
import * as withdrawals from '../../../projections/withdrawals/queries.ts'
import { COLD, eventAt, HOT, OTHER, ROWS } from './large-tables.ts'

const now = new Date()
const long = new Date('2020-01-01')
const page = { limit: 50, before: BigInt(ROWS / 2) }
const MONTH = '2030-01-01'
/** What each read of the read models sends, for the member with the most lines; exports, for one as most. */
export const READS: Readonly<Record<string, (pool: Pool) => Promise<unknown>>> = {
  'a wallet': (pool) => wallet.walletOf(pool, HOT),
  'closed wallets': async (pool) => expect(await wallet.ownersOfClosedWallets(pool)).toHaveLength(1),
  'closed wallets that are owed': (pool) => wallet.walletsOwed(pool),
  'whose a treasury account is': (pool) => wallet.ownerOfTreasuryAccount(pool, HOT),
  'what bills may take': (pool) => wallet.walletsForBills(pool, [HOT, OTHER]),
  'what treasury accounts hold': (pool) => wallet.usdOfTreasuryAccounts(pool, [HOT, OTHER]),
  'interest of few': async (pool) =>
    expect(await interestDue(pool, '2030-01-02', 100)).toHaveLength(ROWS / 10_000),
  'interest of all': async (pool) => expect(await interestDue(pool, '2030-01-03', 100)).toHaveLength(100),
  activity: (pool) => activity.activityOf(pool, HOT, page),
  'activity without interest': (pool) => activity.activityOf(pool, HOT, { ...page, withoutInterest: true }),
  'activity of a rare kind': (pool) => activity.activityOf(pool, HOT, { ...page, kind: 'deposit' }),
  'activity of a kind': (pool) => activity.activityOf(pool, HOT, { ...page, kind: 'transfer_sent' }),
  'activity in a rare currency': (pool) => activity.activityOf(pool, HOT, { ...page, currency: 'YUT' }),
  'activity in a currency': (pool) => activity.activityOf(pool, HOT, { ...page, currency: 'USD' }),
  'activity of both': (pool) => activity.activityOf(pool, HOT, { ...page, currency: 'YUT', kind: 'deposit' }),
  'a line': (pool) => activity.lineOf(pool, HOT, HOT),
  movements: (pool) =>
    activity.movementsOf(
      pool,
      HOT,
      { firstPosition: page.before, lastPosition: BigInt(ROWS), from: '2020-01-01', until: '2100-01-01' },
      50,
    ),
  'who dealt with a member': (pool) => counterpartiesOf(pool, COLD),
  'a transfer': (pool) => transfers.transferById(pool, HOT),
  'transfers on the way': (pool) => transfers.transfersOnTheWay(pool, HOT),
  'who was paid': (pool) => transfers.paidAmong(pool, HOT, [HOT, OTHER]),
  'whether somebody was paid': (pool) => transfers.hasPaid(pool, HOT, HOT),
  'undelivered transfers': (pool) => transfers.undeliveredTransfers(pool, now, 50),
  'money in flight': (pool) => moneyInFlight(pool),
  'what came in and went out': (pool) => wallet.walletWithNet(pool, HOT, long),
  'wallets below zero': (pool) => wallet.walletsBelowZero(pool),
  'balances of a period': (pool) => daily.periodBalancesOf(pool, HOT, '2020-01-01', '2100-01-01'),
  'sums of days': (pool) => daily.daySumsOf(pool, HOT, '2020-01-01'),
  'interest of a month': (pool) => daily.interestOf(pool, '2020-01', null, 100),
  deposits: (pool) => deposits.depositsOf(pool, HOT, page),
  'a deposit': (pool) => deposits.depositById(pool, HOT),
  'deposits by id': (pool) => deposits.depositStatuses(pool, [HOT, OTHER]),
  'deposits of an export': (pool) => deposits.depositsForExport(pool, COLD),
  'deposits in progress': (pool) => deposits.depositsInProgress(pool, COLD),
  'what can be taken back': (pool) => deposits.longestReversible(pool, COLD, now, { ach: 60, card: 120 }),
  'debits by code': (pool) => deposits.debitsByCode(pool, now),
  'unsettled deposits': (pool) => deposits.unsettledDeposits(pool, now, 100),
  'unpaid deposits': (pool) => deposits.unpaidDeposits(pool, now, 100),
  withdrawals: (pool) => withdrawals.withdrawalsOf(pool, HOT, page),
  'a withdrawal': (pool) => withdrawals.withdrawalById(pool, HOT),
  'unsent withdrawals': (pool) => withdrawals.unsentWithdrawals(pool, now, 50),
  'unordered withdrawals': (pool) => withdrawals.unorderedWithdrawals(pool, now, 50),
  'what is to be paid out': (pool) => withdrawals.unsentMinor(pool),
  'withdrawals in review': (pool) => withdrawals.withdrawalsInReview(pool, 0n, 50),
  'withdrawals of an export': (pool) => withdrawals.withdrawalsForExport(pool, COLD),
  'transfer requests': (pool) =>
    requests.requestsOf(pool, HOT, {
      limit: 50,
      incomingBefore: page.before,
      outgoingBefore: page.before,
      hidden: [HOT],
    }),
  'pending requests': (pool) => requests.pendingRequestsOf(pool, COLD),
  'counts of pending requests': (pool) => requests.pendingCounts(pool, HOT, HOT, [HOT], [HOT]),
  'whether somebody asked': (pool) => requests.hasAsked(pool, HOT, HOT),
  'between whom requests are': (pool) => requests.partiesOfRequests(pool, [HOT, OTHER]),
  'requests of an export': (pool) => requests.requestsForExport(pool, COLD),
  'unsettled requests': (pool) => requests.unsettledRequests(pool, now, 50),
  'expired requests': (pool) => requests.expiredRequests(pool, now, 50),
  bills: (pool) => bills.billsOf(pool, HOT, { ...page, which: 'all' }),
  'paid bills': (pool) => bills.billsOf(pool, HOT, { ...page, which: 'paid' }),
  'unpaid bills': (pool) => bills.billsOf(pool, HOT, { ...page, which: 'unpaid' }),
  'a bill': (pool) => bills.billById(pool, HOT, HOT),
  'bills to pay': (pool) => bills.billsToPay(pool, { today: '2030-01-01', dueBy: '2030-01-01', limit: 50 }),
  'bills past due': (pool) => bills.billsPastDue(pool, '2030-01-01', 50),
  'unfinished payments': (pool) => bills.unfinishedPayments(pool, now, 50),
  'totals of bills': (pool) => bills.billTotalsOf(pool, HOT, MONTH),
  'what pools paid': (pool) => bills.paidByPoolsOf(pool, HOT),
  'bills of an export': (pool) => bills.billsForExport(pool, HOT),
  'all unpaid bills': (pool) => bills.unpaidBillsOf(pool, HOT),
  pools: (pool) => pools.poolsOf(pool, HOT, MONTH),
  'a pool': (pool) => pools.poolById(pool, HOT, HOT, MONTH),
  'days of a pool': (pool) => pools.poolDaysOf(pool, HOT, 30),
  'lines of a pool': (pool) => pools.poolLinesOf(pool, HOT, page),
  'pools to value': (pool) => pools.poolsToValue(pool, now.toISOString().slice(0, 10), 50),
  'pools that pay': (pool) => pools.payingPoolsOf(pool, [HOT, OTHER]),
  'names of pools': (pool) => pools.poolNamesOf(pool, HOT),
  'pools of an export': (pool) => pools.poolsForExport(pool, HOT),
  'pools that are left': (pool) => pools.poolsLeft(pool, HOT),
  'whether a pool is paid into': (pool) => poolTransfers.isPaidInto(pool, HOT),
  'unfinished transfers of pools': (pool) => poolTransfers.unfinishedPoolTransfers(pool, now, 50),
  tokens: (pool) => token.tokensOf(pool, HOT, now),
  'lines of tokens': (pool) => token.tokenLinesOf(pool, HOT, 10),
  'the stake': (pool) => token.totalStake(pool),
  // It refuses without a checkpoint, after it has asked.
  'the stake of a moment': (pool) =>
    token.totalStakeAt(pool, new Date(Date.now() - 10_000).toISOString()).catch(() => undefined),
  'a claim': (pool) => token.claimById(pool, HOT),
  'open claims': (pool) => token.openClaims(pool, now, 100),
  proposals: (pool) => governance.proposalsFor(pool, HOT, 30),
  'the next proposals': (pool) => governance.openProposalsAfter(pool, HOT, HOT, 30),
  'open proposals of a member': (pool) => governance.openProposalsBy(pool, [HOT, COLD]),
  'a proposal': (pool) => governance.proposalById(pool, HOT, HOT),
  'the end of voting': (pool) => governance.endOfVoting(pool, HOT),
  'votes that end': (pool) => governance.votesEnding(pool, now, new Date(now.getTime() + 60_000)),
  'the next end of voting': (pool) => governance.endOfNextVote(pool, now),
  'a vote': (pool) => governance.voteIdOf(pool, HOT, HOT),
  'proposals of an export': (pool) => governance.proposalsForExport(pool, COLD),
  'half-done proposals': (pool) => governance.halfDoneProposals(pool, now, 100),
  'half-done votes': (pool) => governance.halfDoneVotes(pool, now, 100),
  'proposals to close': (pool) => governance.proposalsToClose(pool, now, 20),
  'members to remind': (pool) => governance.membersToRemind(pool, HOT, HOT, 100),
  'stakes to release': (pool) => governance.locksToRelease(pool, 100),
  'the head of the tree': (pool) => merkle.treeHead(pool).catch(() => undefined),
  leaves: (pool) => merkle.leavesFrom(pool, ROWS / 2, 100),
  'hashes of the tree': async (pool) => expect(await merkle.hashesOf(pool, 0, 48, 16)).toHaveLength(16),
  'a leaf': async (pool) =>
    expect((await merkle.leafOfEvent(pool, eventAt(ROWS / 2)))?.index).toBe(ROWS / 2 - 1),
}

const NAME = /\bname: ['`]((?:read(?!_models)|export)_[a-z_]+)/g

/** The names of the statements that the read models’ code declares, or how they begin. */
export const namesOfReads = async (): Promise<readonly string[]> => {
  const names: string[] = []
  for await (const file of glob('projections/**/*.ts')) {
    const text = await readFile(file, 'utf8')
    for (const [, name = ''] of text.matchAll(NAME)) names.push(name)
  }
  return names
}
