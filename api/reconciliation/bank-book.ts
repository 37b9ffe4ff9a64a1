import type { Account } from '../../events/accounts.ts'
import { happenedAt } from '../../events/happened-at.ts'
import { parseLedgerEvent, type LedgerEvent } from '../../events/ledger-event.ts'
import { postings } from '../../events/postings.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'

/**
 * What the ledger's accounts in USD come to, in cents; a debit is positive, so what we owe is negative. Together they are
 * zero. `bank` is what has to lie at the bank; `cards`, `debits` and `market` is money that does not: the processor has
 * it, or the market does. `house`: our own results and money, beside the interest that we pay to members and that the bank
 * pays to us.
 */
export const SUMS = [
  'members',
  'pools',
  'inFlight',
  'billers',
  'house',
  'interestPaid',
  'interestEarned',
  'cards',
  'debits',
  'market',
  'bank',
] as const
export type Sums = Readonly<Record<(typeof SUMS)[number], bigint>>

/** A movement of the ledger that the bank must have, or will have, as a transaction of its own. */
export interface BankItem {
  /** What it is, such as `out {withdrawal}`; the same name is given to the bank's transaction of it. */
  readonly key: string
  /** Into the bank, or below zero out of it. Null: the bank was asked and has not answered. */
  readonly cents: bigint | null
  /** ISO time (UTC). */
  readonly at: string
  readonly event: string
}

/** The ledger's side of the bank's account up to a position: sums, and what the bank has not shown yet. */
export interface BankBook {
  readonly position: bigint
  readonly sums: Sums
  /** By key. */
  readonly open: ReadonlyMap<string, BankItem>
}

const NOTHING: Sums = {
  members: 0n,
  pools: 0n,
  inFlight: 0n,
  billers: 0n,
  house: 0n,
  interestPaid: 0n,
  interestEarned: 0n,
  cards: 0n,
  debits: 0n,
  market: 0n,
  bank: 0n,
}

export const emptyBankBook = (): BankBook => ({ position: 0n, sums: NOTHING, open: new Map() })

/** Names of what a withdrawal and a deposit are at the bank. */
export const paidOut = (withdrawalId: string): string => `out ${withdrawalId}`
export const cameBack = (withdrawalId: string): string => `back ${withdrawalId}`
export const paidIn = (depositId: string): string => `in ${depositId}`
/** What the house booked of a transaction. */
export const booked = (transactionId: string): string => `booked ${transactionId}`
/** What was paid in and taken back. */
export const takenBack = (id: string): string => `taken ${id}`

const PREFIXES: readonly (readonly [prefix: string, sum: keyof Sums])[] = [
  ['liability:member:', 'members'],
  ['liability:pool:', 'pools'],
  ['liability:in-flight:', 'inFlight'],
  ['liability:biller:', 'billers'],
  ['expense:interest', 'interestPaid'],
  ['revenue:bank-interest', 'interestEarned'],
  ['asset:card-clearing', 'cards'],
  ['asset:ach-clearing', 'debits'],
  ['equity:market', 'market'],
  ['asset:market', 'market'],
  ['asset:bank', 'bank'],
]

/** Every other account is the house's own. */
const sumOf = (account: Account): keyof Sums =>
  PREFIXES.find(([prefix]) => account.startsWith(prefix))?.[1] ?? 'house'

type Said = readonly (readonly [key: string, cents: bigint | null | 'none'])[]

/** What the house booked of a transaction; ids of another bank may be the same. */
const bookedAt = (
  bank: string | null,
  { bank: of, transactionId }: { readonly bank: string; readonly transactionId: string },
  cents: bigint,
): Said => (bank === null || bank === of ? [[booked(transactionId), cents]] : [])

/** What a fact says of a bank: what is there now, or `none` for what will not come. */
const saidBy = (event: LedgerEvent, bank: string | null): Said => {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others move nothing at the bank
  switch (event.type) {
    case 'WithdrawalOrdered':
      return [[paidOut(event.data.withdrawalId), null]]
    case 'WithdrawalFailed':
      return [[paidOut(event.data.withdrawalId), 'none']]
    case 'WithdrawalSent': {
      const { withdrawalId, amount, fee = '0' } = event.data
      return [[paidOut(withdrawalId), BigInt(fee) - BigInt(amount.minor)]]
    }
    case 'WithdrawalReturned':
      return [[cameBack(event.data.withdrawalId), BigInt(event.data.amount.minor)]]
    case 'DepositCredited':
    case 'DepositReversed': {
      const { source, amount, depositId } = event.data
      if (source !== 'bank' || amount.currency !== 'USD') return []
      const cents = BigInt(amount.minor)
      return event.type === 'DepositCredited'
        ? [[paidIn(depositId), cents]]
        : [[takenBack(depositId), -cents]]
    }
    case 'BankTransactionBooked':
      return bookedAt(bank, event.data, BigInt(event.data.amount.minor))
    case 'LeftoverPaidOut':
      return bookedAt(bank, event.data, -BigInt(event.data.amount.minor))
    default:
      return []
  }
}

/**
 * The book after more of the log.
 * @param batch events after its position, in order
 * @param bank the bank whose bookings count; null: of any
 */
export const bookAfter = (
  book: BankBook,
  batch: Iterable<RecordedEvent>,
  bank: string | null = null,
): BankBook => {
  const sums = { ...book.sums }
  const open = new Map(book.open)
  let { position } = book
  for (const recorded of batch) {
    const event = parseLedgerEvent(recorded)
    for (const { account, currency, minor } of postings(event))
      if (currency === 'USD') sums[sumOf(account)] += minor
    for (const [key, cents] of saidBy(event, bank)) {
      if (cents === 'none') open.delete(key)
      else open.set(key, { key, cents, at: happenedAt(recorded), event: recorded.id })
    }
    position = recorded.position
  }
  return { position, sums, open }
}
