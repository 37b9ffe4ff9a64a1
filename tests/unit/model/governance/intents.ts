import * as fc from 'fast-check'
import type { Vote } from '../../../../events/vote.ts'
import { nth, type Wish, type Wishes } from '../wish.ts'

export const GOVERNANCE_PROCESSES = ['complete votes', 'open proposals', 'close proposals'] as const
export type GovernanceProcess = (typeof GOVERNANCE_PROCESSES)[number]

export type GovernanceIntent =
  | { readonly do: 'propose'; readonly member: string; readonly days: number; readonly key: string }
  | {
      readonly do: 'vote'
      readonly member: string
      readonly proposalId: string
      readonly vote: Vote
      readonly key: string
    }

export const governanceWishes = (member: fc.Arbitrary<string>): Wishes<GovernanceIntent> => [
  [
    4,
    fc
      .tuple(member, fc.integer({ min: 3, max: 14 }))
      .map(([who, days]): Wish<GovernanceIntent> => ({ key }) => ({ do: 'propose', member: who, days, key })),
  ],
  [
    12,
    fc
      .tuple(member, fc.nat(), fc.constantFrom<Vote>('for', 'for', 'against', 'abstain'))
      .map(([who, n, vote]): Wish<GovernanceIntent> => ({ proposals, key }) => {
        const proposal = nth(proposals, n)
        return proposal ? { do: 'vote', member: who, proposalId: proposal.id, vote, key } : null
      }),
  ],
]
