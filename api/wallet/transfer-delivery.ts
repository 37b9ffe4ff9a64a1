import type { BaseLogger } from 'pino'
import type { SentTransfer, Transfers } from './transfers.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'

/** How long a transfer may be on its way before this process takes it up: whoever sent it usually delivers it. */
const GRACE_MS = 2_000
const EVERY_MS = 500
const AT_ONCE_MAX = 100

/**
 * Finishes transfers that were sent and have neither arrived nor come back, because the process that sent
 * them died or could not reach the ledger. Any number of workers may do it at once.
 */
export const startTransferDelivery = ({
  undelivered,
  transfers,
  log,
}: {
  /** Transfers sent at least `olderThanMs` ago and still on their way, oldest first. */
  undelivered: (olderThanMs: number, limit: number) => Promise<readonly SentTransfer[]>
  transfers: Transfers
  log: Pick<BaseLogger, 'info' | 'error'>
}): Recurring =>
  recurring({
    name: 'transfer delivery',
    everyMs: EVERY_MS,
    wokenBy: ['transfers'],
    graceMs: GRACE_MS,
    log,
    round: async () => {
      const open = await undelivered(GRACE_MS, AT_ONCE_MAX)
      if (open.length === 0) return
      const outcomes = await Promise.allSettled(open.map((transfer) => transfers.deliver(transfer)))
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
      log.info({ transfers: open.length }, 'Delivered transfers that had been left on their way')
    },
  })
