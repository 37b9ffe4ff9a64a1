import { recurring, type Recurring } from '../processes/recurring.ts'
import type { Metering } from './metering.ts'
import type { Sync } from './sync.ts'
import type { Platform } from '../platform.ts'

const SYNC_EVERY_MS = 500
const METER_EVERY_MS = 1_000

/** Sends members' orders to the carrier and applies its reports. Any number of workers may run it. */
export const startLineSync = (sync: Sync, { log }: Pick<Platform, 'log'>): Recurring =>
  recurring({
    name: 'telecom lines',
    everyMs: SYNC_EVERY_MS,
    wokenBy: ['lines'],
    log,
    attempts: sync.attempts,
    round: async () => {
      await sync.round()
      return sync.untilNextMs()
    },
  })

/** Records the usage of devices by the hour, and alerts members of allowances that are nearly used up. */
export const startMetering = (
  { attempts, round }: Pick<Metering, 'attempts' | 'round'>,
  { log }: Pick<Platform, 'log'>,
): Recurring =>
  recurring({
    name: 'telecom metering',
    everyMs: METER_EVERY_MS,
    wokenBy: ['services'],
    log,
    attempts,
    round,
  })
