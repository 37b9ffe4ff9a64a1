import type { BaseLogger } from 'pino'
import type { Settlement } from './settlement.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'

/** How long a deposit's outcome may wait for its wallet before this process takes it up. */
const GRACE_MS = 2_000
const EVERY_MS = 500
const AT_ONCE_MAX = 100

/**
 * Carries outcomes of deposits into wallets where whoever received the webhook could not: it died or could
 * not reach the ledger. Any number of workers may do it at once.
 */
export const startDepositSettlement = ({
  unsettled,
  settlement,
  log,
}: {
  /** Ids of deposits whose outcome has stood for `olderThanMs` and is not in their wallet, oldest first. */
  unsettled: (olderThanMs: number, limit: number) => Promise<readonly string[]>
  settlement: Settlement
  log: Pick<BaseLogger, 'info' | 'error'>
}): Recurring =>
  recurring({
    name: 'deposit settlement',
    everyMs: EVERY_MS,
    wokenBy: ['deposits'],
    graceMs: GRACE_MS,
    log,
    round: async () => {
      const open = await unsettled(GRACE_MS, AT_ONCE_MAX)
      if (open.length === 0) return
      const outcomes = await Promise.allSettled(open.map((depositId) => settlement.settle(depositId)))
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
      log.info({ deposits: open.length }, 'Settled deposits whose outcome had been left waiting')
    },
  })
