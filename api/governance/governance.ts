import { formatMinor } from '../../events/money.ts'
import { Refusal } from '../../events/refusal.ts'
import { PROPOSAL_POWER_MINOR_MIN } from '../../events/governance/decide.ts'
import { quorumOf } from '../../events/governance/proposal.ts'
import {
  openProposalsAfter,
  proposalById,
  proposalsFor,
  type ProposalRow,
} from '../../projections/governance/queries.ts'
import { tokensOf, totalStake } from '../../projections/token/queries.ts'
import type { Attempt } from '../http/attempt.ts'
import type { operations } from '../contract/operations.ts'
import type { BodyOf, ResponseOf } from '../contract/operation.ts'
import type { Proposal } from '../contract/governance.ts'
import { HttpError } from '../http/errors.ts'
import { faultSentence, nameFault } from '../identity/names.ts'
import { reply, type Reply } from '../http/reply.ts'
import { freshTo } from '../http/reading.ts'
import { namesOf } from '../identity/people.ts'
import type { GovernanceArea } from './context.ts'
import { proposalIdOf } from './proposals.ts'

/** Open proposals on a page, and closed ones in all. */
const LISTED_MAX = 50
const ERASED = 'Removed by its author'

const yut = (minor: bigint): string => formatMinor('YUT', minor)

const viewsOf = async (
  { pool, members, messageKeys }: Pick<GovernanceArea, 'pool' | 'members' | 'messageKeys'>,
  memberId: string,
  rows: readonly ProposalRow[],
  now: Date,
): Promise<Proposal[]> => {
  const [stakeNow, name] = await Promise.all([
    totalStake(pool),
    namesOf(
      members,
      rows.map(({ creatorId }) => creatorId),
    ),
  ])
  return Promise.all(
    rows.map(async (row): Promise<Proposal> => {
      const creator = name(row.creatorId)
      const { votes, result, mine } = row
      const quorum = result?.quorum ?? quorumOf(stakeNow)
      const [title, description] = await Promise.all([
        messageKeys.decrypt(row.title),
        messageKeys.decrypt(row.description),
      ])
      return {
        id: row.id,
        title: title ?? ERASED,
        description: description ?? ERASED,
        creator_name: creator.name,
        creator_handle: creator.handle,
        is_mine: row.creatorId === memberId,
        proposal_type: row.proposalType,
        created_at: row.openedAt,
        voting_ends_at: row.endsAt,
        voting_open: row.status === 'open' && now.toISOString() < row.endsAt,
        status: row.status,
        closed_at: result?.closedAt ?? null,
        votes_for: yut(votes.for),
        votes_against: yut(votes.against),
        votes_abstain: yut(votes.abstain),
        voters: row.voters,
        my_vote: mine?.vote ?? null,
        my_vote_weight: mine && yut(mine.weight),
        quorum: yut(quorum),
        quorum_reached: votes.for + votes.abstain >= quorum,
        total_stake: yut(result?.totalStake ?? stakeNow),
      }
    }),
  )
}

/** `GET /api/yut/governance/proposals`. */
export const listProposals = async (
  area: GovernanceArea,
  memberId: string,
  after: string | undefined,
  now: Date,
): Promise<ResponseOf<(typeof operations)['listProposals']>> => {
  const [found, { stake }] = await Promise.all([
    after === undefined
      ? proposalsFor(area.pool, memberId, LISTED_MAX + 1)
      : openProposalsAfter(area.pool, memberId, after, LISTED_MAX + 1),
    tokensOf(area.pool, memberId, now),
  ])
  const isOpen = ({ status }: ProposalRow) => status === 'open'
  const open = found.filter(isOpen).slice(0, LISTED_MAX)
  const closed = found.filter((row) => !isOpen(row)).slice(0, LISTED_MAX)
  const hasMore = found.filter(isOpen).length > LISTED_MAX
  return {
    proposals: await viewsOf(area, memberId, [...open, ...closed], now),
    next_after: hasMore ? (open.at(-1)?.id ?? null) : null,
    can_propose: stake.minor >= PROPOSAL_POWER_MINOR_MIN,
    proposal_power_min: yut(PROPOSAL_POWER_MINOR_MIN),
  }
}

/**
 * Opens a proposal, which locks the stake that it needs; its text is encrypted before it reaches the ledger.
 * @throws {Refusal | HttpError} `power_too_small`, `too_many_proposals`
 */
export const openProposal = async (
  area: GovernanceArea,
  attempt: Attempt,
  body: BodyOf<(typeof operations)['createProposal']>,
): Promise<Reply<ResponseOf<(typeof operations)['createProposal']>>> => {
  const { memberId, idempotencyKey } = attempt
  const fault = nameFault(body.title, 'label')
  if (fault) {
    const sentence = faultSentence('The title', fault)
    throw new HttpError(422, 'name_refused', sentence, { fields: { title: sentence } })
  }
  const proposalId = proposalIdOf(memberId, idempotencyKey)
  const [title, description] = await Promise.all([
    area.messageKeys.encrypt(memberId, body.title),
    area.messageKeys.encrypt(memberId, body.description),
  ])
  await area.openProposals.reserve({ proposalId, memberId })
  const { position } = await area.openings
    .open({
      ...attempt,
      proposalId,
      words: { title, description, proposalType: body.proposal_type },
      votingDays: body.voting_days,
    })
    .catch(async (error: unknown) => {
      if (error instanceof Refusal) await area.openProposals.giveBack(proposalId)
      throw error
    })
  await freshTo(area, position, ['governance'])
  const row = await proposalById(area.pool, proposalId, memberId)
  const [proposal] = row ? await viewsOf(area, memberId, [row], area.clock()) : []
  if (!proposal) throw new Error('A proposal was opened and its read model does not show it')
  return reply({ proposal, position: position.toString() }, { position })
}
