import type { BaseLogger } from 'pino'
import { recurring, type Recurring } from '../processes/recurring.ts'
import type { MoneyClock } from './money-clock.ts'

const EVERY_MS = 100

/** Applies shifts of the clock made by other processes, and calls `onAdvanced` after every shift, whoever made it. */
export const startClockRefresh = ({
  moneyClock,
  onAdvanced,
  log,
}: {
  readonly moneyClock: MoneyClock
  readonly onAdvanced: () => void
  readonly log: Pick<BaseLogger, 'error'>
}): Recurring => {
  let known = moneyClock.shiftMs()
  return recurring({
    name: 'sandbox clock',
    everyMs: EVERY_MS,
    wokenBy: ['clock'],
    log,
    round: async () => {
      await moneyClock.refresh()
      const shiftMs = moneyClock.shiftMs()
      if (shiftMs === known) return
      known = shiftMs
      onAdvanced()
    },
  })
}
