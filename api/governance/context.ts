import type { WalletArea } from '../wallet/context.ts'
import type { Proposals } from './proposals.ts'
import type { Votes } from './votes.ts'

/** What the calls of governance work with. */
export interface GovernanceArea extends Pick<
  WalletArea,
  'pool' | 'clock' | 'members' | 'messageKeys' | 'wallets' | 'waitFor'
> {
  readonly proposals: Proposals
  readonly votes: Votes
}
