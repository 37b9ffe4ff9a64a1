import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import { addBusinessDays } from '../../../events/business-days.ts'
import type { Clock } from '../../../events/ids.ts'
import type { PayoutRail } from '../../../events/wallet/events.ts'
import {
  BankUnavailable,
  type BankTransaction,
  type PayingBank,
  type Payout,
  type PayoutAccount,
  type PayoutNews,
} from '../../withdrawals/paying-bank.ts'
import {
  behaviourOf,
  MOVED_TO,
  sandboxBankOf,
  TEST_PAYOUT_ACCOUNTS,
  type Behaviour,
} from './test-accounts.ts'

/** Banking days until an ACH payment is there at the latest, is settled, and until the bank has looked at one. */
const ARRIVES_DAYS = 3
const SETTLES_DAYS = 1
const WATCHED_DAYS = 1

/** The code of a notification that the account number was wrong (Nacha). */
const MOVED = 'C01'

/** What comes back, with which code, after how many banking days. */
const RETURNS: Partial<Record<Behaviour, { readonly code: string; readonly days: number }>> = {
  missing: { code: 'R03', days: 2 },
  closed: { code: 'R02', days: 2 },
  declined: { code: 'R23', days: 5 },
}

interface Row {
  readonly rail: PayoutRail
  readonly cents: bigint
  readonly account: string
  readonly behaviour: Behaviour
  readonly reference: string
  readonly ordered_at: Date
}

type NewsKind = PayoutNews['what']['kind']

interface PlannedNews {
  readonly kind: NewsKind
  /** Of what is returned or corrected. */
  readonly code: string | null
  readonly at: Date
}

/** Refusals of instant payments are known at once. */
const instantRefusal: Partial<Record<Behaviour, string>> = {
  missing: 'no_such_account',
  closed: 'account_closed',
  declined: 'declined',
  slow_only: 'not_instant',
}

/** When it takes a payout. */
const takenAt = ({ behaviour, ordered_at: orderedAt }: Pick<Row, 'behaviour' | 'ordered_at'>): Date =>
  behaviour === 'watched' ? addBusinessDays(orderedAt, WATCHED_DAYS) : orderedAt

const answerOf = (row: Row, now: Date): Payout => {
  const { behaviour, rail, reference } = row
  if (behaviour === 'blocked') return { state: 'refused', reason: 'account_blocked' }
  const reason = rail === 'instant' ? instantRefusal[behaviour] : undefined
  if (reason !== undefined) return { state: 'refused', reason }
  if (now < takenAt(row)) return { state: 'pending' }
  return { state: 'taken', reference }
}

/**
 * What the bank will tell of a payout: everything twice, as banks do, and that it was settled once more after it was
 * returned.
 */
const newsOf = (behaviour: Behaviour, orderedAt: Date): readonly PlannedNews[] => {
  const from = takenAt({ behaviour, ordered_at: orderedAt })
  const settled = { kind: 'settled', code: null, at: addBusinessDays(from, SETTLES_DAYS) } as const
  const back = RETURNS[behaviour]
  if (behaviour === 'moved') return [settled, { ...settled, kind: 'corrected', code: MOVED }, settled]
  if (!back) return [settled, settled]
  const at = addBusinessDays(from, back.days)
  const returned = { kind: 'returned', code: back.code, at } as const
  return [settled, settled, returned, returned, { ...settled, at }]
}

const ORDER = `
  with made as (
    insert into app.sandbox_payout (key, rail, cents, account, behaviour, reference, ordered_at)
    values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning key
  ), told as (
    insert into app.sandbox_payout_news (key, kind, code, due_at)
    select made.key, news.kind, news.code, news.due_at
    from made, unnest($8::text[], $9::text[], $10::timestamptz[]) as news (kind, code, due_at)
  )
  select key from made`
const READ = `
  select rail, cents, account, behaviour, reference, ordered_at from app.sandbox_payout where key = $1`
const NEWS = `
  select id, key, kind, code, due_at from app.sandbox_payout_news
  where due_at <= $1 and (due_at, id) > ($2::timestamptz, $3::bigint) order by due_at, id limit $4`

const TAKEN = `
  select key, rail, cents, account, behaviour, reference, ordered_at from app.sandbox_payout
  where ordered_at <= $1 order by ordered_at, key`
const BACK = `
  select n.key, p.cents, p.reference, min(n.due_at) as due_at
  from app.sandbox_payout_news n join app.sandbox_payout p using (key)
  where n.kind = 'returned' and n.due_at <= $1 group by n.key, p.cents, p.reference`
const RECEIVED = `
  select id, cents, received_at from app.sandbox_bank_receipt where received_at <= $1`

const whatOf = (kind: NewsKind, code: string | null): PayoutNews['what'] => {
  switch (kind) {
    case 'settled':
      return { kind }
    case 'corrected':
      return { kind, to: { accountNumber: MOVED_TO } }
    case 'returned':
      return { kind, code: code ?? '' }
  }
}

