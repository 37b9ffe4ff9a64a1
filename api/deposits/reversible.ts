import type { Pool } from 'pg'
import { DAY_MS } from '../../events/calendar.ts'
import { formatMinor } from '../../events/money.ts'
import { Refusal } from '../../events/refusal.ts'
import { depositStatuses } from '../../projections/deposits/queries.ts'
import { REVERSIBLE_CENTS_MAX, REVERSIBLE_DAYS } from '../contract/deposits.ts'
import { inTransaction, rowsChanged } from '../database.ts'

/**
 * The reversal period runs from the credit, ours from the order. This is the longest time between the two: one day in
 * which a payer answers their bank, then three business days with a weekend and a holiday among them.
 */
const CREDITED_DAYS_MAX = 10
/** A transfer started before this time can no longer be reversed. */
const reversibleSince = (now: Date): Date =>
  new Date(now.getTime() - (REVERSIBLE_DAYS.ach + CREDITED_DAYS_MAX) * DAY_MS)

/** Statuses of transfers that can still be reversed; failed and returned ones no longer count. */
const OUTSTANDING: ReadonlySet<string> = new Set(['pending', 'completed'])
const BEGUN = `
  select deposit_id as id, cents from app.reversible_deposit
  where member_id = $1 and begun_at > $2 and deposit_id <> $3`
const ADD = `
  insert into app.reversible_deposit (deposit_id, member_id, cents, begun_at) values ($1, $2, $3, $4)
  on conflict do nothing`

export interface ReversibleOrder {
  readonly depositId: string
  readonly memberId: string
  readonly cents: number
  readonly now: Date
}

/** Deletes transfers that can no longer be reversed; returns how many. */
export const purgeReversible = (pool: Pool, now: Date): Promise<number> =>
  rowsChanged(pool, 'delete from app.reversible_deposit where begun_at < $1', [reversibleSince(now)])

/**
 * Reserves room for a bank transfer below {@link REVERSIBLE_CENTS_MAX}, before it is ordered. The reservation stays, so
 * that the order can be repeated.
 * @throws {Refusal} `reversible_limit`
 */
export const reserveReversible = async (pool: Pool, order: ReversibleOrder): Promise<void> =>
  inTransaction(pool, async (client) => {
    const { depositId, memberId, cents, now } = order
    // Serialized for each member: two concurrent reservations would both find the room free.
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`reversible ${memberId}`])
    const begun = await client.query<{ id: string; cents: bigint }>(BEGUN, [
      memberId,
      reversibleSince(now),
      depositId,
    ])
    const statuses = await depositStatuses(
      client,
      begun.rows.map(({ id }) => id),
    )
    const taken = begun.rows
      .filter(({ id }) => OUTSTANDING.has(statuses.get(id) ?? 'pending'))
      .reduce((sum, { cents: one }) => sum + one, 0n)
    const room = BigInt(REVERSIBLE_CENTS_MAX) - taken
    if (BigInt(cents) > room) {
      const left = room > 0n ? room : 0n
      const sentence = `Your bank can take a transfer back for ${REVERSIBLE_DAYS.ach} days after it has arrived, so your transfers of that time may come to $${formatMinor('USD', BigInt(REVERSIBLE_CENTS_MAX))} in all. $${formatMinor('USD', left)} is left now; a card has no such limit.`
      throw new Refusal('reversible_limit', sentence, { amount: sentence })
    }
    await client.query(ADD, [depositId, memberId, cents, now])
  })
