import type { Biller } from '../bills/biller.ts'
import type { BillStreams } from '../bills/bill-streams.ts'
import type { Payments } from '../bills/payments.ts'
import type { WalletArea } from '../wallet/context.ts'
import type { Market } from './market.ts'
import type { Movements } from './movements.ts'
import type { PoolStreams } from './pool-streams.ts'

/** What the calls of pools and bills work with. */
export interface InvestmentArea extends Pick<
  WalletArea,
  'pool' | 'clock' | 'idempotency' | 'messageKeys' | 'wallets' | 'waitFor'
> {
  readonly pools: PoolStreams
  readonly movements: Movements
  readonly bills: BillStreams
  readonly payments: Payments
  readonly market: Market
  readonly billers: readonly Biller[]
}
