import type { BaseLogger } from 'pino'
import type { Clock } from '../../events/ids.ts'
import { Refusal } from '../../events/refusal.ts'
import { createAttempts } from './attempts.ts'
import { recurring, type Recurring } from './recurring.ts'

/** Work that was begun and may be unfinished, because its process died or lost the ledger. */
export interface UnfinishedWork<Item> {
  /** Unfinished work begun before a time, oldest first, at most `limit` items. */
  readonly unfinished: (before: Date, limit: number) => Promise<readonly Item[]>
  /** Finishes an item; safe to repeat any number of times, even concurrently. */
  readonly finish: (item: Item) => Promise<unknown>
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'info' | 'error'>
}

interface Completing {
  readonly name: string
  readonly wokenBy: readonly string[]
  /** Log message when there was something to finish. */
  readonly report: string
  /** How long the process that began an item has to finish it itself, ms. Default 2,000. */
  readonly graceMs?: number
  /** Minimum pause between rounds, ms. Default 500. */
  readonly everyMs?: number
  /** Items of a round. Default 100. */
  readonly limit?: number
  /** Items of a round finished at the same time. Default all. */
  readonly atOnceMax?: number
  /** A refusal also ends an item and is not a failure. */
  readonly refusalIsOutcome?: true
}

/**
 * What starts a process that finishes work a crash left unfinished. Any number of workers may run it at once. Each item
 * has its own time of the next attempt, so items that cannot be finished keep no other waiting.
 */
export const completing =
  <Item>({
    name,
    wokenBy,
    report,
    graceMs = 2_000,
    everyMs = 500,
    limit = 100,
    atOnceMax = limit,
    refusalIsOutcome,
  }: Completing) =>
  ({ unfinished, finish, clock, log }: UnfinishedWork<Item>): Recurring => {
    const attempts = createAttempts({ name, log })
    return recurring({
      name,
      everyMs,
      wokenBy,
      graceMs,
      log,
      attempts,
      round: async () => {
        const before = new Date(clock().getTime() - graceMs)
        const items = await unfinished(before, limit + attempts.waiting())
        const { tried, failed, againMs } = await attempts.run(items, { limit, atOnceMax }, (item) =>
          finish(item).catch((error: unknown) => {
            if (!(refusalIsOutcome && error instanceof Refusal)) throw error
          }),
        )
        if (tried > failed) log.info({ finished: tried - failed }, report)
        return againMs
      },
    })
  }
