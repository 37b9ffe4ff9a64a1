import { addBusinessDays } from '../../events/business-days.ts'
import type { BankTransaction } from '../withdrawals/paying-bank.ts'
import { depositOfReceipt } from '../wallet/treasury-bank.ts'
import { withdrawalOfKey } from '../withdrawals/withdrawals.ts'
import { booked, cameBack, paidIn, paidOut, takenBack, type BankBook, type BankItem } from './bank-book.ts'

/** Banking days for which one side may be ahead of the other: an ACH payment is at the bank on the next one. */
const IN_TRANSIT_DAYS = 2

/** A transaction that was found in the ledger. */
export interface Match {
  readonly id: string
  /** What it is, and what the house booked of it; both together are its amount. The first names it. */
  readonly keys: readonly [string, ...string[]]
}

/** A movement that one side has and the other will have within its days. */
export interface InTransit {
  readonly side: 'bank' | 'ledger'
  /** Its transaction at the bank; null while only the ledger has it. */
  readonly transaction: string | null
  /** What of the ledger it is, such as `out {withdrawal}`; null where nothing is known of it. */
  readonly key: string | null
  /** Into the bank, or below zero out of it. */
  readonly cents: bigint
  /** ISO time (UTC). */
  readonly at: string
}

/**
 * `unknown_here`: the bank has a transaction that is nothing of the ledger; `twice`: a second one for the same;
 * `another_amount`: the amounts differ; `changed`: after it was matched, the bank tells of it with another amount;
 * `missing_at_bank`: the ledger has it, and its days are over; `balance`: beyond all these, the bank's balance is not
 * what its own transactions come to.
 */
export type DifferenceKind =
  | 'unknown_here'
  | 'twice'
  | 'another_amount'
  | 'changed'
  | 'missing_at_bank'
  | 'balance'

/** What does not agree, with the bank's transaction or the ledger's event that it is about. */
export interface Difference {
  readonly kind: DifferenceKind
  readonly transaction: string | null
  readonly key: string | null
  readonly event: string | null
  /** Cents at the bank, and in the ledger; zero where it has none. */
  readonly bankCents: bigint
  readonly ledgerCents: bigint
  /** ISO time (UTC); null of the balance. */
  readonly at: string | null
}

/** What was found when both sides were held against each other. */
export interface Matching {
  readonly matches: readonly Match[]
  readonly inTransit: readonly InTransit[]
  readonly differences: readonly Difference[]
}

/** What of the ledger a transaction would be; null for what no member ordered. */
export const keyOf = ({
  id,
  kind,
  reference,
  amountMinor,
}: Pick<BankTransaction, 'id' | 'kind' | 'reference' | 'amountMinor'>): string | null => {
  switch (kind) {
    case 'ach-out':
    case 'instant-out':
      return reference === null ? null : paidOut(withdrawalOfKey(reference))
    case 'returned':
      return reference === null ? null : cameBack(withdrawalOfKey(reference))
    case 'ach-in':
    case 'instant-in':
      return paidIn(reference ?? depositOfReceipt(id))
    case 'sent-back':
      return reference === null ? null : takenBack(depositOfReceipt(reference))
    case 'moved':
      return reference === null ? null : `moved ${amountMinor > 0n ? 'in' : 'out'} ${reference}`
    case 'interest':
    case 'fee':
    case 'micro':
    case 'other':
      return null
  }
}

const isInTransit = (since: Date, now: Date): boolean => addBusinessDays(since, IN_TRANSIT_DAYS) > now

type Found =
  | { readonly is: 'match'; readonly keys: Match['keys'] }
  | { readonly is: 'in transit' }
  | { readonly is: 'different'; readonly kind: DifferenceKind }

/** What the ledger has of a transaction: its own movement, and what the house booked. */
interface Ledgers {
  readonly items: readonly BankItem[]
  /** Their sum. */
  readonly cents: bigint
  /** The bank was asked for it, or has done it. */
  readonly isOrdered: boolean
}

const ledgersOf = (open: BankBook['open'], key: string | null, id: string): Ledgers => {
  const ordered = key === null ? undefined : open.get(key)
  const items = [ordered, open.get(booked(id))].filter((one) => one !== undefined)
  return {
    items: items.filter(({ cents }) => cents !== null),
    cents: items.reduce((sum, { cents }) => sum + (cents ?? 0n), 0n),
    isOrdered: ordered !== undefined,
  }
}

