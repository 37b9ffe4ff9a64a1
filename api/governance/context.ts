import type { WalletArea } from '../wallet/context.ts'
import type { OpenProposals } from './open-proposals.ts'
import type { Proposals } from './proposals.ts'
import type { Votes } from './votes.ts'

/** Dependencies of the routes of governance. */
export interface GovernanceArea extends Pick<
  WalletArea,
  'pool' | 'clock' | 'members' | 'messageKeys' | 'wallets' | 'waitFor'
> {
  readonly proposals: Proposals
  readonly openProposals: OpenProposals
  readonly votes: Votes
}
