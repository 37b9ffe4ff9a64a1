/** What a new member does first, and whether it is done. */
export interface FirstStep {
  readonly name: 'fund' | 'device' | 'pool'
  readonly done: boolean
}

interface Known {
  /** Of the USD wallet, cents; null while not known. */
  readonly balance_cents: number | null
  readonly pools: number | null
  readonly devices: number | null
}

/**
 * The first steps in their order: money in the wallet, a service with bills, a pool that pays them. None
 * while something is not known, and none once there is a pool and a device: then the account is no longer
 * new. Money that went into a pool counts as having been there.
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