const findOne = (
  { id, at, amountMinor, kind }: BankTransaction,
  { items, cents, isOrdered }: Ledgers,
  isSecond: boolean,
  now: Date,
): Found => {
  const [first, ...more] = items.map(({ key }) => key)
  if (first !== undefined && cents === amountMinor) return { is: 'match', keys: [first, ...more] }
  // A fee that was waived, or a test of an account: the ledger has no movement of nothing.
  if (first === undefined && amountMinor === 0n) return { is: 'match', keys: [`nothing ${id}`] }
  if (isSecond) return { is: 'different', kind: 'twice' }
  if (first !== undefined) return { is: 'different', kind: 'another_amount' }
  // But for what it sends back, nothing leaves the bank that was not ordered here; what it does by itself is booked a
  // little later.
  return (isOrdered || amountMinor > 0n || kind === 'sent-back') && isInTransit(at, now)
    ? { is: 'in transit' }
    : { is: 'different', kind: 'unknown_here' }
}

/**
 * What moves between the accounts is nothing of the ledger: each of its two lines is what the other says, so that a line
 * without the other, or with another amount, is a difference.
 */
const movedBetween = (transactions: readonly BankTransaction[]): ReadonlyMap<string, BankItem> => {
  const moved = transactions.filter(({ kind }) => kind === 'moved')
  return new Map(
    moved.flatMap((one): (readonly [string, BankItem])[] => {
      const key = keyOf({ ...one, amountMinor: -one.amountMinor })
      return key === null
        ? []
        : [[key, { key, cents: -one.amountMinor, at: one.at.toISOString(), event: one.id }]]
    }),
  )
}

/** What the ledger has and the bank has not shown. What the bank was asked for, without an answer, moves nothing yet. */
const notAtBank = (items: Iterable<BankItem>, now: Date): Pick<Matching, 'inTransit' | 'differences'> => {
  const inTransit: InTransit[] = []
  const differences: Difference[] = []
  for (const { key, cents, at, event } of items) {
    if (cents === null) continue
    if (isInTransit(new Date(at), now)) inTransit.push({ side: 'ledger', transaction: null, key, cents, at })
    else
      differences.push({
        kind: 'missing_at_bank',
        transaction: null,
        key,
        event,
        bankCents: 0n,
        ledgerCents: cents,
        at,
      })
  }
  return { inTransit, differences }
}

/**
 * Holds the bank's transactions against the ledger's: each is matched once, by its id or by the key of its order.
 * @param transactions those that have no match yet
 * @param taken keys of the transactions that have one: each has no other
 */
export const matched = (
  book: Pick<BankBook, 'open'>,
  transactions: readonly BankTransaction[],
  { taken, now }: { readonly taken: ReadonlySet<string>; readonly now: Date },
): Matching => {
  const matches: Match[] = []
  const inTransit: InTransit[] = []
  const differences: Difference[] = []
  const shown = new Set(taken)
  const moved = movedBetween(transactions)
  const open = new Map([...book.open, ...moved])
  for (const transaction of transactions) {
    const { id, amountMinor: bankCents } = transaction
    const key = keyOf(transaction)
    const isSecond = key !== null && shown.has(key)
    const ledgers = ledgersOf(open, isSecond ? null : key, id)
    const found = findOne(transaction, ledgers, isSecond, now)
    const about = { transaction: id, key, at: transaction.at.toISOString() }
    if (key !== null) shown.add(key)
    shown.add(booked(id))
    if (found.is === 'match') matches.push({ id, keys: found.keys })
    else if (found.is === 'in transit') inTransit.push({ side: 'bank', ...about, cents: bankCents })
    else {
      const event = ledgers.items[0]?.event ?? null
      differences.push({ kind: found.kind, ...about, event, bankCents, ledgerCents: ledgers.cents })
    }
  }
  const rest = notAtBank(
    [...book.open.values()].filter(({ key }) => !shown.has(key)),
    now,
  )
  return {
    matches,
    inTransit: [...inTransit, ...rest.inTransit],
    differences: [...differences, ...rest.differences],
  }
}
