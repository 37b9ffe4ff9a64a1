import type { Device } from '../../../api/contract/devices.ts'
import { t } from '../../texts/texts.ts'

/** Not billed: devices whose line has ended or was never activated. */
const IS_BILLED: Readonly<Record<Device['status'], boolean>> = {
  provisioning: true,
  active: true,
  suspended: true,
  inactive: false,
  failed: false,
  unfamiliar: false,
}

/** Counts of all devices and of active ones. */
export const deviceCounts = (devices: readonly Pick<Device, 'status'>[]) => ({
  all: devices.length,
  active: devices.filter(({ status }) => status === 'active').length,
})

/** Total monthly cost and names of all plans; `cents` is null and `name` 'No Plan' when no device is billed. */
export const monthlyPlan = (
  devices: readonly Pick<Device, 'status' | 'plan_name' | 'monthly_cost_cents'>[],
): { readonly cents: number | null; readonly name: string } => {
  const billed = devices.filter(({ status }) => IS_BILLED[status])
  if (billed.length === 0) return { cents: null, name: t('No Plan') }
  return {
    cents: billed.reduce((sum, { monthly_cost_cents }) => sum + monthly_cost_cents, 0),
    name: [...new Set(billed.map(({ plan_name }) => plan_name))].join(', '),
  }
}

/** A carrier action is pending: poll the devices until it is done. */
export const isUnderWay = ({ status, pending }: Pick<Device, 'status' | 'pending'>): boolean =>
  status === 'provisioning' || pending !== null

/** Devices that have become active since `before`. */
export const becameActive = (before: readonly Device[], now: readonly Device[]): Device[] => {
  const wasActive = new Map(before.map(({ id, status }) => [id, status === 'active']))
  return now.filter(({ id, status }) => status === 'active' && wasActive.get(id) === false)
}

/** Whether the set of devices or any state differs, which makes the rest of the page out of date. */
export const statesDiffer = (before: readonly Device[], now: readonly Device[]): boolean => {
  const stateOf = ({ id, status, pending }: Device) => `${id} ${status} ${pending}`
  return before.map(stateOf).join() !== now.map(stateOf).join()
}
