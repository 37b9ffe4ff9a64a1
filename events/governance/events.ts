import * as z from 'zod'
import { fact, Id, NotNegative, Time } from '../facts.ts'
import { ProposalTerms } from '../proposal-terms.ts'
import { Vote } from '../vote.ts'
import { defineEvents } from '../stream.ts'

/** Millionths of a YUT, each one vote. */
const Weight = NotNegative

export const Outcome = z.enum(['passed', 'rejected', 'no_quorum'])
export type Outcome = z.infer<typeof Outcome>

export const ProposalEvent = z.discriminatedUnion('type', [
  /** `power`: the creator's stake when it was opened. The texts are encrypted with the creator's key. */
  fact('ProposalOpened', ['proposalId'], {
    proposalId: Id,
    creatorId: Id,
    ...ProposalTerms,
  }),
  /** Replaces an earlier vote of the member. `weight`: the stake that the wallet locked for it at `votedAt`. */
  fact('VoteCast', ['voteId'], {
    voteId: Id,
    proposalId: Id,
    memberId: Id,
    vote: Vote,
    weight: Weight,
    votedAt: Time,
  }),
  /**
   * The result. `totalStake` is the stake of all members at the end of the voting, by the ledger read up to
   * `ledgerPosition`, so that a replay can check it.
   */
  fact('ProposalClosed', ['proposalId'], {
    proposalId: Id,
    votesFor: Weight,
    votesAgainst: Weight,
    votesAbstain: Weight,
    quorum: Weight,
    totalStake: Weight,
    ledgerPosition: z.string().regex(/^\d+$/),
    outcome: Outcome,
  }),
])
export type ProposalEvent = z.infer<typeof ProposalEvent>

/** Facts of one governance proposal, the stream `proposal-{id}`. */
export const proposalEvents = defineEvents({ prefix: 'proposal-', schema: ProposalEvent, version: 1 })
