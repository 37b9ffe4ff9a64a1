import type { Pool, PoolClient } from 'pg'
import { DAY_MS } from '../../events/calendar.ts'
import { formatMinor } from '../../events/money.ts'
import { Refusal } from '../../events/refusal.ts'
import { depositStatuses } from '../../projections/deposits/queries.ts'
import { REVERSIBLE_CENTS_MAX, REVERSIBLE_DAYS } from '../contract/limits.ts'
import { inTransaction, rowsChanged } from '../database/database.ts'

/**
 * The reversal period runs from the credit, ours from the order. This is the longest time between the two: one day in
 * which a payer answers their bank, then three business days with a weekend and a holiday among them.
 */
const CREDITED_DAYS_MAX = 10

/** How a deposit that can be taken back is paid. */
type Method = keyof typeof REVERSIBLE_DAYS

/** The last moment at which a deposit that began at `begunAt` can be reversed. */
const reversibleUntil = (method: Method, begunAt: Date): Date =>
  new Date(begunAt.getTime() + (REVERSIBLE_DAYS[method] + CREDITED_DAYS_MAX) * DAY_MS)

/** SQL, with the time now as `$1`: the deposit can still be reversed. */
const OPEN = `begun_at > $1::timestamptz - make_interval(days => case method
  when 'card' then ${REVERSIBLE_DAYS.card + CREDITED_DAYS_MAX} else ${REVERSIBLE_DAYS.ach + CREDITED_DAYS_MAX} end)`

const OF_MEMBER = `
  select deposit_id as id, member_id as "memberId", cents from app.reversible_deposit
  where ${OPEN} and deposit_id <> $2 and member_id = $3 and method = $4`
/** What is held is not in any wallet, so nobody can lose it. */
const OF_SOURCE = `
  select deposit_id as id, member_id as "memberId", cents from app.reversible_deposit
  where ${OPEN} and deposit_id <> $2 and source = $3 and held_at is null`
const ADD = `
  insert into app.reversible_deposit (deposit_id, member_id, cents, begun_at, method, source)
  values ($1, $2, $3, $4, $5, $6) on conflict do nothing`

export interface ReversibleOrder {
  readonly depositId: string
  readonly memberId: string
  readonly method: Method
  readonly cents: number
  readonly now: Date
  /** Hash of the bank account; null for a card, which is known only when it is charged. */
  readonly source: string | null
}

interface Begun {
  readonly id: string
  readonly memberId: string
  readonly cents: bigint
}

/** Serializes what has one name: two concurrent deposits would both find the room free. */
const lock = (client: PoolClient, name: string) =>
  client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`reversible ${name}`])

/**
 * Cents of deposits that may still be lost. Returned ones of the member are a debt in the wallet, which is paid before
 * anything is spent again; nobody else's wallet pays them, so for others they count.
 */
const openCents = async (client: PoolClient, begun: readonly Begun[], memberId: string): Promise<bigint> => {
  const statuses = await depositStatuses(
    client,
    begun.map(({ id }) => id),
  )
  const counts = ({ id, memberId: whose }: Begun): boolean => {
    const status = statuses.get(id) ?? 'pending'
    return status === 'returned' ? whose !== memberId : status !== 'failed'
  }
  return begun.filter(counts).reduce((sum, { cents }) => sum + cents, 0n)
}

const sourceCents = async (
  client: PoolClient,
  source: string,
  { depositId, memberId, now }: Pick<ReversibleOrder, 'depositId' | 'memberId' | 'now'>,
): Promise<bigint> => {
  const { rows } = await client.query<Begun>(OF_SOURCE, [now, depositId, source])
  return openCents(client, rows, memberId)
}

const hasRoom = (taken: bigint, cents: bigint): boolean => taken + cents <= BigInt(REVERSIBLE_CENTS_MAX)

const limitSentence = (method: Method, left: string): string => {
  const max = formatMinor('USD', BigInt(REVERSIBLE_CENTS_MAX))
  return method === 'ach'
    ? `Your bank can take a transfer back for ${REVERSIBLE_DAYS.ach} days after it has arrived, so your transfers of that time may come to $${max} in all. $${left} is left now; cards have a limit of their own.`
    : `A card payment can be disputed for ${REVERSIBLE_DAYS.card} days, so your card payments of that time may come to $${max} in all. $${left} is left now; bank transfers have a limit of their own.`
}

/** What somebody who is not verified may hold in dollars when adding some, and what they hold. */
export interface UnverifiedRoom {
  readonly limitCents: bigint
  /** Cents in the wallet now, from the log. */
  readonly balance: () => Promise<bigint>
}

/** What was in the wallet, and the deposits that had come to an end before that was read. */
interface Held extends Pick<UnverifiedRoom, 'limitCents'> {
  readonly cents: bigint
  readonly ended: ReadonlySet<string>
}

const OF_MEMBER_IN_ALL = `
  select deposit_id as id, member_id as "memberId", cents from app.reversible_deposit
  where ${OPEN} and deposit_id <> $2 and member_id = $3`

const othersOf = async (
  client: Pool | PoolClient,
  { depositId, memberId, now }: ReversibleOrder,
): Promise<{ readonly begun: readonly Begun[]; readonly statusOf: (id: string) => string }> => {
  const { rows: begun } = await client.query<Begun>(OF_MEMBER_IN_ALL, [now, depositId, memberId])
  const statuses = await depositStatuses(
    client,
    begun.map(({ id }) => id),
  )
  return { begun, statusOf: (id) => statuses.get(id) ?? 'pending' }
}

