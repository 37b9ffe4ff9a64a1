import { derivedId } from '../../events/ids.ts'
import { proposalAggregate } from '../../events/governance/aggregate.ts'
import { decideProposal, type ProposalCommand } from '../../events/governance/decide.ts'
import {
  PROPOSAL_SCHEMA_VERSION,
  proposalStream,
  type ProposalEvent,
} from '../../events/governance/events.ts'
import type { Proposal } from '../../events/governance/proposal.ts'
import { createCommandHandler, type Handled } from '../../events/store/command-handler.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { withoutSnapshots } from '../../events/store/stream-snapshots.ts'
import type { CommandContext } from '../wallet/wallets.ts'

/** Carries out commands on proposals. */
export interface Proposals {
  execute(
    proposalId: string,
    command: ProposalCommand,
    context: CommandContext,
  ): Promise<Handled<ProposalEvent>>
}

/** The id of the proposal that a member's idempotency key stands for. */
export const proposalIdOf = (memberId: string, idempotencyKey: string): string =>
  derivedId('proposal', memberId, idempotencyKey)

/** A proposal's stream ends with its voting, so it is read whole. */
export const createProposals = ({ store }: { store: EventStore }): Proposals => {
  const handler = createCommandHandler({
    store,
    aggregate: proposalAggregate,
    snapshots: withoutSnapshots<Proposal>(),
    streamsMax: 64,
  })
  return {
    execute: (proposalId, command, { step, at, ...context }) =>
      handler.handle(proposalStream(proposalId), (proposal) => decideProposal(command, proposal, at), {
        metadata: { schemaVersion: PROPOSAL_SCHEMA_VERSION, ...context },
        at,
        ...(step ? { step } : {}),
      }),
  }
}
