import type { PayoutRail } from '../../events/wallet/events.ts'
import type { MemberAccounts } from './member-accounts.ts'

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

/** A line of the bank's own statement of the accounts that members' money lies in. */
export interface BankTransaction {
  /** The bank's id of it. */
  readonly id: string
  readonly at: Date
  /** Cents; below zero what leaves the bank. */
  readonly amountMinor: bigint
  readonly kind:
    | 'ach-out'
    | 'instant-out'
    /** What was paid out and came back. */
    | 'returned'
    | 'ach-in'
    | 'instant-in'
    /** What came in and was sent back to its sender. */
    | 'sent-back'
    | 'interest'
    | 'fee'
    /** Cents that show that an account is there, out or back in. */
    | 'micro'
    /** Between two of these accounts: it has two lines, which cancel out. */
    | 'moved'
    | 'other'
  /**
   * Of what we ordered, and of what came back of it: the key it was ordered with. Of what was sent back: the id of the
   * transaction by which it came in. Of what was moved: what both lines have in common.
   */
  readonly reference: string | null
}

/** A US bank as its routing number says. */
export interface ReceivingBank {
  /** Null where only its rails are known. */
  readonly name: string | null
  /** What it takes; `ach` always. */
  readonly rails: readonly PayoutRail[]
}

/** The bank as it pays out, all from the pooled account; the ledger says whose money it was. */
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
   * Transactions since a cursor (null: from the first on) that the bank has booked, at least once, in any order, and the
   * cursor after them; the same cursor when these are all. @throws {BankUnavailable}
   */
  transactionsSince(
    cursor: string | null,
  ): Promise<{ readonly transactions: readonly BankTransaction[]; readonly cursor: string | null }>
  /** What the bank says lies in all accounts, in cents: the sum of all their transactions. @throws {BankUnavailable} */
  balanceMinor(): Promise<bigint>
  /** Members' own accounts, of which there may be none; null where nothing is paid out. */
  readonly memberAccounts: MemberAccounts | null
}
