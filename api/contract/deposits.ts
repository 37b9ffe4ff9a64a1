import * as z from 'zod/mini'
import { ById, ByKey, DecimalText, Description, Id, keyText, Timestamp, writtenLine } from './fields.ts'
import { DEPOSIT_CENTS } from './limits.ts'
import { openEnum } from './open.ts'
import { anybody, defineOperations, member } from './operation.ts'
import { TEST_CARDS } from './test-instruments.ts'

export const DEPOSIT_RANGE = 'Amount must be between $1 and $5,000'

/** The card fee: 2.9 % of the amount plus 30 cents. */
export const CARD_FEE_PER_MILLE = 29
export const CARD_FEE_FIXED_CENTS = 30

/**
 * Fee added to a card payment, in whole cents: 2.9 % of the amount rounded half up to the cent, plus 30 cents. Exact:
 * integers only. The card is charged the sum, the wallet gets the amount.
 */
export const cardFeeCents = (amountCents: number): number =>
  Math.floor((amountCents * CARD_FEE_PER_MILLE + 500) / 1_000) + CARD_FEE_FIXED_CENTS

export const BANK_DETAILS_MISSING = 'Please fill in all bank details'

/**
 * Whether nine digits are a US routing number: in an assigned range, and
 * 3(d1+d4+d7) + 7(d2+d5+d8) + (d3+d6+d9) is a multiple of ten (ABA).
 */
