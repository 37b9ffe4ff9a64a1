import type { Blocks } from '../identity/blocks.ts'
import type { WalletArea } from '../wallet/context.ts'
import type { PendingLimits } from './pending-limits.ts'
import type { Settlement } from './settlement.ts'
import type { TransferRequests } from './transfer-requests.ts'

/** Dependencies of the routes of transfer requests. */
export interface RequestArea extends Pick<
  WalletArea,
  'pool' | 'clock' | 'members' | 'messageKeys' | 'wallets' | 'unverifiedCents' | 'waitFor'
> {
  readonly requests: TransferRequests
  readonly pendingLimits: PendingLimits
  readonly blocks: Pick<Blocks, 'blockedBy'>
  readonly settlement: Settlement
}
