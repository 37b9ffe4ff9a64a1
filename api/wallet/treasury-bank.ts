import { derivedId } from '../../events/ids.ts'
import { HttpError } from '../http/errors.ts'

/** The bank of members' dollars. Account numbers stay with the bank; the ledger only stores account ids. */
export interface TreasuryBank {
  /** Its name in what is stored of it, such as `sandbox`. */
  readonly name: string
  /** Whether there is no real bank behind it: nothing is held, nothing is insured. */
  readonly simulated: boolean
  /** Sentence that says why there are no accounts; null where there are. */
  readonly closed: string | null
  /** Opens the member's account; the same member always gets the same one. @throws {BankUnavailable} */
  openAccount(memberId: string): Promise<{ readonly accountId: string }>
  /**
   * The full address for wire transfers: show it to its owner only, never store or log it.
   * @throws {BankUnavailable}
   */
  addressOf(accountId: string): Promise<FinancialAddress>
  /** The same with all but the last four digits masked, for every page; without asking a bank that was asked before. */
  maskedAddressOf(accountId: string): Promise<FinancialAddress>
  /**
   * Ends an account for good: what is paid to it goes back to whoever pays it. Safe to repeat, also for an account that
   * the bank does not know. @throws {BankUnavailable}
   */
  endAccount(accountId: string): Promise<void>
  /**
   * What came in on members' accounts after a cursor (null: ever), at least once, and the cursor after it; the same
   * when there is nothing new. @throws {BankUnavailable}
   */
  receiptsSince(cursor: string | null): Promise<BankReceipts>
}

/** A US bank address (ABA routing number and account number). */
export interface FinancialAddress {
  readonly routingNumber: string
  readonly accountNumber: string
}

/** Money that somebody sent to a member's account, or that was sent back to them. */
export type BankReceipt =
  | {
      readonly kind: 'received'
      /** The bank's id of the transaction. */
      readonly id: string
      readonly memberId: string
      readonly cents: bigint
    }
  | {
      readonly kind: 'sent_back'
      /** The bank's id of the transaction by which it came in. */
      readonly of: string
      readonly memberId: string
      readonly cents: bigint
    }

export interface BankReceipts {
  readonly receipts: readonly BankReceipt[]
  readonly cursor: string | null
}

/** Id of the deposit that a transaction into the bank becomes when it is credited, so that it is credited once. */
export const depositOfReceipt = (transactionId: string): string => derivedId('bank receipt', transactionId)

/** Masks all but the last four digits. */
export const masked = (accountNumber: string): string => `••••${accountNumber.slice(-4)}`

/** The bank gave no answer. `why`: for the log. */
export class BankUnavailable extends HttpError {
  override name = 'BankUnavailable'
  constructor(why: string) {
    super(503, 'bank_unavailable', 'The bank does not answer right now. Please try again in a moment.', {
      cause: new Error(why),
      retryAfterSeconds: 10,
    })
  }
}
