import type { BaseLogger } from 'pino'
import { recurring, type Recurring } from '../processes/recurring.ts'

const SYNC_EVERY_MS = 500
const METER_EVERY_MS = 1_000

/** Passes members' orders on to the carrier and takes in what becomes of them. Any number of workers may do it. */
export const startLineSync = ({
  sync,
  log,
}: {
  sync: { readonly round: () => Promise<number> }
  log: Pick<BaseLogger, 'error'>
}): Recurring =>
  recurring({
    name: 'telecom lines',
    everyMs: SYNC_EVERY_MS,
    log,
    round: async () => {
      await sync.round()
    },
  })

/** Records what devices use, hour by hour, and warns of allowances that are nearly used up. */
export const startMetering = ({
  metering,
  log,
}: {
  metering: { readonly round: () => Promise<void> }
  log: Pick<BaseLogger, 'error'>
}): Recurring =>
  recurring({
    name: 'telecom metering',
    everyMs: METER_EVERY_MS,
    log,
    round: metering.round,
  })
