import { interestDue } from '../../projections/wallet/interest-due.ts'
import { undeliveredTransfers } from '../../projections/activity/transfers.ts'
import { EMPTY_AREA, type Area } from '../area.ts'
import type { Platform } from '../platform.ts'
import { unfinishedBacklog } from '../processes/backlog.ts'
import { CATCH_UP_MS } from '../http/reading.ts'
import { startBankReceipts } from './bank-receipts.ts'
import { walletObstacles } from './closing-account.ts'
import { startEndingNumbers } from './ending-numbers.ts'
import type { WalletArea } from './context.ts'
import { movementsData } from './movements.ts'
import { treasuryData } from './personal-data.ts'
import { registerWallet } from './routes.ts'
import { type UndeliveredTransfer, startTransferDelivery } from './transfers.ts'
import { startTreasuryInterest } from './treasury-interest.ts'
import { purgeWelcomeBudgets, startWelcomeGrants, welcomeData } from './welcome-grants.ts'

/** Composes wallets: routes, the delivery of transfers, and interest. */
export const composeWallet = (
  platform: Pick<
    Platform,
    | 'config'
    | 'pool'
    | 'ledger'
    | 'clock'
    | 'realClock'
    | 'log'
    | 'idempotency'
    | 'members'
    | 'messageKeys'
    | 'closingAccounts'
    | 'blocks'
    | 'waitFor'
  >,
  others: Pick<WalletArea, 'bank' | 'earning' | 'cases' | 'recentDeposits'>,
): Area => {
  const { config, pool, ledger, clock, realClock, log, waitFor } = platform

  const unfinished = async (before: Date, limit: number): Promise<readonly UndeliveredTransfer[]> => {
    const rows = await undeliveredTransfers(pool, before, limit)
    return rows.map(({ id, senderId, sentPosition }) => ({
      transferId: id,
      from: senderId,
      position: sentPosition,
    }))
  }

  return {
    ...EMPTY_AREA,
    name: 'wallet',
    backlogs: [unfinishedBacklog('transfers', { unfinished, clock })],
    obstacles: (memberId, owed) => walletObstacles({ pool, wallets: ledger.wallets, clock }, memberId, owed),
    settle: { never: 'the wallet pays what other areas are owed' },
    purges: [() => purgeWelcomeBudgets(pool, clock())],
    personalData: [welcomeData, movementsData, treasuryData(pool)],
    register: (api) => registerWallet(api, { ...platform, ...ledger, ...others }),
    processes: () => [
      startTransferDelivery({
        unfinished,
        finish: (transfer) => ledger.transfers.deliver(transfer),
        clock,
        log,
      }),
      startWelcomeGrants({
        pool,
        clock,
        grantMinor: config.welcomeGrantMinor,
        perDayMinor: config.welcomePerDayMinor,
        grant: (memberId) => ledger.ensureWallet(memberId),
        log,
      }),
      startEndingNumbers({ pool, bank: others.bank, clock: realClock, log }),
      startBankReceipts({ pool, bank: others.bank, wallets: ledger.wallets, clock, log }),
      startTreasuryInterest({
        due: (today, limit) => interestDue(pool, today, limit),
        caughtUp: (position) => waitFor(position, CATCH_UP_MS, ['wallet']),
        earning: others.earning,
        wallets: ledger.wallets,
        clock,
        log,
      }),
    ],
  }
}
