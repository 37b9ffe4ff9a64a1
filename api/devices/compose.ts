import { hkdfSync } from 'node:crypto'
import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'
import type { Biller } from '../bills/biller.ts'
import type { Config } from '../config.ts'
import type { Idempotency } from '../http/idempotency.ts'
import type { Logger } from '../http/logger.ts'
import type { ApiRouter } from '../http/operation.ts'
import type { Recurring } from '../processes/recurring.ts'
import { startLineSync, startMetering } from './processes.ts'
import { createSandboxCarrier } from '../sandbox/carrier/carrier.ts'
import { TEST_LABELS } from '../sandbox/carrier/test-labels.ts'
import { createTelecomBiller } from './biller.ts'
import type { Carrier } from './carrier.ts'
import { createInsights } from './insights.ts'
import { createMetering } from './metering.ts'
import { createOrders, type Orders } from './orders.ts'
import { registerTelecom } from './routes.ts'
import { createSync } from './sync.ts'
import { createTelnyxCarrier } from './telnyx/carrier.ts'

export interface TelecomParts {
  readonly config: Pick<Config, 'carrier' | 'keyEncryptionKeys'>
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
}

/** The telecom service as one thing: its calls, its processes, and its bills. */
export interface TelecomPart {
  readonly register: (api: ApiRouter, area: { readonly idempotency: Idempotency }) => void
  /** Orders and usage. */
  readonly startProcesses: () => readonly Recurring[]
  readonly biller: Biller
  readonly orders: Orders
}

const carrierOf = ({ config: { carrier, keyEncryptionKeys }, pool, clock }: TelecomParts): Carrier => {
  if (carrier.kind === 'telnyx') return createTelnyxCarrier(carrier)
  const key = Buffer.from(keyEncryptionKeys[0] ?? '', 'base64')
  const secret = Buffer.from(hkdfSync('sha256', key, '', 'youtility sandbox carrier', 32)).toString('hex')
  return createSandboxCarrier({ pool, clock, secret, minuteSeconds: carrier.minuteSeconds })
}

export const composeTelecom = (parts: TelecomParts): TelecomPart => {
  const { pool, clock, log } = parts
  const carrier = carrierOf(parts)
  const orders = createOrders({ pool, clock })
  const insights = createInsights({ pool, clock })
  const testLabels =
    carrier.name === 'sandbox' ? TEST_LABELS.map(({ label, outcome }) => ({ label, outcome })) : []
  return {
    register: (api, { idempotency }) =>
      registerTelecom(api, { pool, clock, idempotency, carrier, orders, insights, testLabels }),
    startProcesses: () => [
      startLineSync({ sync: createSync({ pool, carrier, clock, log }), log }),
      startMetering({ metering: createMetering({ pool, carrier, clock }), log }),
    ],
    biller: createTelecomBiller({ pool, clock }),
    orders,
  }
}
