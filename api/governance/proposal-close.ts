import type { BaseLogger } from 'pino'
import { derivedId, type Clock } from '../../events/ids.ts'
import { CLOSE_AFTER_MS } from '../../events/governance/decide.ts'
import { bySystem } from '../http/attempt.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { Proposals } from './proposals.ts'
import { forEachBounded } from '../processes/bounded.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'

const EVERY_MS = 1_000
const PROPOSALS_MAX = 20
const LOCKS_MAX = 500
const AT_ONCE_MAX = 20

interface ProposalClosing {
  /** Open proposals whose voting ended before a time, except those with half-done votes. */
  readonly toClose: (
    endedBefore: Date,
    limit: number,
  ) => Promise<readonly { readonly id: string; readonly endsAt: string }[]>
  /** Total stake of all members at a time, in millionths of a YUT, and the ledger position of the read model. */
  readonly totalStakeAt: (at: string) => Promise<{ readonly minor: bigint; readonly position: bigint }>
  /** Stakes still locked for closed proposals. */
  readonly toRelease: (
    limit: number,
  ) => Promise<readonly { readonly memberId: string; readonly proposalId: string }[]>
  /** Waits until the read models reach the ledger's head; false when they do not in time. */
  readonly caughtUp: () => Promise<boolean>
}

/**
 * Closes proposals whose voting has ended, each once, whatever the number of workers, and releases the stakes that
 * their votes locked.
 */
export const startProposalClose = ({
  toClose,
  totalStakeAt,
  toRelease,
  caughtUp,
  proposals,
  wallets,
  clock,
  log,
}: ProposalClosing & {
  proposals: Proposals
  wallets: Wallets
  clock: Clock
  log: Pick<BaseLogger, 'info' | 'error'>
}): Recurring => {
  const close = async ({ id, endsAt }: { id: string; endsAt: string }): Promise<void> => {
    const { minor, position } = await totalStakeAt(endsAt)
    const { outcome } = await proposals.execute(
      id,
      { type: 'closeProposal', totalStake: minor, ledgerPosition: position },
      bySystem(clock, id, derivedId('ProposalOpened', id)),
    )
    if (outcome === 'appended') log.info({ proposalId: id }, 'Counted the votes of a proposal')
  }

  const closeEnded = async (): Promise<void> => {
    const endedBefore = () => new Date(clock().getTime() - CLOSE_AFTER_MS)
    if ((await toClose(endedBefore(), PROPOSALS_MAX)).length === 0) return
    // Votes cast before the end may not be visible yet: wait for the read models and query again.
    if (!(await caughtUp())) throw new Error('The read models are too far behind to count votes')
    await forEachBounded(await toClose(endedBefore(), PROPOSALS_MAX), AT_ONCE_MAX, close)
    await caughtUp()
  }

  const release = async (): Promise<void> => {
    const held = await toRelease(LOCKS_MAX)
    if (held.length === 0) return
    await forEachBounded(held, AT_ONCE_MAX, async ({ memberId, proposalId }) => {
      await wallets.execute(
        memberId,
        { type: 'releaseStake', proposalId },
        bySystem(clock, proposalId, derivedId('ProposalClosed', proposalId)),
      )
    })
    await caughtUp()
  }

  return recurring({
    name: 'proposal close',
    everyMs: EVERY_MS,
    wokenBy: ['governance'],
    log,
    round: async () => {
      await closeEnded()
      await release()
    },
  })
}
