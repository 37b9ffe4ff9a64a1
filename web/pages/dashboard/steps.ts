/** One of the first steps of a new member, and whether it is done. */
export interface FirstStep {
  readonly name: 'fund' | 'device' | 'pool'
  readonly done: boolean
}

interface Known {
  /** Balance of the USD wallet in cents; null until loaded. */
  readonly balance_cents: number | null
  readonly pools: number | null
  readonly devices: number | null
}

/**
 * The first steps in order: money in the wallet, a device with bills, a pool that pays them. Empty until all
 * figures are loaded, and once there is a pool and a device. `fund` stays done after all money has moved into a
 * pool.
 */
export const firstSteps = ({ balance_cents: balance, pools, devices }: Known): readonly FirstStep[] => {
  if (balance === null || pools === null || devices === null) return []
  if (pools > 0 && devices > 0) return []
  return [
    { name: 'fund', done: balance > 0 || pools > 0 },
    { name: 'device', done: devices > 0 },
    { name: 'pool', done: pools > 0 },
  ]
}
