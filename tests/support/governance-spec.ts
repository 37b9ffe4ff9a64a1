import { expect } from 'vitest'
import { decideProposal, type ProposalCommand } from '../../events/governance/decide.ts'
import type { ProposalEvent } from '../../events/governance/events.ts'
import { evolveProposal, initialProposal } from '../../events/governance/proposal.ts'
import type { RefusalCode } from '../../events/refusal-codes.ts'
import { Refusal } from '../../events/refusal.ts'
import { decideReserve, type ReserveCommand } from '../../events/token/decide.ts'
import type { ReserveEvent } from '../../events/token/events.ts'
import { evolveReserve, initialReserve } from '../../events/token/reserve.ts'

/** Assertions on the outcome of a command: `makes`, `doesNothing`, `refuses`. */
const answers = <Event>(decide: () => Event[]) => ({
  makes: (...expected: Event[]) => expect(decide()).toEqual(expected),
  doesNothing: () => expect(decide()).toEqual([]),
  refuses: (code: RefusalCode) => {
    expect(decide).toThrow(Refusal)
    expect(decide).toThrow(expect.objectContaining({ code }))
  },
})

/** given(facts).when(command, at) for a proposal. */
export const givenProposal = (...facts: ProposalEvent[]) => ({
  when: (command: ProposalCommand, at: string) =>
    answers(() => decideProposal(command, facts.reduce(evolveProposal, initialProposal()), at)),
})

/** given(facts).when(command, at) for the reward reserve. */
export const givenReserve = (...facts: ReserveEvent[]) => ({
  when: (command: ReserveCommand, at: string) =>
    answers(() => decideReserve(command, facts.reduce(evolveReserve, initialReserve()), at)),
})
