import type { BaseLogger } from 'pino'
import type { Clock } from '../../events/ids.ts'
import { Refusal } from '../../events/refusal.ts'
import { forEachBounded } from './bounded.ts'
import { recurring, type Recurring } from './recurring.ts'

/** Work that has begun and may have been left half done, because whoever began it died or lost the ledger. */
export interface HalfDone<Item> {
  /** What was begun before a time and has not ended, oldest first, at most `limit` of it. */
  readonly unfinished: (before: Date, limit: number) => Promise<readonly Item[]>
  /** Brings one to its end; safe to repeat any number of times, at the same time too. */
  readonly finish: (item: Item) => Promise<unknown>
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'info' | 'error'>
}

interface Completing<Item> extends HalfDone<Item> {
  readonly name: string
  readonly wokenBy: readonly string[]
  /** What the log says when there was something to finish. */
  readonly report: string
  /** How long whoever began it may finish it alone, ms. Default 2,000. */
  readonly graceMs?: number
  /** No two rounds follow each other faster, ms. Default 500. */
  readonly everyMs?: number
  /** Default 100. */
  readonly limit?: number
  /** Of one round. Default all. */
  readonly atOnceMax?: number
  /** A refusal is an outcome of the work too, and no failure. */
  readonly mayBeRefused?: true
}

/** Finishes what a crash left half done. Any number of workers may do it at once. */
export const completing = <Item>({
  name,
  wokenBy,
  report,
  graceMs = 2_000,
  everyMs = 500,
  limit = 100,
  atOnceMax = limit,
  mayBeRefused,
  unfinished,
  finish,
  clock,
  log,
}: Completing<Item>): Recurring =>
  recurring({
    name,
    everyMs,
    wokenBy,
    graceMs,
    log,
    round: async () => {
      const items = await unfinished(new Date(clock().getTime() - graceMs), limit)
      if (items.length === 0) return
      await forEachBounded(items, atOnceMax, async (item) => {
        await finish(item).catch((error: unknown) => {
          if (!(mayBeRefused && error instanceof Refusal)) throw error
        })
      })
      log.info({ finished: items.length }, report)
    },
  })
