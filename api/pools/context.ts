import type { WalletArea } from '../wallet/context.ts'
import type { Market } from './market.ts'
import type { Movements } from './movements.ts'
import type { PoolStreams } from './pool-streams.ts'

/** Dependencies of the routes of pools. */
export interface PoolsArea extends Pick<WalletArea, 'pool' | 'clock' | 'messageKeys' | 'waitFor'> {
  readonly pools: PoolStreams
  readonly movements: Movements
  readonly market: Market
}
