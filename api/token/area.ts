import type { WalletArea } from '../wallet/context.ts'
import type { Claims } from './claims.ts'
import type { Proposals } from '../governance/proposals.ts'
import type { RewardReserve } from './reserve.ts'
import type { Stakes } from './stakes.ts'
import type { Votes } from '../governance/votes.ts'

/** What the calls of the token and of governance work with. */
export interface YutArea extends Pick<
  WalletArea,
  'pool' | 'clock' | 'idempotency' | 'members' | 'messageKeys' | 'wallets' | 'transfers' | 'waitFor'
> {
  readonly reserve: Pick<RewardReserve, 'current'>
  readonly stakes: Stakes
  readonly claims: Claims
  readonly votes: Votes
  readonly proposals: Proposals
}
