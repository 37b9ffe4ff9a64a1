import type { BaseLogger } from 'pino'
import { recurring, type Recurring } from '../processes/recurring.ts'
import type { MoneyClock } from './money-clock.ts'

const EVERY_MS = 100
/** Name of the process. */
export const CLOCK_PROCESS = 'sandbox clock'

/**
 * Applies shifts of the clock made by other processes, and calls `onAdvanced` after every shift, whoever made it. In a
 * process that does what is due, it is what moves the clock.
 */
export const startClockRefresh = ({
  moneyClock,
  onAdvanced,
  settled,
  log,
}: {
  readonly moneyClock: MoneyClock
  readonly onAdvanced: () => void
  /** Resolves when what is due by now is done; null in a process that does nothing of it. */
  readonly settled: (() => Promise<void>) | null
  readonly log: Pick<BaseLogger, 'error'>
}): Recurring => {
  let known = moneyClock.shiftMs()
  const tell = (): void => {
    if (moneyClock.shiftMs() === known) return
    known = moneyClock.shiftMs()
    onAdvanced()
  }
  return recurring({
    name: CLOCK_PROCESS,
    everyMs: EVERY_MS,
    wokenBy: ['clock'],
    log,
    round: async () => {
      await moneyClock.refresh()
      tell()
      if (settled === null) return
      await moneyClock.goOn(async () => {
        tell()
        await settled()
      })
    },
  })
}
