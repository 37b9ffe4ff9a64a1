import { derivedId } from '../../events/ids.ts'
import type { Pool } from 'pg'
import type { ProvisionRequest } from '../../api/contract/devices.ts'
import { createPool } from '../../api/database/database.ts'
import { createLogger } from '../../api/logging/logger.ts'
import { createSandboxCarrier } from '../../api/sandbox/carrier/carrier.ts'
import { createDeviceBiller } from '../../api/devices/biller.ts'
import type { Carrier } from '../../api/devices/carrier.ts'
import { devicesOf, findDevice, type Device } from '../../api/devices/devices.ts'
import { createInsights } from '../../api/devices/insights.ts'
import { createMetering } from '../../api/devices/metering.ts'
import { createOrders } from '../../api/devices/orders.ts'
import { createSync } from '../../api/devices/sync.ts'
import type * as z from 'zod/mini'
import { DAY_MS, MINUTE_MS, standingClock } from './moving-clock.ts'
import { freshDatabase } from './postgres.ts'

export const HOUR_MS = 60 * MINUTE_MS
export { DAY_MS, MINUTE_MS }

type Order = z.output<typeof ProvisionRequest>

/**
 * The device services without HTTP and background processes: tests run each round themselves, on a clock that stands
 * still, in a separate database.
 */
export const startDeviceParts = async (
  start: string,
  { carrierOf = (carrier: Carrier) => carrier }: { carrierOf?: (carrier: Carrier) => Carrier } = {},
) => {
  const database = await freshDatabase()
  const pool: Pool = createPool(database.url, { max: 8, statementTimeoutMs: 60_000 })
  const clock = standingClock(start)
  const lines: string[] = []
  const log = createLogger('debug', { write: (line) => void lines.push(line) })
  const sandbox = createSandboxCarrier({ pool, clock, secret: 'a secret of the tests', minuteSeconds: 60 })
  const carrier = carrierOf(sandbox)
  const orders = createOrders({ pool, clock })
  const sync = createSync({ pool, carrier, clock, log })
  const metering = createMetering({ pool, carrier, clock, log })

  /** Synchronises lines until nothing is due, while the clock moves 16 minutes forward in steps of two. */
  const settle = async (): Promise<void> => {
    for (let step = 0; step < 8; step += 1) {
      await sync.round()
      clock.forward(2 * MINUTE_MS)
    }
    await sync.round()
  }
  // What a line uses follows from its ids: the same in every run.
  let made = 0
  const nextId = (): string => derivedId('device parts', String((made += 1)))
  const newMember = nextId
  const order = (memberId: string, more: Partial<Order> = {}, at?: Date): Promise<Device> =>
    orders.provision(
      {
        memberId,
        idempotencyKey: nextId(),
        device_label: 'Phone',
        device_type: 'smartphone',
        plan_type: 'standard',
        device_config: {},
        device_info: {},
        ...more,
      },
      at,
    )

  return {
    pool,
    clock,
    carrier,
    sandbox,
    orders,
    sync,
    metering,
    insights: createInsights({ pool, clock }),
    biller: createDeviceBiller({ pool, clock }),
    databaseUrl: database.url,
    log,
    logged: () => lines.join(''),
    newMember,
    order,
    settle,
    /** Orders a device and waits until it is active. */
    activeDevice: async (memberId: string, more: Partial<Order> = {}, at?: Date): Promise<Device> => {
      const { id } = await order(memberId, more, at)
      await settle()
      const device = await findDevice(pool, memberId, id)
      if (device?.line.state !== 'active') throw new Error(`The device is ${device?.line.state}`)
      return device
    },
    deviceOf: async (memberId: string, id: string): Promise<Device> => {
      const device = await findDevice(pool, memberId, id)
      if (!device) throw new Error('The device is gone')
      return device
    },
    devicesOf: (memberId: string) => devicesOf(pool, memberId),
    /** Moves the clock to `iso` and records the usage until then. */
    goTo: async (iso: string): Promise<void> => {
      clock.forward(Date.parse(iso) - clock().getTime())
      await metering.round()
    },
    stop: async () => {
      await pool.end()
      await database.drop()
    },
  }
}
export type DeviceParts = Awaited<ReturnType<typeof startDeviceParts>>
