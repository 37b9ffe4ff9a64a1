import type { PayoutRail } from '../../events/wallet/events.ts'

export { BankUnavailable } from '../wallet/treasury-bank.ts'

/** The bank's answer to an order. `pending`: it has it and has not decided, so it is asked again later. */
export type Payout =
  /** It is on its way, under the bank's `reference`; an instant one has arrived. */
  | { readonly state: 'taken'; readonly reference: string }
  /** For good, with a stable code of the bank. */
  | { readonly state: 'refused'; readonly reason: string }
  | { readonly state: 'pending' }

/** Where a payout goes. Secret: handed to the bank and to nobody else, never logged. */
export interface PayoutAccount {
  readonly holderName: string
  readonly routingNumber: string
  readonly accountNumber: string
  readonly accountType: 'checking' | 'savings'
}

export interface PayoutOrder {
  /** The same key is the same payout, however often it is ordered; at most 100 characters. */
  readonly key: string
  readonly rail: PayoutRail
  readonly to: PayoutAccount
  readonly cents: bigint
}

/** Numbers of an account that its bank asks to have put right for later payouts (a notification of change). */
export type PayoutCorrection = Partial<Pick<PayoutAccount, 'routingNumber' | 'accountNumber' | 'accountType'>>

/** What happened to a payout after it was taken. */
export interface PayoutNews {
  /** The key it was ordered with. */
  readonly key: string
  /**
   * `settled`: paid to the receiving bank, which may still return it; `returned`: with its return code, such as `R03`;
   * `corrected`: it was paid, and the receiving bank gave other numbers for the next time.
   */
  readonly what:
    | { readonly kind: 'settled' }
    | { readonly kind: 'returned'; readonly code: string }
    | { readonly kind: 'corrected'; readonly to: PayoutCorrection }
}

/** News after a cursor, and the cursor after them; the same when there is nothing new. */
export interface PayoutNewsPage {
  readonly news: readonly PayoutNews[]
  readonly cursor: string | null
}

/** One line of the bank's own books. */
export interface BankTransaction {
  /** The bank's id of it. */
  readonly id: string
  readonly at: Date
  /** Signed, cents; negative leaves the bank. */
  readonly amountMinor: bigint
  readonly kind:
    | 'ach-out'
    | 'instant-out'
    | 'returned'
    | 'ach-in'
    | 'instant-in'
    | 'interest'
    | 'fee'
    | 'micro'
    | 'other'
  /** The key of the payout that it belongs to; null when it belongs to none. */
  readonly reference: string | null
}

/** A US bank as its routing number says. */
export interface ReceivingBank {
  /** Null where only its rails are known. */
  readonly name: string | null
  /** What it takes; `ach` always. */
  readonly rails: readonly PayoutRail[]
}

/** The bank as it pays out. Ours pays from one account; the ledger says whose money it was. */
export interface PayingBank {
  /** Its name in what is stored of it, such as `sandbox`. */
  readonly name: string
  /** Whether there is no real bank behind it: no money moves. */
  readonly simulated: boolean
  /** Sentence that says why nothing is paid out; null where it is. */
  readonly closed: string | null
  /** The sandbox's account numbers and what becomes of a payout to each; none of a real bank. */
  readonly testAccounts: readonly {
    readonly routingNumber: string
    readonly accountNumber: string
    readonly outcome: string
  }[]
  /** The bank of a routing number; null when no bank has it. @throws {BankUnavailable} */
  bankOf(routingNumber: string): Promise<ReceivingBank | null>
  /** The latest time at which a payout that is ordered at `from` is there. */
  arrivesBy(rail: PayoutRail, from: Date): Date
  /** Orders a payout. @throws {BankUnavailable} whether it was ordered is unknown */
  payOut(order: PayoutOrder): Promise<Payout>
  /** The payout that was ordered with a key; null when there is none. @throws {BankUnavailable} */
  payoutOf(key: string): Promise<Payout | null>
  /**
   * What happened since a cursor (null: ever), at least once, in any order; a payout's `settled` may come after its
   * `returned`. @throws {BankUnavailable}
   */
  newsSince(cursor: string | null, limit: number): Promise<PayoutNewsPage>
  /**
   * The bank's transactions after a cursor (null: ever), oldest first, and the cursor after them; the same when there is
   * nothing new. @throws {BankUnavailable}
   */
  transactionsSince(
    cursor: string | null,
  ): Promise<{ readonly transactions: readonly BankTransaction[]; readonly cursor: string | null }>
  /** What the bank holds for us now, cents. @throws {BankUnavailable} */
  balanceMinor(): Promise<bigint>
}
