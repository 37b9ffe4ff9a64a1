import * as fc from 'fast-check'
import type { PlanType } from '../../../../api/contract/devices.ts'
import { MEMBERS } from '../members.ts'
import { nth, rightly, type Wish, type Wishes } from '../wish.ts'

export const DEVICE_PROCESSES = ['sync lines'] as const
export type DeviceProcess = (typeof DEVICE_PROCESSES)[number]

/** What the model's carrier makes of an order, see carrier.ts. */
export const LABELS = ['works', 'works', 'works', 'fails once', 'no numbers'] as const
const PLANS_TO_CHOOSE = ['basic_voice_sms', 'standard', 'unlimited'] as const satisfies readonly PlanType[]

export type DeviceIntent =
  | {
      readonly do: 'provision'
      readonly member: string
      readonly label: string
      readonly plan: PlanType
      readonly key: string
    }
  | {
      readonly do: 'edit device'
      readonly member: string
      readonly deviceId: string
      readonly label: string
      readonly hotspot: boolean
      readonly plan: PlanType
    }
  | {
      readonly do: 'suspend' | 'resume' | 'retry' | 'remove'
      readonly member: string
      readonly deviceId: string
    }

const actorOf = (owner: string, isRight: boolean): string =>
  isRight ? owner : (MEMBERS.find((member) => member !== owner) ?? '')

export const deviceWishes = (member: fc.Arbitrary<string>): Wishes<DeviceIntent> => [
  [
    4,
    fc
      .tuple(member, fc.constantFrom(...LABELS), fc.constantFrom(...PLANS_TO_CHOOSE))
      .map(([who, label, plan]): Wish<DeviceIntent> => ({ key }) => ({
        do: 'provision',
        member: who,
        label,
        plan,
        key,
      })),
  ],
  [
    3,
    fc
      .tuple(
        fc.nat(),
        fc.constantFrom('mine', 'hers'),
        fc.boolean(),
        fc.constantFrom(...PLANS_TO_CHOOSE),
        rightly,
      )
      .map(([n, label, hotspot, plan, isRight]): Wish<DeviceIntent> => ({ devices }) => {
        const device = nth(devices, n)
        if (!device) return null
        const actor = actorOf(device.memberId, isRight)
        return { do: 'edit device', member: actor, deviceId: device.id, label, hotspot, plan }
      }),
  ],
  [
    7,
    fc
      .tuple(
        fc.nat(),
        fc.constantFrom('suspend', 'suspend', 'resume', 'resume', 'retry', 'retry', 'remove'),
        rightly,
      )
      .map(([n, what, isRight]): Wish<DeviceIntent> => ({ devices }) => {
        const device = nth(devices, n)
        if (!device) return null
        return { do: what, member: actorOf(device.memberId, isRight), deviceId: device.id }
      }),
  ],
]
