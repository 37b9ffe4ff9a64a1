import { hkdfSync } from 'node:crypto'
import type { Biller } from '../bills/biller.ts'
import { NOTHING_BEHIND, type Part } from '../part.ts'
import type { Platform } from '../platform.ts'
import { startLineSync, startMetering } from './processes.ts'
import { createTelecomBiller } from './biller.ts'
import type { Carrier } from './carrier.ts'
import type { TelecomArea } from './context.ts'
import { createInsights } from './insights.ts'
import { createMetering } from './metering.ts'
import { createOrders, type Orders } from './orders.ts'
import { telecomData } from './personal-data.ts'
import { registerTelecom } from './routes.ts'
import { createSync } from './sync.ts'
import { createTelnyxCarrier } from './telnyx/carrier.ts'

type DevicesPlatform = Pick<Platform, 'config' | 'pool' | 'clock' | 'log'>

const openCarrier = async ({
  config: { carrier, keyEncryptionKeys },
  pool,
  clock,
}: DevicesPlatform): Promise<{
  readonly carrier: Carrier
  readonly testLabels: TelecomArea['testLabels']
}> => {
  if (carrier.kind === 'telnyx') return { carrier: createTelnyxCarrier(carrier), testLabels: [] }
  const { createSandboxCarrier } = await import('../sandbox/carrier/carrier.ts')
  const { TEST_LABELS } = await import('../sandbox/carrier/test-labels.ts')
  const key = Buffer.from(keyEncryptionKeys[0] ?? '', 'base64')
  const secret = Buffer.from(hkdfSync('sha256', key, '', 'youtility sandbox carrier', 32)).toString('hex')
  return {
    carrier: createSandboxCarrier({ pool, clock, secret, minuteSeconds: carrier.minuteSeconds }),
    testLabels: TEST_LABELS.map(({ label, outcome }) => ({ label, outcome })),
  }
}

/** The telecom service: its calls, what it orders and meters, and what it bills. */
export const composeDevices = async (
  platform: DevicesPlatform,
): Promise<Part & { readonly biller: Biller; readonly orders: Orders }> => {
  const { pool, clock, log } = platform
  const { carrier, testLabels } = await openCarrier(platform)
  const orders = createOrders({ pool, clock })
  const insights = createInsights({ pool, clock })
  return {
    ...NOTHING_BEHIND,
    register: (api) => registerTelecom(api, { ...platform, carrier, orders, insights, testLabels }),
    personalData: [telecomData],
    processes: () => [
      startLineSync({ sync: createSync({ pool, carrier, clock, log }), log }),
      startMetering({ metering: createMetering({ pool, carrier, clock }), log }),
    ],
    biller: createTelecomBiller({ pool, clock }),
    orders,
  }
}
