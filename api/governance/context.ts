import type { WalletArea } from '../wallet/context.ts'
import type { OpenProposals } from './open-proposals.ts'
import type { Openings } from './opening.ts'
import type { Votes } from './votes.ts'

/** Dependencies of the routes of governance. */
export interface GovernanceArea extends Pick<
  WalletArea,
  'pool' | 'clock' | 'members' | 'messageKeys' | 'wallets' | 'waitFor'
> {
  readonly openings: Openings
  readonly openProposals: OpenProposals
  readonly votes: Votes
}
