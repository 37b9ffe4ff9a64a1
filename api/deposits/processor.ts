import type { DepositMethod } from '../../events/deposits/events.ts'
import type { PaymentChange } from '../../events/deposits/payment-change.ts'
import type { Money } from '../../events/money.ts'

/** Where a payment stands as its processor answers at once; what becomes of it comes as webhooks only. */
export type PaymentState = 'requires_payment' | 'requires_action' | 'processing' | 'succeeded' | 'failed'

export interface Payment {
  /** What the processor calls it. */
  readonly reference: string
  readonly state: PaymentState
  /** Where the payer has to go before it can proceed, such as to confirm two small deposits; null mostly. */
  readonly actionUrl: string | null
}

interface CardOrder {
  readonly depositId: string
  /** What the card is charged: the amount and the fee. */
  readonly total: Money
  /** The member's own words. */
  readonly description: string | undefined
  /** Sandbox only: a published test card number, which decides how it goes. */
  readonly testCardNumber: string | undefined
}

/** The payer's agreement to the debit, which the rules of ACH want proof of. */
export interface DebitConsent {
  readonly ip: string
  readonly userAgent: string
}

interface BankDebitOrder {
  readonly depositId: string
  readonly total: Money
  readonly description: string | undefined
  readonly account: Pick<SavedBankAccount, 'token' | 'customer'>
  readonly consent: DebitConsent
}

/** A member's bank account in the clear: it goes to the processor and is forgotten. */
export interface BankDetails {
  readonly memberId: string
  readonly routingNumber: string
  readonly accountNumber: string
  readonly holderName: string
  readonly accountType: 'checking' | 'savings'
  /** Keyed hash of the account, the same whenever the same account is handed over. */
  readonly fingerprint: string
}

export interface SavedBankAccount {
  readonly token: string
  /** Whom the processor keeps the account under; null where it has no such thing. */
  readonly customer: string | null
  readonly last4: string
  readonly bankName: string | null
}

/** One webhook, verified. */
export interface ProcessorEvent {
  /** The same whenever the same event is sent again. */
  readonly id: string
  readonly type: string
  /** Null: nothing that concerns a deposit of ours. */
  readonly deposit: { readonly depositId: string; readonly change: PaymentChange } | null
}

/**
 * Who moves money in from cards and banks. `api/deposits/stripe` and `api/sandbox/processor` implement it and
 * pass one contract suite, `tests/contract/payment-processor`. Every order may be repeated: the same deposit
 * id is the same payment, however often and whenever it is ordered.
 */
export interface PaymentProcessor {
  /** Names its webhook path and stands in the ledger. */
  readonly name: 'stripe' | 'sandbox'
  /** For the card form in the browser; null where there is none. */
  readonly publishableKey: string | null
  /**
   * @throws {PaymentRefused} this payment will never be taken
   * @throws {ProcessorUnavailable} not now; it may have been taken, and trying again is safe
   */
  createCardPayment(order: CardOrder): Promise<Payment>
  /** What the browser's card form needs to pay; never keep or log it. Null where there is no such form. */
  clientSecretOf(reference: string): Promise<string | null>
  /** @throws as {@link createCardPayment}, `fields` naming the detail at fault */
  saveBankAccount(details: BankDetails): Promise<SavedBankAccount>
  /** @throws as {@link createCardPayment} */
  createBankDebit(order: BankDebitOrder): Promise<Payment>
  /** Gives up a payment that nobody completed; a webhook tells whether that came in time. */
  cancelPayment(reference: string): Promise<void>
  /** When money ordered now is expected. */
  arrival(method: DepositMethod, now: Date): { readonly from: Date; readonly by: Date }
  /**
   * Verifies and reads a webhook: the signature over its raw bytes, made at most 300 seconds ago.
   * @throws {InvalidWebhook} it is not this processor's, or too old
   */
  readWebhook(
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<ProcessorEvent>
}

/** How old a webhook's signature may be, in seconds. */
export const WEBHOOK_TOLERANCE_SECONDS = 300

/** The processor said no for good. `code` is a decline code; the message is a sentence for people. */
export class PaymentRefused extends Error {
  readonly code: string
  readonly fields: Readonly<Record<string, string>> | undefined
  constructor(code: string, sentence: string, fields?: Readonly<Record<string, string>>) {
    super(sentence)
    this.name = 'PaymentRefused'
    this.code = code
    this.fields = fields
  }
}

export class ProcessorUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProcessorUnavailable'
  }
}

export class InvalidWebhook extends Error {
  readonly reason: 'signature' | 'too_old' | 'malformed'
  constructor(reason: InvalidWebhook['reason'], options?: ErrorOptions) {
    super(`A webhook was refused: ${reason}`, options)
    this.name = 'InvalidWebhook'
    this.reason = reason
  }
}

export interface SandboxProcessor extends PaymentProcessor {
  /** The payer answers their bank's question. False: it does not ask, or was answered otherwise before. */
  readonly answer: (depositId: string, outcome: 'approve' | 'decline') => Promise<boolean>
}
