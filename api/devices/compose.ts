import { hkdfSync } from 'node:crypto'
import type { Biller } from '../bills/biller.ts'
import { NOTHING_BEHIND, type Part } from '../part.ts'
import type { Platform } from '../platform.ts'
import { startLineSync, startMetering } from './processes.ts'
import { createSandboxCarrier } from '../sandbox/carrier/carrier.ts'
import { TEST_LABELS } from '../sandbox/carrier/test-labels.ts'
import { createTelecomBiller } from './biller.ts'
import type { Carrier } from './carrier.ts'
import { createInsights } from './insights.ts'
import { createMetering } from './metering.ts'
import { createOrders, type Orders } from './orders.ts'
import { telecomData } from './personal-data.ts'
import { registerTelecom } from './routes.ts'
import { createSync } from './sync.ts'
import { createTelnyxCarrier } from './telnyx/carrier.ts'

type DevicesPlatform = Pick<Platform, 'config' | 'pool' | 'clock' | 'log'>

const carrierOf = ({ config: { carrier, keyEncryptionKeys }, pool, clock }: DevicesPlatform): Carrier => {
  if (carrier.kind === 'telnyx') return createTelnyxCarrier(carrier)
  const key = Buffer.from(keyEncryptionKeys[0] ?? '', 'base64')
  const secret = Buffer.from(hkdfSync('sha256', key, '', 'youtility sandbox carrier', 32)).toString('hex')
  return createSandboxCarrier({ pool, clock, secret, minuteSeconds: carrier.minuteSeconds })
}

/** The telecom service: its calls, what it orders and meters, and what it bills. */
export const composeDevices = (
  platform: DevicesPlatform,
): Part & { readonly biller: Biller; readonly orders: Orders } => {
  const { pool, clock, log } = platform
  const carrier = carrierOf(platform)
  const orders = createOrders({ pool, clock })
  const insights = createInsights({ pool, clock })
  const testLabels =
    carrier.name === 'sandbox' ? TEST_LABELS.map(({ label, outcome }) => ({ label, outcome })) : []
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
