import type { BaseLogger } from 'pino'
import { Refusal } from '../../events/refusal.ts'
import { APPROVER_ALONE_MS, type Approval, type Settlement } from './settlement.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'

const EVERY_MS = 1_000
const AT_ONCE_MAX = 100

/**
 * Pays approved requests whose approver could not finish: the process died, or the ledger was out of reach.
 * Any number of workers may do it at once.
 */
export const startRequestSettlement = ({
  unsettled,
  settlement,
  log,
}: {
  /** Requests approved at least `olderThanMs` ago whose payment has not ended, oldest first. */
  readonly unsettled: (olderThanMs: number, limit: number) => Promise<readonly Approval[]>
  readonly settlement: Pick<Settlement, 'settle'>
  readonly log: Pick<BaseLogger, 'info' | 'error'>
}): Recurring =>
  recurring({
    name: 'request settlement',
    everyMs: EVERY_MS,
    wokenBy: ['requests'],
    graceMs: APPROVER_ALONE_MS,
    log,
    round: async () => {
      const open = await unsettled(APPROVER_ALONE_MS, AT_ONCE_MAX)
      if (open.length === 0) return
      const outcomes = await Promise.allSettled(open.map((approval) => settlement.settle(approval)))
      // A refusal is an outcome: the request is pending again, or has failed for good.
      const broken = outcomes.find(
        (outcome) => outcome.status === 'rejected' && !(outcome.reason instanceof Refusal),
      )
      if (broken?.status === 'rejected') throw broken.reason
      log.info({ requests: open.length }, 'Settled transfer requests that had been left approved')
    },
  })