const BEGINNING = '-infinity 0'

/**
 * A simulated bank that pays nobody. It keeps its orders in Postgres, takes banking days by the clock for money, and
 * tells of what happened repeatedly and out of order. The account number determines what becomes of a payout.
 */
export const createSandboxPayingBank = ({
  pool,
  clock,
  secret,
}: {
  readonly pool: Pool
  readonly clock: Clock
  /** Key of the references, and of the hashes of where payouts went. */
  readonly secret: string
}): PayingBank => {
  const digest = (...parts: readonly string[]) =>
    createHmac('sha256', secret).update(parts.join(' ')).digest('hex').slice(0, 24)
  const hashOf = ({ holderName, routingNumber, accountNumber, accountType }: PayoutAccount) =>
    digest('account', routingNumber, accountNumber, accountType, holderName)
  /** Its books up to now, oldest first; nothing is added between two of them later. */
  const booksOf = async (now: Date): Promise<readonly BankTransaction[]> => {
    const [taken, back, received] = await Promise.all([
      pool.query<Row & { readonly key: string }>(TAKEN, [now]),
      pool.query<{ key: string; cents: bigint; reference: string; due_at: Date }>(BACK, [now]),
      pool.query<{ id: bigint; cents: bigint; received_at: Date }>(RECEIVED, [now]),
    ])
    const lines: BankTransaction[] = [
      ...taken.rows
        .filter((row) => answerOf(row, now).state === 'taken')
        .map(({ key, rail, cents, reference, ...row }) => ({
          id: reference,
          at: takenAt(row),
          amountMinor: -cents,
          kind: rail === 'ach' ? ('ach-out' as const) : ('instant-out' as const),
          reference: key,
        })),
      ...back.rows.map(({ key, cents, reference, due_at: at }) => ({
        id: `${reference}_returned`,
        at,
        amountMinor: cents,
        kind: 'returned' as const,
        reference: key,
      })),
      ...received.rows.map(({ id, cents, received_at: at }) => ({
        id: `in_sandbox_${id}`,
        at,
        amountMinor: cents,
        kind: 'ach-in' as const,
        reference: null,
      })),
    ]
    return lines.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  }
  const read = async (key: string): Promise<Row | null> =>
    (await pool.query<Row>(READ, [key])).rows[0] ?? null

  return {
    name: 'sandbox',
    simulated: true,
    closed: null,
    testAccounts: TEST_PAYOUT_ACCOUNTS,
    bankOf: async (routingNumber) => sandboxBankOf(routingNumber),
    arrivesBy: (rail, from) => (rail === 'ach' ? addBusinessDays(from, ARRIVES_DAYS) : from),
    payOut: async ({ key, rail, to, cents }) => {
      const now = clock()
      const behaviour = behaviourOf(to.accountNumber)
      const reference = `${rail}_sandbox_${digest('payout', key)}`
      const row: Row = { rail, cents, account: hashOf(to), behaviour, reference, ordered_at: now }
      const news = rail === 'ach' && answerOf(row, now).state !== 'refused' ? newsOf(behaviour, now) : []
      const { rowCount } = await pool.query(ORDER, [
        key,
        rail,
        cents.toString(),
        row.account,
        behaviour,
        reference,
        now,
        news.map(({ kind }) => kind),
        news.map(({ code }) => code),
        news.map(({ at }) => at),
      ])
      const isNew = rowCount === 1
      const known = isNew ? row : await read(key)
      if (!known) throw new Error(`The payout ${key} was ordered and cannot be found`)
      if (known.rail !== rail || known.cents !== cents || known.account !== row.account)
        throw new Error(`The payout ${key} was ordered as another one`)
      if (isNew && behaviour === 'unanswered') throw new BankUnavailable('the connection was lost')
      return answerOf(known, now)
    },
    payoutOf: async (key) => {
      const known = await read(key)
      return known && answerOf(known, clock())
    },
    newsSince: async (cursor, limit) => {
      const [after, id] = (cursor ?? BEGINNING).split(' ')
      const { rows } = await pool.query<{
        id: bigint
        key: string
        kind: NewsKind
        code: string | null
        due_at: Date
      }>(NEWS, [clock(), after, id, limit])
      const last = rows.at(-1)
      const news = rows.map(({ key, kind, code }) => ({ key, what: whatOf(kind, code) }))
      // The latest first: a bank's order is not that of what happened.
      return { news: news.toReversed(), cursor: last ? `${last.due_at.toISOString()} ${last.id}` : cursor }
    },
    transactionsSince: async (cursor) => {
      const transactions = (await booksOf(clock())).slice(Number(cursor ?? 0))
      return { transactions, cursor: String(Number(cursor ?? 0) + transactions.length) }
    },
    balanceMinor: async () =>
      (await booksOf(clock())).reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
  }
}
