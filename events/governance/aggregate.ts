import type { Aggregate } from '../store/aggregate.ts'
import { parseProposalEvent, proposalEventId, type ProposalEvent } from './events.ts'
import { evolveProposal, initialProposal, type Proposal } from './proposal.ts'

/** How a proposal's stream is read and folded. */
export const proposalAggregate: Aggregate<Proposal, ProposalEvent> = {
  initialState: initialProposal,
  evolve: evolveProposal,
  parse: parseProposalEvent,
  idOf: proposalEventId,
}
