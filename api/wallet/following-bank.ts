import type { Pool } from 'pg'
import type { BaseLogger } from 'pino'
import { createAttempts, type Attempts } from '../processes/attempts.ts'

/** What wakes whoever follows the bank: its webhooks (`api/withdrawals/webhooks.ts`), and what the operator says of it. */
export const BANK_WORK = 'bank'

/** Pieces of news that may be put aside; with more of them something else is wrong. */
const ASIDE_MAX = 1_000

/** How far the bank has been followed; null: not at all. */
interface BankCursor {
  readonly read: () => Promise<string | null>
  readonly write: (cursor: string) => Promise<unknown>
}

/** @param cursors the table of `app` that has the cursor of each bank */
export const bankCursor = (
  pool: Pool,
  cursors: 'payout_news_cursor' | 'treasury_receipt_cursor',
  bank: string,
): BankCursor => ({
  read: async () => {
    const { rows } = await pool.query<{ cursor: string }>(
      `select cursor from app.${cursors} where bank = $1`,
      [bank],
    )
    return rows[0]?.cursor ?? null
  },
  write: (cursor) =>
    pool.query(
      `insert into app.${cursors} (bank, cursor) values ($1, $2)
       on conflict (bank) do update set cursor = excluded.cursor`,
      [bank, cursor],
    ),
})

interface Following<T> {
  /** Of the process. */
  readonly name: string
  readonly cursor: BankCursor
  /** The page after a cursor (null: the first); its cursor is the same or null when there is nothing new. */
  readonly read: (
    cursor: string | null,
  ) => Promise<{ readonly items: readonly T[]; readonly cursor: string | null }>
  /** Safe to repeat. */
  readonly take: (item: T) => Promise<void>
  readonly log: Pick<BaseLogger, 'error'>
}

/**
 * Takes everything that the bank tells after a stored cursor, page after page. What cannot be taken is put aside and
 * tried again, each piece at a time of its own, while what comes after it is taken. The stored cursor moves only over
 * what was taken, so that a crash repeats some and loses none.
 */
export const createBankFollower = <T>({
  name,
  cursor: stored,
  read,
  take,
  log,
}: Following<T>): { readonly attempts: Attempts; readonly round: () => Promise<number | undefined> } => {
  const attempts = createAttempts({ name, log })
  /** What could not be taken, oldest first, and how far this process has read beyond it. */
  let aside: readonly T[] = []
  let readTo: string | null = null

  const takeAll = async (items: readonly T[]): Promise<number | undefined> => {
    const taken = new Set<T>()
    // One after the other: of one payout the bank tells in order.
    const limits = { limit: Infinity, atOnceMax: 1 }
    const { againMs } = await attempts.run(items, limits, async (item) => {
      await take(item)
      taken.add(item)
    })
    aside = items.filter((item) => !taken.has(item))
    if (aside.length > ASIDE_MAX) throw new Error(`${aside.length} pieces of the bank's news cannot be taken`)
    return aside.length === 0 ? undefined : againMs
  }

  return {
    attempts,
    round: async () => {
      let saved = aside.length === 0 ? await stored.read() : null
      let cursor = aside.length === 0 ? saved : readTo
      for (;;) {
        const page = await read(cursor)
        const againMs = await takeAll([...aside, ...page.items])
        const isLast = page.cursor === cursor || page.cursor === null
        if (!isLast) cursor = page.cursor
        readTo = cursor
        if (aside.length === 0 && cursor !== null && cursor !== saved) {
          await stored.write(cursor)
          saved = cursor
        }
        if (isLast) return againMs
      }
    },
  }
}
