import { DAY_MS } from '../../events/calendar.ts'
import { derivedId, type Clock } from '../../events/ids.ts'
import { closesAt, PROPOSAL_POWER_MINOR_MIN } from '../../events/governance/decide.ts'
import type { ProposalTerms } from '../../events/proposal-terms.ts'
import type { StoredEvent } from '../../events/store/commands.ts'
import type { WalletEvent } from '../../events/wallet/events.ts'
import type { LockedProposal } from '../../projections/governance/queries.ts'
import { causedBy, keyedStep, type Attempt } from '../http/attempt.ts'
import { completing } from '../processes/completing.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { Proposals } from './proposals.ts'

interface OpeningOrder extends Attempt {
  readonly proposalId: string
  readonly words: Pick<ProposalTerms, 'title' | 'description' | 'proposalType'>
  readonly votingDays: number
}

export interface Openings {
  /**
   * Locks the stake that a proposal needs and opens it.
   * @returns the ledger position of the proposal
   * @throws {Refusal} `power_too_small`; nothing is locked
   */
  open(order: OpeningOrder): Promise<{ readonly position: bigint }>
  /** The second step: opens a proposal whose stake is locked. Safe to repeat any number of times. */
  complete(locked: LockedProposal): Promise<{ readonly position: bigint }>
}

const stepOf = (proposalId: string) => ({ eventId: derivedId('ProposalStakeLocked', proposalId), after: 0n })

export const createOpenings = ({
  wallets,
  proposals,
  clock,
}: {
  wallets: Wallets
  proposals: Proposals
  clock: Clock
}): Openings => {
  const openLocked = ({ event }: StoredEvent<WalletEvent>): Promise<{ readonly position: bigint }> => {
    if (event.type !== 'ProposalStakeLocked')
      throw new Error(`A proposal's stake was locked by a ${event.type}`)
    const { proposalId, memberId: creatorId, opens } = event.data
    return proposals.execute(
      proposalId,
      { type: 'openProposal', proposalId, creatorId, terms: opens },
      {
        actor: creatorId,
        correlationId: proposalId,
        causationId: derivedId('ProposalStakeLocked', proposalId),
        at: clock().toISOString(),
        contested: true,
      },
    )
  }
  return {
    open: async (order) => {
      const { memberId, proposalId, words, votingDays } = order
      const { state, position } = await proposals.load(proposalId)
      // One that was opened by a release that locked no stake for it stays as it is.
      if (state.status !== 'absent') return { position }
      const at = clock().toISOString()
      const endsAt = new Date(Date.parse(at) + votingDays * DAY_MS).toISOString()
      const handled = await wallets.execute(
        memberId,
        {
          type: 'lockProposalStake',
          proposalId,
          minor: PROPOSAL_POWER_MINOR_MIN,
          until: closesAt(endsAt),
          opens: { ...words, endsAt },
        },
        { ...causedBy(order, proposalId), at, ...keyedStep(order, stepOf(proposalId).eventId) },
      )
      const event = handled.events.find(({ type }) => type === 'ProposalStakeLocked')
      if (!event) throw new Error(`ProposalStakeLocked of proposal ${proposalId} was not made`)
      return openLocked({ ...handled, event })
    },
    complete: async ({ proposalId, memberId }) => {
      const locked = await wallets.find(memberId, stepOf(proposalId))
      if (!locked) throw new Error(`No stake is locked for proposal ${proposalId}`)
      return openLocked(locked)
    },
  }
}

/** Opens proposals whose stake is locked already. */
export const startOpeningCompletion = completing<LockedProposal>({
  name: 'proposal opening',
  wokenBy: ['governance'],
  report: 'Opened proposals that had been left half done',
})
