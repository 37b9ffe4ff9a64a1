import type { Market } from '../pools/market.ts'
import type { WalletArea } from '../wallet/context.ts'
import type { BillStreams } from './bill-streams.ts'
import type { Biller } from './biller.ts'
import type { Payments } from './payments.ts'

/** Dependencies of the routes of bills. */
export interface BillsArea extends Pick<
  WalletArea,
  'pool' | 'clock' | 'messageKeys' | 'wallets' | 'waitFor'
> {
  readonly bills: BillStreams
  readonly payments: Payments
  readonly market: Market
  readonly billers: readonly Biller[]
}
