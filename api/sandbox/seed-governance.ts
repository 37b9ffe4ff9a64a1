import { derivedId } from '../../events/ids.ts'
import { money } from '../../events/money.ts'
import type { ProposalType } from '../../events/proposal-terms.ts'
import type { Seeding } from './seeding.ts'

interface SeededProposal {
  readonly name: string
  /** E-mail address of the demo member who opens it. */
  readonly author: string
  readonly title: string
  readonly description: string
  readonly type: ProposalType
  readonly votingDays: number
}

const PROPOSALS: readonly SeededProposal[] = [
  {
    name: 'quorum',
    author: 'margaret@youtility.example',
    title: 'Raise the quorum from 4% to 6% of the stake',
    description:
      'More members stake now than when the quorum was set. With 4% a handful of large stakes can decide alone. At 6% a proposal needs support from several groups, and the last five votes would all still have reached it. The threshold would change for proposals opened after this vote.',
    type: 'parameter_change',
    votingDays: 5,
  },
  {
    name: 'split-bills',
    author: 'dorothy@youtility.example',
    title: 'Split a household bill between members',
    description:
      'Many of us share a flat and its bills. Let one member pay a telecom or energy bill and ask the others for their shares in the same step: equal shares by default, or amounts typed in. Everybody answers their own request, and whoever paid sees who has.',
    type: 'feature_request',
    votingDays: 9,
  },
  {
    name: 'open-hour',
    author: 'margaret@youtility.example',
    title: 'Hold an open hour with the team every month',
    description:
      'One hour a month in which the team shows what was built, what it cost and what comes next, and answers questions that members have sent in beforehand. Notes and a recording would be kept for everybody who could not be there.',
    type: 'other',
    votingDays: 13,
  },
]

/** 50 of the 500 YUT that each author has. */
const STAKE = money('YUT', 50_000_000n)

/** Two demo members stake and open three proposals, by ordinary commands; repeating it changes nothing. */
export const seedGovernance = async ({
  members,
  messageKeys,
  stakes,
  openings,
  profiles,
}: Seeding): Promise<void> => {
  for (const { name, author, title, description, type, votingDays } of PROPOSALS) {
    const profile = profiles.find(({ email }) => email === author)
    if (!profile) continue
    const { id: creatorId } = await members.signedIn(profile)
    const idempotencyKey = derivedId('seed', 'stake', creatorId)
    await stakes.move({ kind: 'stake', memberId: creatorId, idempotencyKey, amount: STAKE, repeated: true })
    const proposalId = derivedId('seed', 'proposal', name)
    await openings.open({
      memberId: creatorId,
      idempotencyKey: proposalId,
      repeated: true,
      proposalId,
      words: {
        title: await messageKeys.encrypt(creatorId, title),
        description: await messageKeys.encrypt(creatorId, description),
        proposalType: type,
      },
      votingDays,
    })
  }
}
