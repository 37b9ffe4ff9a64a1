import * as z from 'zod'
import { derivedId } from '../ids.ts'
import { EncryptedText } from '../encrypted-text.ts'
import { Vote } from '../vote.ts'
import { defineEvents } from '../stream.ts'

const Id = z.uuid()
/** Zero or more millionths of a YUT, each one vote. */
const Weight = z.string().regex(/^(0|[1-9]\d{0,18})$/)
const Time = z.iso.datetime()

export const ProposalType = z.enum(['parameter_change', 'feature_request', 'other'])
export type ProposalType = z.infer<typeof ProposalType>
export const Outcome = z.enum(['passed', 'rejected', 'no_quorum'])
export type Outcome = z.infer<typeof Outcome>

const event = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), data: z.strictObject(shape) })

export const ProposalEvent = z.discriminatedUnion('type', [
  /** `power` is the creator's stake when it was opened. The words are under the creator's key. */
  event('ProposalOpened', {
    proposalId: Id,
    creatorId: Id,
    title: EncryptedText,
    description: EncryptedText,
    proposalType: ProposalType,
    endsAt: Time,
    power: Weight,
  }),
  /** Replaces an earlier vote of the member. `weight` is what the wallet holds for it: the stake at `votedAt`. */
  event('VoteCast', {
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
  event('ProposalClosed', {
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
export type ProposalEventOf<Type extends ProposalEvent['type']> = Extract<ProposalEvent, { type: Type }>

/** The event's own identity, the same whenever the same step is decided again. */
export const proposalEventId = (event: ProposalEvent): string => {
  switch (event.type) {
    case 'ProposalOpened':
    case 'ProposalClosed':
      return derivedId(event.type, event.data.proposalId)
    case 'VoteCast':
      return derivedId(event.type, event.data.voteId)
  }
}

/** Facts of one governance proposal, the stream `proposal-{id}`. */
export const proposalEvents = defineEvents({
  prefix: 'proposal-',
  schema: ProposalEvent,
  version: 1,
  idOf: proposalEventId,
})
