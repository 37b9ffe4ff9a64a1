import type { BaseLogger } from 'pino'
import { realTimers, type Timers } from '../../events/timers.ts'
import { idsIn, keyFor, LOGGED_MAX, STUCK_FAILURES, type Attempts } from './attempts.ts'
import { forEachBounded } from './bounded.ts'

/** One that was not tried for so long has ended, or another process has it. */
const FORGOTTEN_AFTER_MS = 3 * 3_600_000

/**
 * Pieces of work that are postponed where they are kept, such as by a claim in the database. Each is tried whatever becomes
 * of the others, and none makes its process fail: one that fails again and again is stuck, which an operator is told.
 */
export interface Claimed extends Pick<Attempts, 'stuck' | 'forget' | 'onFailure'> {
  /** @returns how many failed, and the first failure */
  readonly run: <Item>(
    items: readonly Item[],
    atOnceMax: number,
    work: (item: Item) => Promise<unknown>,
  ) => Promise<{ readonly failed: number; readonly cause: unknown }>
}

export const createClaimed = ({
  name,
  log,
  timers = realTimers,
}: {
  /** Of the process. */
  readonly name: string
  readonly log: Pick<BaseLogger, 'error'>
  readonly timers?: Pick<Timers, 'now'>
}): Claimed => {
  const failing = new Map<string, { readonly failures: number; readonly at: number }>()
  let failed = (): void => {}
  const known = () => {
    for (const [key, { at }] of failing) if (at + FORGOTTEN_AFTER_MS < timers.now()) failing.delete(key)
    return failing
  }
  return {
    run: async (items, atOnceMax, work) => {
      const causes: unknown[] = []
      await forEachBounded(items, atOnceMax, async (item) => {
        const key = keyFor(item)
        try {
          await work(item)
          failing.delete(key)
        } catch (error) {
          const failures = (failing.get(key)?.failures ?? 0) + 1
          failing.set(key, { failures, at: timers.now() })
          causes.push(error)
          if (causes.length <= LOGGED_MAX)
            log.error(
              { err: error, process: name, work: idsIn(item), failures },
              'A piece of work failed and will be tried again; others go on',
            )
        }
      })
      if (causes.length > 0) failed()
      return { failed: causes.length, cause: causes[0] }
    },
    stuck: () => [...known().values()].filter((one) => one.failures >= STUCK_FAILURES).length,
    // What is postponed elsewhere is not brought forward from here.
    forget: () => false,
    onFailure: (listener) => {
      failed = listener
    },
  }
}