export const isRoutingNumber = (text: string): boolean => {
  if (!/^(0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(text)) return false
  const weights = [3, 7, 1] as const
  const sum = Array.from(text, Number).reduce(
    (total, digit, index) => total + digit * (weights[index % 3] ?? 0),
    0,
  )
  return sum % 10 === 0
}

const BankDetail = z
  .string(BANK_DETAILS_MISSING)
  .check(z.trim(), z.minLength(1, { error: BANK_DETAILS_MISSING, abort: true }))

const NO_ROUTING_NUMBER = 'This is not a valid routing number. Check its nine digits.'
const NO_ACCOUNT_NUMBER = 'An account number has 4 to 17 digits.'

export const SaveBankAccountRequest = z.strictObject({
  routing_number: BankDetail.check(
    z.maxLength(9, { error: NO_ROUTING_NUMBER, abort: true }),
    // Beside the check digit, so that the API's document can say it.
    z.regex(/^\d{9}$/, { error: NO_ROUTING_NUMBER, abort: true }),
    z.refine(isRoutingNumber, NO_ROUTING_NUMBER),
  ),
  account_number: BankDetail.check(
    z.maxLength(17, { error: NO_ACCOUNT_NUMBER, abort: true }),
    z.regex(/^\d{4,17}$/, NO_ACCOUNT_NUMBER),
  ),
  account_holder_name: writtenLine('The name', 100, BANK_DETAILS_MISSING).check(
    z.minLength(1, BANK_DETAILS_MISSING),
  ),
  account_type: z.enum(['checking', 'savings'], 'Choose checking or savings.'),
})

const FundingAmount = z
  .int('Amount is a whole number of cents.')
  .check(z.minimum(DEPOSIT_CENTS.min, DEPOSIT_RANGE), z.maximum(DEPOSIT_CENTS.max, DEPOSIT_RANGE))

/**
 * Rejects every number but the published test numbers before it is hashed, stored or logged: somebody may have typed in
 * a card of their own.
 */
const TestCardNumber = z.string().check(
  z.overwrite((text) => text.replaceAll(/[ -]/g, '')),
  z.refine(
    (text) => TEST_CARDS.some(({ number }) => number === text),
    'Use one of the test cards here, never a card of your own.',
  ),
)

export const CreateIntentRequest = z.strictObject({
  /** Cents that the wallet gets; the card is charged the fee on top. */
  amount: FundingAmount,
  currency: z.literal('usd', 'Cards are charged in US dollars (usd).'),
  payment_method_type: z.literal('card', 'The payment method type must be card.'),
  description: z.optional(Description),
  /**
   * Sandbox only: one of the published test card numbers, which determines the outcome; defaults to the one that
   * succeeds. With a real processor the card never reaches this server and this field is rejected.
   */
  test_card_number: z.optional(TestCardNumber),
})

const DepositStatus = openEnum(z.enum(['pending', 'completed', 'failed', 'returned']))

/** Stage of a deposit. `requires_payment`: the member has not yet entered the card (Stripe's form). */
export const DepositStage = z.enum([
  'requires_payment',
  'requires_action',
  'processing',
  'succeeded',
  'failed',
  'returned',
])
export type DepositStage = z.infer<typeof DepositStage>

export const PaymentIntent = z.object({
  payment_intent_id: z.string(),
  /** For `GET /api/payments/deposits/{id}`. */
  deposit_id: Id,
  status: openEnum(DepositStage),
  /** For Stripe's card form in the browser; null in the sandbox. */
  client_secret: z.nullable(z.string()),
  publishable_key: z.nullable(z.string()),
  sandbox: z.boolean(),
  /** Cents: credited to the wallet, fee, charged to the card. */
  amount: z.int(),
  fee: z.int(),
  total: z.int(),
  /** Ledger position of the newest event of the deposit. */
  position: z.string(),
})
export type PaymentIntent = z.infer<typeof PaymentIntent>

export const AchDepositRequest = z.strictObject({
  /** Cents. */
  amount: FundingAmount,
  /** A `payment_method_id` that was returned to the same member. */
  origin_payment_method: keyText(200, 'This bank account is not known.', 'Choose a bank account.').check(
    z.minLength(1, 'Choose a bank account.'),
  ),
  description: z.optional(Description),
})

export const AchDeposit = z.object({
  transfer_id: z.string(),
  /** For `GET /api/payments/deposits/{id}`. */
  deposit_id: Id,
  status: openEnum(DepositStage),
  sandbox: z.boolean(),
  /** Cents; ACH is free. */
  amount: z.int(),
  fee: z.int(),
  total: z.int(),
  /** Earliest and latest expected arrival: 1 to 3 business days. */
  expected_from: Timestamp,
  expected_by: Timestamp,
  position: z.string(),
})
export type AchDeposit = z.infer<typeof AchDeposit>

/** A deposit as its owner sees it. */
export const DepositDetails = z.object({
  id: Id,
  /** `stripe` is a card payment. */
  method: openEnum(z.enum(['stripe', 'ach', 'bank'])),
  status: DepositStatus,
  stage: openEnum(DepositStage),
  /** Currency units, like in `GET /api/wallet`. */
  amount: DecimalText,
  amount_cents: z.int(),
  fee_cents: z.int(),
  total_cents: z.int(),
  /** Part of the amount that refunds and disputes have reversed, or that open disputes hold. */
  taken_back_cents: z.int(),
  /** Why it failed or was returned: a stable code (decline code, or ACH return code such as R01) and a sentence. */
  failure: z.nullable(z.object({ code: z.string(), message: z.string() })),
  /** ACH: expected arrival, as in {@link AchDeposit}; null otherwise. */
  expected_from: z.nullable(Timestamp),
  expected_by: z.nullable(Timestamp),
  /** When a card payment that is held for a check is credited at the latest; null when it is not held. */
  held_until: z.optional(z.nullable(Timestamp)),
  sandbox: z.boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type DepositDetails = z.infer<typeof DepositDetails>

export const PaymentOptions = z.object({
  provider: openEnum(z.enum(['stripe', 'sandbox'])),
  /** True: no payment moves real money; clients must say so wherever they show payments. */
  sandbox: z.boolean(),
  publishable_key: z.nullable(z.string()),
  amount_cents_min: z.int(),
  amount_cents_max: z.int(),
  card_fee: z.object({ per_mille: z.int(), fixed_cents: z.int() }),
  /** Sandbox only: test inputs and their outcomes. */
  test_cards: z.array(z.object({ number: z.string(), outcome: z.string() })),
  test_bank_accounts: z.array(
    z.object({ routing_number: z.string(), account_number: z.string(), outcome: z.string() }),
  ),
})
export type PaymentOptions = z.infer<typeof PaymentOptions>

export const depositOperations = defineOperations({
  getPaymentOptions: member.get('/api/payments/options', {
    summary: 'Which processor takes payments, its limits and fees, and the test cards of the sandbox',
    response: PaymentOptions,
  }),
  createPaymentIntent: member.post('/api/payments/stripe/create-intent', {
    summary: 'Begins a card payment into the treasury account, amount in cents; the card pays the fee on top',
    movesValue: true,
    body: CreateIntentRequest,
    response: PaymentIntent,
  }),
  authenticateTestCard: member.post('/api/payments/deposits/{id}/authenticate', {
    summary: "Sandbox only: answers the card issuer's question of a payment that requires action",
    params: ById,
    body: z.strictObject({ outcome: z.enum(['approve', 'decline'], 'The outcome is approve or decline.') }),
    response: DepositDetails,
  }),
  createAchDeposit: member.post('/api/payments/ach/deposit', {
    summary: 'Begins a bank transfer into the treasury account, amount in cents; free, 1 to 3 business days',
    movesValue: true,
    body: AchDepositRequest,
    response: AchDeposit,
  }),
  getDeposit: member.get('/api/payments/deposits/{id}', {
    summary: "One of the member's deposits, for polling until it is completed or failed",
    params: ById,
    response: DepositDetails,
  }),
  getDepositByKey: member.get('/api/payments/deposits/by-key/{key}', {
    summary: 'What became of the deposit begun with an idempotency key; 404 when none was begun',
    params: ByKey,
    response: DepositDetails,
  }),
  receiveWebhook: anybody.post('/api/webhooks/{provider}', {
    summary: "A processor's signed event; the signature is over the raw body, at most 300 seconds old",
    params: z.strictObject({ provider: keyText(40, 'This provider is not known.') }),
    response: z.object({ received: z.literal(true) }),
  }),
})
