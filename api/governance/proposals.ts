import { derivedId } from '../../events/ids.ts'
import { decideProposal, type ProposalCommand } from '../../events/governance/decide.ts'
import type { ProposalEvent } from '../../events/governance/events.ts'
import { proposalKind } from '../../events/governance/proposal.ts'
import type { Handled } from '../../events/store/commands.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { createStreamCommands, type CommandContext } from '../../events/store/stream-commands.ts'

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
  const { execute } = createStreamCommands({ store, stream: proposalKind, streamsMax: 64 })
  return {
    execute: (proposalId, command, context) =>
      execute(proposalId, (proposal) => decideProposal(command, proposal, context.at), context),
  }
}
