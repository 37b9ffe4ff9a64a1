import type { WalletArea } from '../wallet/context.ts'
import type { Settlement } from './settlement.ts'
import type { TransferRequests } from './transfer-requests.ts'

/** What the calls of transfer requests work with. */
export interface RequestArea extends Pick<
  WalletArea,
  'pool' | 'clock' | 'members' | 'messageKeys' | 'wallets' | 'waitFor'
> {
  readonly requests: TransferRequests
  readonly settlement: Settlement
}
