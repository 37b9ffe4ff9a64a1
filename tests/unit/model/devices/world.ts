import type { Pool } from 'pg'
import type { Carrier } from '../../../../api/devices/carrier.ts'
import { createOrders } from '../../../../api/devices/orders.ts'
import { startLineSync } from '../../../../api/devices/processes.ts'
import { createSync } from '../../../../api/devices/sync.ts'
import type { Core, Part } from '../core.ts'
import type { ModelCarrier } from './carrier.ts'
import type { DeviceDatabase } from './database.ts'
import type { DeviceIntent, DeviceProcess } from './intents.ts'

export const startDevices = (
  { clock, log, recorded }: Core,
  pool: Pool,
  carrier: Carrier,
): Part<DeviceIntent, DeviceProcess> => {
  const orders = createOrders({ pool, clock })
  const sync = createSync({ pool, carrier, clock, log })
  return {
    take: async (intent) => {
      const { member } = intent
      switch (intent.do) {
        case 'provision':
          await orders.provision({
            memberId: member,
            idempotencyKey: intent.key,
            device_label: intent.label,
            device_type: 'smartphone',
            plan_type: intent.plan,
            device_config: {},
            device_info: {},
          })
          return 'done'
        case 'edit device':
          await orders.update(member, intent.deviceId, {
            device_label: intent.label,
            plan_type: intent.plan,
            device_config: { hotspot_enabled: intent.hotspot },
          })
          return 'done'
        case 'remove':
          await orders.remove(member, intent.deviceId)
          return 'done'
        case 'suspend':
        case 'resume':
        case 'retry':
          await orders.command(member, intent.deviceId, intent.do)
          return 'done'
      }
    },
    processes: {
      'sync lines': () =>
        startLineSync(
          {
            round: recorded((...given) => sync.round(...given)),
            attempts: sync.attempts,
            untilNextMs: async () => undefined,
          },
          { log },
        ),
    },
  }
}

const IN_SERVICE = ['active', 'suspending']
const MOVING = ['requested', 'ordered', 'suspending', 'resuming', 'releasing']

/** Whether the carrier still has something to do. */
export const isMoving = ({ devices }: DeviceDatabase): boolean =>
  devices().some(({ state }) => MOVING.includes(state))

/**
 * A device in service has one open period of service and others have none; periods of a device do not overlap. Once
 * nothing moves, the carrier has a line for each device that has one, and no line that nobody has.
 */
export const checkDevices = (
  database: DeviceDatabase,
  standing: ReturnType<ModelCarrier['standing']>,
): void => {
  for (const { id, state } of database.devices()) {
    const periods = database
      .services()
      .filter(({ deviceId }) => deviceId === id)
      .toSorted((a, b) => a.beganAt.getTime() - b.beganAt.getTime())
    const open = periods.filter(({ endedAt }) => endedAt === null).length
    if (open !== (IN_SERVICE.includes(state) ? 1 : 0))
      throw new Error(`Device ${id} is ${state} and has ${open} open periods of service`)
    for (const [n, { beganAt }] of periods.slice(1).entries())
      if ((periods[n]?.endedAt ?? new Date(8.64e15)) > beganAt)
        throw new Error(`Two periods of service of device ${id} overlap`)
  }
  if (isMoving(database)) return
  const served = database.devices().filter(({ state }) => state === 'active' || state === 'suspended')
  const wanted = new Set(served.map(({ reference }) => reference))
  for (const { id, reference } of served)
    if (reference === null || !standing.has(reference))
      throw new Error(`Device ${id} has no line at the carrier`)
  for (const line of standing) if (!wanted.has(line)) throw new Error(`Line ${line} is nobody's`)
}
