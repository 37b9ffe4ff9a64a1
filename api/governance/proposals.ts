import { derivedId } from '../../events/ids.ts'
import { decideProposal } from '../../events/governance/decide.ts'
import { proposalKind } from '../../events/governance/proposal.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { createStreamCommands } from '../../events/store/stream-commands.ts'

/** Id of the proposal of a member's idempotency key. */
export const proposalIdOf = (memberId: string, idempotencyKey: string): string =>
  derivedId('proposal', memberId, idempotencyKey)

/** Commands on the streams of proposals. A stream ends with the voting, so it is read whole. */
export const createProposals = ({ store }: { store: EventStore }) =>
  createStreamCommands({ store, stream: proposalKind, decide: decideProposal, streamsMax: 64 })
export type Proposals = Pick<ReturnType<typeof createProposals>, 'execute' | 'load'>
