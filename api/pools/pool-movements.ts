import type { BaseLogger } from 'pino'
import type { Movements } from './movements.ts'
import type { PoolTransfer } from '../../projections/pool-transfers/changes.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'

/** How long money may be on its way before this process takes it up: whoever sent it usually brings it. */
const GRACE_MS = 2_000
const EVERY_MS = 500
const AT_ONCE_MAX = 100

/** Brings one movement to its end. */
export const finishMovement = (
  movements: Pick<Movements, 'deliver' | 'bring'>,
  { id, kind, memberId, poolId, minor: amount, opens, position }: PoolTransfer,
): Promise<unknown> =>
  kind === 'contribution'
    ? movements.deliver({ contributionId: id, memberId, poolId, amount, opens, position })
    : movements.bring({ proceedsId: id, memberId, poolId, amount, position })

/**
 * Finishes what was sent between wallets and pools and has neither arrived nor come back, because the process
 * that sent it died or could not reach the ledger. Any number of workers may do it at once.
 */
export const startPoolMovements = ({
  unfinished,
  movements,
  log,
}: {
  /** Sent at least `olderThanMs` ago and still on its way, oldest first. */
  unfinished: (olderThanMs: number, limit: number) => Promise<readonly PoolTransfer[]>
  movements: Pick<Movements, 'deliver' | 'bring'>
  log: Pick<BaseLogger, 'info' | 'error'>
}): Recurring =>
  recurring({
    name: 'pool movements',
    everyMs: EVERY_MS,
    wokenBy: ['pool transfers'],
    graceMs: GRACE_MS,
    log,
    round: async () => {
      const open = await unfinished(GRACE_MS, AT_ONCE_MAX)
      if (open.length === 0) return
      const outcomes = await Promise.allSettled(open.map((one) => finishMovement(movements, one)))
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
      log.info(
        { movements: open.length },
        'Brought money between wallets and pools that had been left on its way',
      )
    },
  })
