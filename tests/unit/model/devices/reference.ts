import { derivedId } from '../../../../events/ids.ts'
import { refuse, type Books } from '../books.ts'
import { isReady } from './carrier.ts'
import type { DeviceIntent } from './intents.ts'

type State =
  | 'requested'
  | 'ordered'
  | 'active'
  | 'suspending'
  | 'suspended'
  | 'resuming'
  | 'failed'
  | 'releasing'
  | 'released'

export interface ReferenceDevice {
  readonly id: string
  readonly member: string
  label: string
  hotspot: boolean
  plan: string
  state: State
  /** When the state changed, and when it was ordered (again), ms. */
  since: number
  orderedAt: number
  attempt: number
  /** Whether the carrier, which has heard its label, will fail to set up its line. */
  fails: boolean
  /** When the carrier is asked next, ms. */
  due: number
}

const SECOND = 1_000
const DEVICES_MAX = 10
/** States in which a member's command changes nothing, and from which it can be given. */
const COMMANDS = {
  suspend: { same: ['suspending', 'suspended'], from: ['active', 'resuming'], to: 'suspending' },
  resume: { same: ['active', 'resuming'], from: ['suspended', 'suspending'], to: 'resuming' },
  retry: { same: ['requested', 'ordered'], from: ['failed'], to: 'requested' },
} as const satisfies Record<string, { same: readonly State[]; from: readonly State[]; to: State }>
const includes = (states: readonly State[], state: State): boolean => states.includes(state)

export const createDeviceReference = ({ now }: Books) => {
  const devices = new Map<string, ReferenceDevice>()

  const own = (member: string, id: string): ReferenceDevice => {
    const device = devices.get(id)
    return device?.member === member ? device : refuse('device_not_found')
  }
  const usable = (member: string, id: string): ReferenceDevice => {
    const device = own(member, id)
    return isDeleted(device) ? refuse('device_not_found') : device
  }

  const move = (device: ReferenceDevice, state: State, due: number, since = now()): void => {
    Object.assign(device, { state, since, due })
  }

  const sync = (device: ReferenceDevice): void => {
    const later = now() + 6 * 3_600 * SECOND
    switch (device.state) {
      case 'requested':
        if (device.label === 'no numbers') return move(device, 'failed', Infinity)
        device.fails = device.label === 'fails once' && device.attempt === 1
        return move(device, 'ordered', now() + SECOND)
      case 'ordered': {
        const waited = Math.floor((now() - device.since) / 10)
        const since = isReady(device.id, device.attempt, device.orderedAt, now())
        if (since === null) device.due = now() + Math.min(60 * SECOND, Math.max(SECOND, waited))
        else if (device.fails) move(device, 'failed', Infinity)
        else move(device, 'active', later, since)
        return
      }
      case 'suspending':
        return move(device, 'suspended', later)
      case 'resuming':
        return move(device, 'active', later)
      case 'releasing':
        return move(device, 'released', Infinity)
      case 'active':
      case 'suspended':
        device.due = later
        return
      case 'failed':
      case 'released':
        return
    }
  }

  const provision = ({ member, key, label, plan }: Extract<DeviceIntent, { do: 'provision' }>): string => {
    const kept = [...devices.values()].filter((one) => one.member === member && !isDeleted(one))
    if (kept.length >= DEVICES_MAX) refuse('device_limit_reached')
    const id = derivedId('telecom-device', member, key)
    const line = { state: 'requested', attempt: 1, fails: false } as const
    const times = { since: now(), orderedAt: now(), due: now() }
    devices.set(id, { id, member, label, plan, hotspot: true, ...line, ...times })
    return 'done'
  }

  const edit = ({ member, deviceId, label, hotspot, plan }: Extract<DeviceIntent, { hotspot: boolean }>) => {
    const device = usable(member, deviceId)
    if (plan !== device.plan && device.state === 'failed') refuse('device_not_ready')
    Object.assign(device, { label, hotspot, plan })
    return 'done'
  }

  return {
    devices: devices as ReadonlyMap<string, Readonly<ReferenceDevice>>,
    sync: (): void => {
      for (const device of devices.values()) if (device.due <= now()) sync(device)
    },
    take: (intent: DeviceIntent): string => {
      switch (intent.do) {
        case 'provision':
          return provision(intent)
        case 'edit device':
          return edit(intent)
        case 'remove': {
          const device = own(intent.member, intent.deviceId)
          if (!isDeleted(device)) move(device, 'releasing', now())
          return 'done'
        }
        case 'suspend':
        case 'resume':
        case 'retry': {
          const device = usable(intent.member, intent.deviceId)
          const { same, from, to } = COMMANDS[intent.do]
          if (includes(same, device.state)) return 'done'
          if (!includes(from, device.state)) refuse('device_not_ready')
          if (to === 'requested') Object.assign(device, { attempt: device.attempt + 1, orderedAt: now() })
          move(device, to, now())
          return 'done'
        }
      }
    },
  }
}

const isDeleted = ({ state }: ReferenceDevice): boolean => state === 'releasing' || state === 'released'
