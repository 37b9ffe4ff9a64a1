import { recurring, type Recurring } from '../processes/recurring.ts'
import type { Sync } from './sync.ts'
import type { Platform } from '../platform.ts'

const SYNC_EVERY_MS = 500
const METER_EVERY_MS = 1_000

/** Passes members' orders on to the carrier and takes in what becomes of them. Any number of workers may do it. */
export const startLineSync = (sync: Sync, { log }: Pick<Platform, 'log'>): Recurring =>
  recurring({
    name: 'telecom lines',
    everyMs: SYNC_EVERY_MS,
    wokenBy: ['lines'],
    log,
    round: async () => {
      await sync.round()
      return sync.untilNextMs()
    },
  })

/** Records what devices use, hour by hour, and warns of allowances that are nearly used up. */
export const startMetering = (
  metering: { readonly round: () => Promise<void> },
  { log }: Pick<Platform, 'log'>,
): Recurring =>
  recurring({
    name: 'telecom metering',
    everyMs: METER_EVERY_MS,
    wokenBy: ['services'],
    log,
    round: metering.round,
  })
