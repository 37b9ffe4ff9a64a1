import type { DepositMethod } from '../../events/deposits/events.ts'
import type { PaymentChange } from '../../events/deposits/payment-change.ts'
import type { Money } from '../../events/money.ts'

/** State of a payment as the processor first returns it; later changes come as webhooks only. */
export type PaymentState = 'requires_payment' | 'requires_action' | 'processing' | 'succeeded' | 'failed'

export interface Payment {
  /** The processor's id of the payment. */
  readonly reference: string
  readonly state: PaymentState
}

interface CardOrder {
  readonly depositId: string
  /** It cannot have been ordered before; else it is looked up at the processor first. */
  readonly isNew: boolean
  /** Amount charged to the card: the deposit plus the fee. */
  readonly total: Money
  /** Text written by the member. */
  readonly description: string | undefined
  /** Sandbox only: a published test card number, which decides the outcome. */
  readonly testCardNumber: string | undefined
}

/** The payer's consent to the debit; the rules of ACH require proof of it. */
export interface DebitConsent {
  readonly ip: string
  readonly userAgent: string
}

interface BankDebitOrder {
  readonly depositId: string
  /** As for a card. */
  readonly isNew: boolean
  readonly total: Money
  readonly description: string | undefined
  readonly account: Pick<SavedBankAccount, 'token' | 'customer'>
  readonly consent: DebitConsent
}

/** A member's bank account in plain text: it is sent to the processor and not stored. */
export interface BankDetails {
  readonly memberId: string
  readonly routingNumber: string
  readonly accountNumber: string
  readonly holderName: string
  readonly accountType: 'checking' | 'savings'
  /** Keyed hash of the account; the same account has the same hash. */
  readonly fingerprint: string
}

export interface SavedBankAccount {
  readonly token: string
  /** The processor's customer id for the account; null where it has none. */
  readonly customer: string | null
  readonly last4: string
  readonly bankName: string | null
}

interface ValidationOrder {
  /** The same key is the same validation, however often it is ordered. */
  readonly key: string
  readonly account: Pick<SavedBankAccount, 'token' | 'customer'>
  readonly consent: DebitConsent
}

/** Whether a bank account is its holder's, before it is debited for the first time. */
export type Validation =
  | { readonly state: 'valid' }
  /** Small deposits are on their way to it, which only its holder sees. */
  | {
      readonly state: 'asked'
      /** The processor's id of the validation. */
      readonly reference: string
      /** The two amounts, or the code in the text of a single one. */
      readonly asks: 'amounts' | 'code'
      readonly arrivesBy: Date
      /** Until when it can be answered. */
      readonly until: Date
    }

/** What a holder saw in the account: both amounts in cents, or the code. */
export type Proof = { readonly amounts: readonly number[] } | { readonly code: string }

/** `refused`: for good, whatever is answered next. */
export type ProofOutcome = 'valid' | 'wrong' | 'refused'

/** One webhook, verified. */
export interface ProcessorEvent {
  /** The processor's event id; the same when the event is sent again. */
  readonly id: string
  readonly type: string
  /** Null when the event concerns none of our deposits. */
  readonly deposit: { readonly depositId: string; readonly change: PaymentChange } | null
  /** When it concerns the validation of a bank account. */
  readonly validation?: { readonly reference: string; readonly outcome: 'valid' | 'refused' }
}

/**
 * Payment processor for cards and bank transfers. `api/deposits/stripe` and `api/sandbox/processor` implement it and
 * pass one contract suite, `tests/contract/payment-processor`. Every order may be repeated, years later too: the same
 * deposit id always means the same payment (decision 502).
 */
export interface PaymentProcessor {
  /** Part of its webhook path, and stored in the ledger. */
  readonly name: 'stripe' | 'sandbox'
  /** For the card form in the browser; null where there is none. */
  readonly publishableKey: string | null
  /**
   * @throws {PaymentRefused} this payment is refused for good
   * @throws {ProcessorUnavailable} temporary; the order may have been accepted, and a retry is safe
   */
  createCardPayment(order: CardOrder): Promise<Payment>
  /** The payment of a deposit; null when none was ordered. @throws {ProcessorUnavailable} */
  paymentOf(depositId: string): Promise<Payment | null>
  /** A payment by the processor's id; null when it does not have it. @throws {ProcessorUnavailable} */
  payment(reference: string): Promise<Payment | null>
  /** Secret for the browser's card form; never store or log it. Null where there is no such form. */
  clientSecretOf(reference: string): Promise<string | null>
  /** Whether this is a published test account, which everybody may use, and so no one account. */
  isTestAccount(accountNumber: string): boolean
  /** @throws as {@link createCardPayment}; `fields` names the invalid detail */
  saveBankAccount(details: BankDetails): Promise<SavedBankAccount>
  /** Begins to validate a saved account. @throws as {@link createCardPayment} */
  validateBankAccount(order: ValidationOrder): Promise<Validation>
  /** Compares an answer with what was sent. @throws {ProcessorUnavailable} it may have counted */
  proveBankAccount(reference: string, proof: Proof): Promise<ProofOutcome>
  /** @throws as {@link createCardPayment} */
  createBankDebit(order: BankDebitOrder): Promise<Payment>
  /** Cancels a payment that nobody completed; a webhook reports whether it was cancelled in time. */
  cancelPayment(reference: string): Promise<void>
  /** When money ordered now is expected. */
  arrival(method: DepositMethod, now: Date): { readonly from: Date; readonly by: Date }
  /**
   * Verifies and parses a webhook: its signature over the raw bytes must be at most 300 seconds old.
   * @throws {InvalidWebhook} it is not from this processor, or too old
   */
  readWebhook(
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<ProcessorEvent>
}

/** Maximum age of a webhook's signature, in seconds. */
export const WEBHOOK_TOLERANCE_SECONDS = 300

/** The processor refused for good. `code` is a decline code; the message is for the payer. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused'
  readonly code: string
  readonly fields: Readonly<Record<string, string>> | undefined
  constructor(code: string, sentence: string, fields?: Readonly<Record<string, string>>) {
    super(sentence)
    this.code = code
    this.fields = fields
  }
}

export class ProcessorUnavailable extends Error {
  override name = 'ProcessorUnavailable'
}

export class InvalidWebhook extends Error {
  override name = 'InvalidWebhook'
  readonly reason: 'signature' | 'too_old' | 'malformed'
  constructor(reason: InvalidWebhook['reason'], options?: ErrorOptions) {
    super(`A webhook was refused: ${reason}`, options)
    this.reason = reason
  }
}

export interface SandboxProcessor extends PaymentProcessor {
  /** Answers the bank's confirmation for the payer. False: none is pending, or it was answered differently before. */
  readonly answer: (depositId: string, outcome: 'approve' | 'decline') => Promise<boolean>
}
