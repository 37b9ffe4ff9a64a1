import type { WalletArea } from '../wallet/context.ts'
import type { Claims } from './claims.ts'
import type { RewardReserve } from './reserve.ts'
import type { Stakes } from './stakes.ts'

/** Dependencies of the routes of the token. */
export interface TokenArea extends Pick<
  WalletArea,
  'pool' | 'clock' | 'members' | 'messageKeys' | 'transfers' | 'unverifiedCents' | 'wallets' | 'waitFor'
> {
  readonly reserve: Pick<RewardReserve, 'current'>
  readonly stakes: Stakes
  readonly claims: Claims
}