/** Read before the lock is taken, which nobody should hold for long. */
const heldBefore = async (
  pool: Pool,
  order: ReversibleOrder,
  { limitCents, balance }: UnverifiedRoom,
): Promise<Held> => {
  const { begun, statusOf } = await othersOf(pool, order)
  const ended = new Set(begun.flatMap(({ id }) => (statusOf(id) === 'pending' ? [] : [id])))
  return { limitCents, ended, cents: await balance() }
}

/**
 * Refuses what would make more than may be held, with what is on its way: each deposit that had not ended before the
 * balance was read. What arrived in between counts twice, and not never.
 */
const assertHoldable = async (
  client: PoolClient,
  order: ReversibleOrder,
  { limitCents, cents: held, ended }: Held,
): Promise<void> => {
  const { begun, statusOf } = await othersOf(client, order)
  const isComing = ({ id }: Begun): boolean =>
    !ended.has(id) && statusOf(id) !== 'failed' && statusOf(id) !== 'returned'
  const coming = begun.filter(isComing).reduce((sum, { cents }) => sum + cents, 0n)
  const room = limitCents - coming - held
  if (BigInt(order.cents) <= room) return
  const sentence = `Until it is verified who you are, you can add until your balance is $${formatMinor('USD', limitCents)}. $${formatMinor('USD', room > 0n ? room : 0n)} can be added now. Your profile page shows how to verify it.`
  throw new Refusal('unverified_limit', sentence, { amount: sentence })
}

/** Deletes deposits that can no longer be reversed; returns how many. */
export const purgeReversible = (pool: Pool, now: Date): Promise<number> =>
  rowsChanged(pool, `delete from app.reversible_deposit where not (${OPEN}) and held_at is null`, [now])

/**
 * Reserves room below {@link REVERSIBLE_CENTS_MAX} for a deposit that can be taken back, before it is ordered. The
 * reservation stays, so that the order can be repeated. `source_full`: the source, maybe other members', has no room;
 * nothing was reserved.
 * @param unverified the limit on what the member may hold; by default they are verified
 * @throws {Refusal} `reversible_limit`: the member has no room; `unverified_limit`
 */
export const reserveReversible = async (
  pool: Pool,
  order: ReversibleOrder,
  unverified: UnverifiedRoom | null = null,
): Promise<'reserved' | 'source_full'> => {
  const held = unverified && (await heldBefore(pool, order, unverified))
  return inTransaction(pool, async (client) => {
    const { depositId, memberId, method, cents, now, source } = order
    // Always the member first: two deposits cannot wait for each other.
    await lock(client, memberId)
    if (source !== null) await lock(client, `source ${source}`)
    if (held) await assertHoldable(client, order, held)
    const { rows } = await client.query<Begun>(OF_MEMBER, [now, depositId, memberId, method])
    const taken = await openCents(client, rows, memberId)
    if (!hasRoom(taken, BigInt(cents))) {
      const room = BigInt(REVERSIBLE_CENTS_MAX) - taken
      const sentence = limitSentence(method, formatMinor('USD', room > 0n ? room : 0n))
      throw new Refusal('reversible_limit', sentence, { amount: sentence })
    }
    if (source !== null && !hasRoom(await sourceCents(client, source, order), BigInt(cents)))
      return 'source_full'
    await client.query(ADD, [depositId, memberId, cents, now, method, source])
    return 'reserved'
  })
}

interface Charged {
  readonly memberId: string
  readonly cents: bigint
  readonly begunAt: Date
  readonly source: string | null
  readonly heldAt: Date | null
}
const CHARGED = `
  select member_id as "memberId", cents, begun_at as "begunAt", source, held_at as "heldAt"
  from app.reversible_deposit where deposit_id = $1 and method = 'card'`

/**
 * Records which card was charged, and decides whether the payment's success may be recorded, from which follows its
 * credit: not while the card is above its limit and can be disputed. Safe to repeat; `held` is followed by `waiting`.
 * @param hashes of the card by each of our keys, newest first; a card keeps the one that it was first known by
 */
export const recordCard = (
  pool: Pool,
  { depositId, hashes, now }: { depositId: string; hashes: readonly [string, ...string[]]; now: Date },
): Promise<'free' | 'held' | 'waiting'> =>
  inTransaction(pool, async (client) => {
    const before = await client.query<{ source: string }>(
      'select source from app.reversible_deposit where source = any($1) order by begun_at limit 1',
      [hashes],
    )
    const source = before.rows[0]?.source ?? hashes[0]
    await lock(client, `source ${source}`)
    const [row] = (await client.query<Charged>(CHARGED, [depositId])).rows
    if (!row || (row.source !== null && row.heldAt === null)) return 'free'
    const { memberId, cents, begunAt, heldAt } = row
    const isFree =
      reversibleUntil('card', begunAt) < now ||
      hasRoom(await sourceCents(client, source, { depositId, memberId, now }), cents)
    await client.query('update app.reversible_deposit set source = $2, held_at = $3 where deposit_id = $1', [
      depositId,
      source,
      isFree ? null : (heldAt ?? now),
    ])
    if (isFree) return 'free'
    return heldAt === null ? 'held' : 'waiting'
  })

/** When the hold of a card payment ends at the latest; null when it is not held. */
export const heldUntil = async (pool: Pool, depositId: string): Promise<Date | null> => {
  const { rows } = await pool.query<Pick<Charged, 'begunAt'>>({
    name: 'deposit-held',
    text: `select begun_at as "begunAt" from app.reversible_deposit where deposit_id = $1 and held_at is not null`,
    values: [depositId],
  })
  return rows[0] ? reversibleUntil('card', rows[0].begunAt) : null
}
