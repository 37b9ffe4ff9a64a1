import { formatMinor } from '../../events/money.ts'
import { tokenLinesOf, type TokenLine } from '../../projections/token/queries.ts'
import type { YutInteraction, YutTransaction } from '../contract/token.ts'
import { namesOf } from '../identity/people.ts'
import type { TokenArea } from './context.ts'

const INTERACTION: Readonly<Record<TokenLine['kind'], YutInteraction>> = {
  stake: 'stake',
  unstake: 'unstake',
  rewards_claimed: 'reward_claim',
  transfer_sent: 'transfer',
  transfer_received: 'transfer',
  transfer_returned: 'transfer',
}

const STATUS = {
  processing: 'pending',
  completed: 'completed',
  returned: 'failed',
  failed: 'failed',
} as const

/** `GET /api/yut/transactions`: a member's newest token movements. */
export const yutTransactions = async (
  { pool, members }: Pick<TokenArea, 'pool' | 'members'>,
  memberId: string,
  limit: number,
): Promise<YutTransaction[]> => {
  const lines = await tokenLinesOf(pool, memberId, limit)
  const name = await namesOf(
    members,
    lines.map(({ counterpartyId }) => counterpartyId),
  )
  return lines.map((line) => ({
    id: line.id,
    interaction_type: INTERACTION[line.kind],
    amount: formatMinor('YUT', line.minor < 0n ? -line.minor : line.minor),
    status: STATUS[line.status],
    created_at: line.occurredAt,
    direction: line.minor < 0n ? 'out' : 'in',
    counterparty: line.counterpartyId === null ? null : name(line.counterpartyId),
  }))
}
