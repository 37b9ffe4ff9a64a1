import { signedMinorColumn } from './audit/column.ts'
import { isInFlightAccount, isMemberAccount, type Account } from './accounts.ts'
import type { LedgerEvent } from './ledger-event.ts'
import { CURRENCIES, type Currency } from './money.ts'
import { postings, type Posting } from './postings.ts'

/** The balance of one account in one currency, in minor units, debits positive. */
export interface AccountBalance {
  readonly account: Account
  readonly currency: Currency
  readonly minor: bigint
}

/** The balances of all accounts after the events posted so far. */
export interface Book {
  /**
   * Posts one event's journal entry and returns it.
   * @throws {Error} when the entry does not sum to zero in every currency
   */
  post(event: LedgerEvent): readonly Posting[]
  balanceOf(account: Account, currency: Currency): bigint
  /** Every account that has ever been posted to, in the order of first use. */
  balances(): AccountBalance[]
  /** Member accounts below zero: correct only by deposits that came back. */
  overdrawn(): AccountBalance[]
  /** In-flight accounts that have not returned to zero. */
  inFlight(): AccountBalance[]
}

const assertBalanced = (event: LedgerEvent, entry: readonly Posting[]): void => {
  const [debit, credit] = entry
  if (!debit) return
  // Nearly every entry has this form; for the others the sums below find the fault.
  if (entry.length === 2 && debit.currency === credit?.currency && debit.minor === -credit.minor) return
  const sums = new Map<Currency, bigint>()
  for (const { currency, minor } of entry) sums.set(currency, (sums.get(currency) ?? 0n) + minor)
  for (const [currency, sum] of sums) {
    if (sum !== 0n)
      throw new Error(`The postings of ${event.type} are off by ${sum} minor units of ${currency}`)
  }
}

export const createBook = (opening: readonly AccountBalance[] = []): Book => {
  /** Index of each balance, in the order of first use. */
  const places: Readonly<Record<Currency, Map<Account, number>>> = {
    USD: new Map(),
    USDC: new Map(),
    YUT: new Map(),
  }
  /** In typed arrays, as they change with every event. */
  const minors = signedMinorColumn()
  let count = 0

  const newPlace = (account: Account, currency: Currency): number => {
    places[currency].set(account, count)
    return count++
  }
  for (const { account, currency, minor } of opening) minors.set(newPlace(account, currency), minor)
  const balances = (): AccountBalance[] => {
    const all: AccountBalance[] = []
    for (const currency of CURRENCIES)
      for (const [account, place] of places[currency])
        all[place] = { account, currency, minor: minors.get(place) }
    return all
  }
  return {
    post: (event) => {
      const entry = postings(event)
      assertBalanced(event, entry)
      for (const { account, currency, minor } of entry) {
        const place = places[currency].get(account) ?? newPlace(account, currency)
        minors.set(place, minors.get(place) + minor)
      }
      return entry
    },
    balanceOf: (account, currency) => {
      const place = places[currency].get(account)
      return place === undefined ? 0n : minors.get(place)
    },
    balances,
    overdrawn: () => balances().filter(({ account, minor }) => isMemberAccount(account) && minor > 0n),
    inFlight: () => balances().filter(({ account, minor }) => isInFlightAccount(account) && minor !== 0n),
  }
}
