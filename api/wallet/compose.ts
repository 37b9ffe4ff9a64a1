import { interestDue } from '../../projections/wallet/interest-due.ts'
import { undeliveredTransfers } from '../../projections/activity/transfers.ts'
import { EMPTY_PART, type Part } from '../part.ts'
import type { Platform } from '../platform.ts'
import { CATCH_UP_MS } from '../reading.ts'
import { walletObstacles } from './closing-account.ts'
import type { WalletArea } from './context.ts'
import { registerWallet } from './routes.ts'
import { startTransferDelivery } from './transfer-delivery.ts'
import type { SentTransfer } from './transfers.ts'
import { startTreasuryInterest } from './treasury-interest.ts'

/** Composes wallets: routes, the delivery of transfers, and interest. */
export const composeWallet = (
  platform: Pick<
    Platform,
    'pool' | 'ledger' | 'clock' | 'log' | 'idempotency' | 'members' | 'messageKeys' | 'waitFor'
  >,
  others: Pick<WalletArea, 'bank' | 'recentDeposits'>,
): Part => {
  const { pool, ledger, clock, log, waitFor } = platform

  const unfinished = async (before: Date, limit: number): Promise<readonly SentTransfer[]> => {
    const rows = await undeliveredTransfers(pool, before, limit)
    return rows.map((row) => ({
      transferId: row.id,
      from: row.senderId,
      to: row.recipientId,
      amount: { currency: row.currency, minor: row.minor },
      message: row.message,
      sentAt: row.sentAt,
      position: row.sentPosition,
    }))
  }

  return {
    ...EMPTY_PART,
    name: 'wallet',
    obstacles: (memberId, owed) => walletObstacles({ pool, wallets: ledger.wallets }, memberId, owed),
    settle: { never: 'the wallet pays what other areas are owed' },
    register: (api) => registerWallet(api, { ...platform, ...ledger, ...others }),
    processes: () => [
      startTransferDelivery({
        unfinished,
        finish: (transfer) => ledger.transfers.deliver(transfer),
        clock,
        log,
      }),
      startTreasuryInterest({
        due: (today, limit) => interestDue(pool, today, limit),
        caughtUp: (position) => waitFor(position, CATCH_UP_MS, ['wallet']),
        wallets: ledger.wallets,
        clock,
        log,
      }),
    ],
  }
}
