import type { BaseLogger } from 'pino'
import { derivedId, type Clock } from '../../events/ids.ts'
import { CLOSE_AFTER_MS } from '../../events/governance/decide.ts'
import { bySystem } from '../http/attempt.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { Proposals } from './proposals.ts'
import { createAttempts, together, type Tried } from '../processes/attempts.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'

const NAME = 'proposal close'
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
 * they locked. One that cannot be closed or released keeps no other waiting.
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

  const closing = createAttempts({ name: `${NAME}: votes to count`, log })
  const releasing = createAttempts({ name: `${NAME}: stakes to release`, log })

  const closeEnded = async (): Promise<Tried['againMs']> => {
    const ended = () =>
      toClose(new Date(clock().getTime() - CLOSE_AFTER_MS), PROPOSALS_MAX + closing.waiting())
    if ((await ended()).length === 0) return
    // Votes cast before the end may not be visible yet: wait for the read models and query again.
    if (!(await caughtUp())) throw new Error('The read models are too far behind to count votes')
    const limits = { limit: PROPOSALS_MAX, atOnceMax: AT_ONCE_MAX }
    const { againMs } = await closing.run(await ended(), limits, close)
    await caughtUp()
    return againMs
  }

  const release = async (): Promise<Tried['againMs']> => {
    const held = await toRelease(LOCKS_MAX + releasing.waiting())
    if (held.length === 0) return
    const limits = { limit: LOCKS_MAX, atOnceMax: AT_ONCE_MAX }
    const { againMs } = await releasing.run(held, limits, async ({ memberId, proposalId }) => {
      await wallets.execute(
        memberId,
        { type: 'releaseStake', proposalId },
        bySystem(clock, proposalId, derivedId('ProposalClosed', proposalId)),
      )
    })
    await caughtUp()
    return againMs
  }

  return recurring({
    name: NAME,
    everyMs: EVERY_MS,
    wokenBy: ['governance'],
    log,
    attempts: together(closing, releasing),
    round: async () => {
      const closeMs = (await closeEnded()) ?? Infinity
      const releaseMs = (await release()) ?? Infinity
      const againMs = Math.min(closeMs, releaseMs)
      return againMs === Infinity ? undefined : againMs
    },
  })
}
