import { formatMinor } from '../../events/money.ts'
import { pausedSince } from '../../events/token/reserve.ts'
import { APY_PERMILLE, earnedBy } from '../../events/wallet/accrual.ts'
import { claimableAt } from '../../events/wallet/wallet.ts'
import { proposalById } from '../../projections/governance/queries.ts'
import { tokensOf, type TokensRow } from '../../projections/token/queries.ts'
import type { StakeHold, YutBalance } from '../contract/token.ts'
import { welcomeGrantDue } from '../wallet/welcome-grants.ts'
import type { TokenArea } from './context.ts'

const yut = (minor: bigint): string => formatMinor('YUT', minor)
const SECONDS_PER_DAY = 86_400n

/** The annual rate in per cent, "8.2". */
const APY_RATE = `${APY_PERMILLE / 10n}.${APY_PERMILLE % 10n}`

const holdOf = async (
  { pool, messageKeys }: Pick<TokenArea, 'pool' | 'messageKeys'>,
  memberId: string,
  lock: TokensRow['lock'],
): Promise<StakeHold | null> => {
  if (!lock) return null
  const proposal = await proposalById(pool, lock.proposalId, memberId)
  return {
    amount: yut(lock.minor),
    until: lock.until,
    by: lock.by,
    proposal_id: lock.proposalId,
    proposal_title: proposal && (await messageKeys.decrypt(proposal.title)),
  }
}

/** `GET /api/yut/balance`: a member's tokens, with the rewards as of `now`. */
export const yutBalance = async (
  area: Pick<TokenArea, 'pool' | 'messageKeys' | 'reserve'>,
  memberId: string,
  now: Date,
): Promise<YutBalance> => {
  const at = now.toISOString()
  const [{ balance, stake, lock }, reserve, welcomeDue] = await Promise.all([
    tokensOf(area.pool, memberId, now),
    area.reserve.current(),
    welcomeGrantDue(area.pool, memberId, now),
  ])
  const paused = pausedSince(reserve, at)
  const claimable = claimableAt(stake, at, reserve.pauses)
  return {
    balance: yut(balance),
    staked_balance: yut(stake.minor),
    governance_power: yut(stake.minor),
    apy_rate: APY_RATE,
    rewards_available: yut(claimable > 0n ? claimable : 0n),
    rewards_as_of: at,
    rewards_per_day: yut(paused === null ? earnedBy(stake.minor * SECONDS_PER_DAY) : 0n),
    reserve_empty: reserve.availableMinor === 0n,
    accrual_paused_since: paused,
    unstakable_balance: yut(stake.minor - (lock?.minor ?? 0n)),
    locked: await holdOf(area, memberId, lock),
    rewards_claimed: yut(stake.claimedMinor),
    welcome_due: welcomeDue,
  }
}
