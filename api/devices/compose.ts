import type { Biller } from '../bills/biller.ts'
import { EMPTY_AREA, type Area } from '../area.ts'
import type { Platform } from '../platform.ts'
import { startLineSync, startMetering } from './processes.ts'
import { createDeviceBiller } from './biller.ts'
import { linesLeft } from './closing-account.ts'
import type { DevicesArea } from './context.ts'
import { createInsights } from './insights.ts'
import { createMetering } from './metering.ts'
import { createOrders, type Orders } from './orders.ts'
import { devicesData } from './personal-data.ts'
import { devicePurges } from './retention.ts'
import { registerDevices } from './routes.ts'
import { createSync } from './sync.ts'

/** The carrier, with the test labels of the sandbox. */
export type Carrying = Pick<DevicesArea, 'carrier' | 'testLabels'>

/** Composes the telecom service: routes, line sync, metering, and its biller. */
export const composeDevices = (
  platform: Pick<Platform, 'pool' | 'clock' | 'log'>,
  { carrier, testLabels }: Carrying,
): Area & { readonly biller: Biller; readonly orders: Orders } => {
  const { pool, clock, log } = platform
  const orders = createOrders({ pool, clock })
  const insights = createInsights({ pool, clock })
  return {
    ...EMPTY_AREA,
    name: 'devices',
    obstacles: (memberId) => linesLeft({ pool, clock }, memberId),
    settle: { never: 'what lines cost is billed by the biller, which bills ask when they settle' },
    register: (api) => registerDevices(api, { ...platform, carrier, orders, insights, testLabels }),
    personalData: [devicesData],
    processes: () => [
      startLineSync(createSync({ pool, carrier, clock, log }), platform),
      startMetering(createMetering({ pool, carrier, clock, log }), platform),
    ],
    purges: devicePurges({ pool, clock }),
    biller: createDeviceBiller({ pool, clock }),
    orders,
  }
}
