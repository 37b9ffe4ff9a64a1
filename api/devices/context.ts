import type { Subscriber } from '../contract/devices.ts'
import type { Carrier } from './carrier.ts'
import type { Insights } from './insights.ts'
import type { Orders } from './orders.ts'
import type { Platform } from '../platform.ts'

/** Dependencies of the routes of the telecom service. */
export interface DevicesArea extends Pick<Platform, 'pool' | 'clock'> {
  readonly carrier: Carrier
  readonly orders: Orders
  readonly insights: Insights
  /** Device labels that decide the outcome of an order; none with a real carrier. */
  readonly testLabels: Subscriber['test_labels']
}
