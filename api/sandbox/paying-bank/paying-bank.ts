import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import { addBusinessDays } from '../../../events/business-days.ts'
import { HOUR_MS } from '../../../events/calendar.ts'
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
import { createSandboxMemberAccounts } from './member-accounts.ts'
import {
  BEHAVIOURS,
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

interface TransactionRow extends Omit<BankTransaction, 'at' | 'amountMinor'> {
  readonly behaviour: Behaviour
  readonly ordered_at: Date
  readonly amount: bigint
}

/** To accounts that do so, no instant payment is taken. */
const NEVER_INSTANT: readonly Behaviour[] = [...BEHAVIOURS.filter((one) => instantRefusal[one]), 'blocked']

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

/** A payout that was ordered a moment ago may be committed after a later one was read. */
const OVERLAP_MS = HOUR_MS

/**
 * The account's transactions up to now: what was paid in, payouts (ACH ones once they have settled), and what was
 * returned. Each is in the tables once, however often the bank tells of it.
 */
const TRANSACTIONS = `
  select coalesce('in ' || reference, 'in_sandbox_' || number) as id, at as ordered_at, cents as amount,
    'ach-in' as kind, reference, 'arrives' as behaviour
  from app.sandbox_money_in
  union all
  select 'out ' || key, ordered_at, -cents, 'instant-out', key, behaviour from app.sandbox_payout
  where rail = 'instant' and behaviour <> all ($2)
  union all
  select n.kind || ' ' || n.key, min(n.due_at), case n.kind when 'settled' then -p.cents else p.cents end,
    case n.kind when 'settled' then 'ach-out' else 'returned' end, n.key, 'arrives'
  from app.sandbox_payout_news n join app.sandbox_payout p on p.key = n.key
  where n.kind in ('settled', 'returned') and n.due_at <= $1
  group by n.key, n.kind, p.cents
  union all
  select 'moved ' || side || ' ' || key, at, case side when 'in' then abs(cents) else -abs(cents) end, 'moved', key,
    'arrives'
  from app.sandbox_move, unnest(array['out', 'in']) as side`
const PAY_IN = `
  insert into app.sandbox_money_in (reference, cents, at) values ($1, $2, $3) on conflict do nothing`

/** The sandbox's bank; money can be paid in there for a member. */
export interface SandboxPayingBank extends PayingBank {
  /** The same reference is the same payment. */
  readonly payIn: (reference: string, cents: bigint) => Promise<void>
}

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
}): SandboxPayingBank => {
  const digest = (...parts: readonly string[]) =>
    createHmac('sha256', secret).update(parts.join(' ')).digest('hex').slice(0, 24)
  const hashOf = ({ holderName, routingNumber, accountNumber, accountType }: PayoutAccount) =>
    digest('account', routingNumber, accountNumber, accountType, holderName)
  const read = async (key: string): Promise<Row | null> =>
    (await pool.query<Row>(READ, [key])).rows[0] ?? null
  const transactionsUntil = async (now: Date): Promise<readonly BankTransaction[]> => {
    const { rows } = await pool.query<TransactionRow>(TRANSACTIONS, [now, NEVER_INSTANT])
    return rows
      .map(({ amount, behaviour, ordered_at, ...row }) => ({
        ...row,
        at: takenAt({ behaviour, ordered_at }),
        amountMinor: amount,
      }))
      .filter(({ at }) => at <= now)
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  }
  const totalUntil = async (now: Date): Promise<bigint> =>
    (await transactionsUntil(now)).reduce((sum, { amountMinor }) => sum + amountMinor, 0n)

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
      const from = cursor === null ? Number.NEGATIVE_INFINITY : Date.parse(cursor) - OVERLAP_MS
      const transactions = (await transactionsUntil(clock())).filter(({ at }) => at.getTime() > from)
      return { transactions, cursor: transactions.at(-1)?.at.toISOString() ?? cursor }
    },
    balanceMinor: () => totalUntil(clock()),
    memberAccounts: createSandboxMemberAccounts({ pool, clock, total: () => totalUntil(clock()) }),
    payIn: async (reference, cents) => {
      await pool.query(PAY_IN, [reference, cents.toString(), clock()])
    },
  }
}
