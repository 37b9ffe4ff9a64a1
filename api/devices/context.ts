import type { Subscriber } from '../contract/devices.ts'
import type { Carrier } from './carrier.ts'
import type { Insights } from './insights.ts'
import type { Orders } from './orders.ts'
import type { Platform } from '../platform.ts'

/** What the calls of the telecom area work with. */
export interface DevicesArea extends Pick<Platform, 'pool' | 'clock'> {
  readonly carrier: Carrier
  readonly orders: Orders
  readonly insights: Insights
  /** Labels that decide what becomes of a device; none with a real carrier. */
  readonly testLabels: Subscriber['test_labels']
}
