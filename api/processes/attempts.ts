import type { BaseLogger } from 'pino'
import { realTimers, type Timers } from '../../events/timers.ts'
import { forEachBounded } from './bounded.ts'

/** First pause of a piece of work before it is tried again; doubled each time. */
const PAUSE_MS = 1_000
/** Longest pause of one that waits for others, such as a bank that looks at it. */
const WAITING_MS_MAX = 60_000
/** Longest pause of one that fails. */
const FAILING_MS_MAX = 300_000
/** From so many failures in a row on a piece is stuck: an operator is told. */
export const STUCK_FAILURES = 3
/** In the log of one round. */
export const LOGGED_MAX = 5

interface Attempted {
  /** By the timers. */
  readonly nextAt: number
  readonly tries: number
  /** In a row, up to the last try. */
  readonly failures: number
}

export interface Tried {
  /** Pieces that were tried. */
  readonly tried: number
  readonly failed: number
  /** Until the next piece may be tried again, ms; undefined if none waits. */
  readonly againMs: number | undefined
}

/**
 * When each piece of work of a process may be tried again. A piece that fails, or is still there after it was tried,
 * waits longer each time, and those that were never tried come first: so none keeps others waiting, however many of them
 * cannot be finished, and none makes its process fail. What is remembered is only when to try; another process, or the
 * next start, tries at once.
 */
export interface Attempts {
  /** Pieces that may not be tried yet are still listed: ask for so many more than you take. */
  readonly waiting: () => number
  /** Tries those that are due, at most `limit`. `items`: all that are unfinished, as far as they were asked for. */
  readonly run: <Item>(
    items: readonly Item[],
    options: { readonly limit: number; readonly atOnceMax: number },
    work: (item: Item) => Promise<unknown>,
  ) => Promise<Tried>
  /** Pieces that failed several times in a row. */
  readonly stuck: () => number
  /** Lets everything be tried now; returns whether something has failed. */
  readonly forget: () => boolean
  /** Calls `listener` when a piece fails. */
  readonly onFailure: (listener: () => void) => void
}

/** The same for the same piece of work. */
export const keyFor = (item: unknown): string =>
  typeof item === 'string'
    ? item
    : JSON.stringify(item, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))

/** The ids in a piece of work, for the log. */
export const idsIn = (item: unknown): unknown =>
  typeof item !== 'object' || item === null
    ? item
    : Object.fromEntries(Object.entries(item).filter(([name]) => /^id$|Id$/.test(name)))

export const createAttempts = ({
  name,
  log,
  timers = realTimers,
}: {
  /** Of the process. */
  readonly name: string
  readonly log: Pick<BaseLogger, 'error'>
  readonly timers?: Pick<Timers, 'now'>
}): Attempts => {
  let known = new Map<string, Attempted>()
  let failed = (): void => {}

  const tried = (key: string, isFailure: boolean): void => {
    const before = known.get(key)
    const tries = (before?.tries ?? 0) + 1
    const failures = isFailure ? (before?.failures ?? 0) + 1 : 0
    const pauseMs = Math.min(
      PAUSE_MS * 2 ** Math.min(tries - 1, 20),
      isFailure ? FAILING_MS_MAX : WAITING_MS_MAX,
    )
    known.set(key, { nextAt: timers.now() + pauseMs, tries, failures })
  }

  return {
    waiting: () => known.size,
    run: async (items, { limit, atOnceMax }, work) => {
      const now = timers.now()
      const listed = items.map((item) => ({ item, key: keyFor(item) }))
      // What is not listed any more has ended.
      known = new Map(listed.flatMap(({ key }) => [[key, known.get(key)] as const]).filter(isKnown))
      const due = listed
        .filter(({ key }) => (known.get(key)?.nextAt ?? 0) <= now)
        .toSorted((a, b) => (known.get(a.key)?.nextAt ?? 0) - (known.get(b.key)?.nextAt ?? 0))
        .slice(0, limit)
      let failures = 0
      await forEachBounded(due, atOnceMax, async ({ item, key }) => {
        try {
          await work(item)
          tried(key, false)
        } catch (error) {
          tried(key, true)
          failures += 1
          if (failures <= LOGGED_MAX)
            log.error(
              { err: error, process: name, work: idsIn(item), failures: known.get(key)?.failures },
              'A piece of work failed and will be tried again; others go on',
            )
        }
      })
      if (failures > 0) failed()
      const next = Math.min(...[...known.values()].map(({ nextAt }) => nextAt))
      return {
        tried: due.length,
        failed: failures,
        againMs: known.size === 0 ? undefined : Math.max(0, next - timers.now()),
      }
    },
    stuck: () => [...known.values()].filter((one) => one.failures >= STUCK_FAILURES).length,
    forget: () => {
      const hasFailed = [...known.values()].some((one) => one.failures > 0)
      known = new Map()
      return hasFailed
    },
    onFailure: (listener) => {
      failed = listener
    },
  }
}

const isKnown = (entry: readonly [string, Attempted | undefined]): entry is readonly [string, Attempted] =>
  entry[1] !== undefined

/** Several kinds of work of one process, as one. */
export const together = (
  ...kinds: readonly Pick<Attempts, 'stuck' | 'forget' | 'onFailure'>[]
): Pick<Attempts, 'stuck' | 'forget' | 'onFailure'> => ({
  stuck: () => kinds.reduce((sum, { stuck }) => sum + stuck(), 0),
  forget: () => kinds.map(({ forget }) => forget()).some((hasFailed) => hasFailed),
  onFailure: (listener) => {
    for (const { onFailure } of kinds) onFailure(listener)
  },
})
