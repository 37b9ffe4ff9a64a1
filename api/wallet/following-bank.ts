import type { Pool } from 'pg'

/** What wakes whoever follows the bank: its webhooks (`api/withdrawals/webhooks.ts`), and what the operator says of it. */
export const BANK_WORK = 'bank'

/**
 * Takes everything that the bank tells after a stored cursor, page after page. The cursor moves after what it passes was
 * taken, so that a crash repeats some and loses none.
 * @param cursors the table of `app` that has the cursor of each bank
 * @param read the page after a cursor (null: the first); its cursor is the same or null when there is nothing new
 */
export const followBank = async <T>({
  pool,
  cursors,
  bank,
  read,
  take,
}: {
  readonly pool: Pool
  readonly cursors: 'payout_news_cursor' | 'treasury_receipt_cursor'
  readonly bank: string
  readonly read: (
    cursor: string | null,
  ) => Promise<{ readonly items: readonly T[]; readonly cursor: string | null }>
  readonly take: (item: T) => Promise<void>
}): Promise<void> => {
  const { rows } = await pool.query<{ cursor: string }>(`select cursor from app.${cursors} where bank = $1`, [
    bank,
  ])
  let cursor = rows[0]?.cursor ?? null
  for (;;) {
    const page = await read(cursor)
    for (const item of page.items) await take(item)
    if (page.cursor === cursor || page.cursor === null) return
    cursor = page.cursor
    await pool.query(
      `insert into app.${cursors} (bank, cursor) values ($1, $2)
       on conflict (bank) do update set cursor = excluded.cursor`,
      [bank, cursor],
    )
  }
}
