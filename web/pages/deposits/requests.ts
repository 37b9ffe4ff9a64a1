import * as z from 'zod/mini'
import { operations } from '../../../api/contract/operations.ts'
import type { AchDeposit, DepositDetails, PaymentIntent } from '../../../api/contract/deposits.ts'
import { WalletOverview } from '../../../api/contract/wallet.ts'
import { minorOf, plainAmount } from '../../data/amounts.ts'
import { readDocument } from '../../data/cache.ts'
import { call } from '../../data/client.ts'
import { ApiError, sentenceOf } from '../../data/errors.ts'
import { walletOverview } from '../../data/wallet.ts'
import { found } from '../../flow/ask-by-key.ts'
import { fateOf } from '../../flow/fate.ts'
import type { DepositState, FieldProblems, FundsEvent, Intent, Receipt } from './machine.ts'
import type { Typed } from './typed.ts'

/** The catalogue of the specification. */
export const FAILED = {
  intent: 'Failed to create payment intent',
  bankAccount: 'Failed to save bank account',
  achDeposit: 'Failed to create ACH deposit',
  request: 'Failed to create transfer request',
  treasury: 'Failed to initialize treasury account',
  payment: 'Payment failed',
} as const

export const FROM_ONESELF = 'You cannot request money from yourself.'

const BANK_FIELDS = ['routing_number', 'account_number', 'account_holder_name', 'account_type'] as const

/** The server names the fields of its requests; the forms show those they have. */
const problemsOf = (error: unknown): FieldProblems => {
  // A request that can't be read is put right in its form; whatever is refused otherwise ends the attempt.
  if (!(error instanceof ApiError) || error.status !== 400) return {}
  const { fields } = error
  const from = fields['from_user_identifier'] ?? fields['identifier']
  const { amount, message } = fields
  return {
    ...(amount === undefined ? {} : { amount }),
    ...(message === undefined ? {} : { message }),
    ...(from === undefined ? {} : { from }),
    ...Object.fromEntries(
      BANK_FIELDS.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
    ),
  }
}

const failureOf = (key: string, message: string, error: unknown): FundsEvent => {
  const fate = fateOf(error)
  if (fate === 'lost') return { type: 'lost', key }
  if (fate === 'not_sent') return { type: 'not_sent', key, message: sentenceOf(error, message) }
  return {
    type: 'refused',
    key,
    message,
    reason: error instanceof ApiError ? error.message : null,
    problems: problemsOf(error),
  }
}

/** A call that moves no value: whatever went wrong with it, nothing has happened under the intent's key. */
const harmless = (key: string, message: string, error: unknown): FundsEvent => {
  const event = failureOf(key, message, error)
  return event.type === 'lost'
    ? { type: 'refused', key, message, reason: sentenceOf(error, message), problems: {} }
    : event
}

const centsOf = (intent: Intent): number => Number(minorOf(plainAmount(intent.draft.amount), 'USD') ?? 0n)

export const depositOf = (answer: PaymentIntent | AchDeposit): DepositState => ({
  id: answer.deposit_id,
  stage: answer.status,
  fee: answer.fee,
  total: answer.total,
  expectedBy: 'expected_by' in answer ? answer.expected_by : null,
  actionUrl: 'action_url' in answer ? (answer.action_url ?? null) : null,
})

export const depositOfDetails = (details: DepositDetails): DepositState => ({
  id: details.id,
  stage: details.stage,
  fee: details.fee_cents,
  total: details.total_cents,
  expectedBy: details.expected_by,
  actionUrl: null,
})

/** What the stage of a deposit means for the flow. */
export const eventOfDeposit = (key: string, details: DepositDetails): FundsEvent => {
  const deposit = depositOfDetails(details)
  switch (details.stage) {
    case 'failed':
    case 'returned':
      return {
        type: 'refused',
        key,
        message: FAILED.payment,
        reason: details.failure?.message ?? null,
        problems: {},
      }
    case 'requires_action':
      return { type: 'asked', key, question: { deposit, stripe: null } }
    case 'succeeded':
      return { type: 'arrived', key, receipt: { kind: 'deposit', deposit } }
    case 'requires_payment':
    case 'processing':
      return details.method === 'stripe'
        ? { type: 'begun', key, deposit }
        : { type: 'arrived', key, receipt: { kind: 'deposit', deposit } }
    default:
      return details.stage satisfies never
  }
}

export interface Outcome {
  readonly event: FundsEvent
  /** Ledger position of what was written. */
  readonly position?: string | undefined
}

/** One key for every attempt of this visit: opening a treasury account twice is opening it once. */
const treasuryKey = crypto.randomUUID()

const hasTreasury = async (): Promise<boolean> => {
  const cached = await readDocument(walletOverview.key).catch(() => null)
  const wallet = z.safeParse(WalletOverview, cached?.value)
  return wallet.success && wallet.data.treasury_account !== null
}

/** Opens the treasury account where there is none. The failure as an event, else the position. */
const openTreasury = async (key: string): Promise<Outcome | { readonly position: string | undefined }> => {
  if (await hasTreasury()) return { position: undefined }
  try {
    const { position } = await call(operations.initializeTreasury, { idempotencyKey: treasuryKey })
    return { position }
  } catch (error) {
    return { event: harmless(key, FAILED.treasury, error) }
  }
}

const payByCard = async (intent: Intent, testCard: string | null): Promise<Outcome> => {
  const { key } = intent
  try {
    const { data } = await call(operations.createPaymentIntent, {
      body: {
        amount: centsOf(intent),
        currency: 'usd',
        payment_method_type: 'card',
        ...(testCard === null ? {} : { test_card_number: testCard }),
      },
      idempotencyKey: key,
    })
    return { event: eventOfIntent(key, data), position: data.position }
  } catch (error) {
    return { event: failureOf(key, FAILED.intent, error) }
  }
}

const eventOfIntent = (key: string, data: PaymentIntent): FundsEvent => {
  const deposit = depositOf(data)
  const { client_secret: clientSecret, publishable_key: publishableKey } = data
  const stripe = clientSecret === null || publishableKey === null ? null : { clientSecret, publishableKey }
  switch (data.status) {
    case 'requires_action':
    case 'requires_payment':
      return { type: 'asked', key, question: { deposit, stripe } }
    case 'failed':
    case 'returned':
      return { type: 'refused', key, message: FAILED.payment, reason: null, problems: {} }
    case 'processing':
    case 'succeeded':
      // However fast it went: the dialog waits its two seconds.
      return { type: 'begun', key, deposit }
    default:
      return data.status satisfies never
  }
}

const payByAch = async (intent: Intent, bank: NonNullable<Typed['bank']>): Promise<Outcome> => {
  const { key } = intent
  let origin: string
  try {
    const { data } = await call(operations.saveBankAccount, { body: bank })
    origin = data.payment_method_id
  } catch (error) {
    return { event: harmless(key, FAILED.bankAccount, error) }
  }
  try {
    const { data } = await call(operations.createAchDeposit, {
      body: { amount: centsOf(intent), origin_payment_method: origin },
      idempotencyKey: key,
    })
    const receipt: Receipt = { kind: 'deposit', deposit: depositOf(data) }
    return { event: { type: 'arrived', key, receipt }, position: data.position }
  } catch (error) {
    return { event: failureOf(key, FAILED.achDeposit, error) }
  }
}

const requestFrom = async (intent: Intent, own: string): Promise<Outcome> => {
  const { key, draft } = intent
  let payer: { readonly did: string; readonly name: string }
  try {
    payer = (await call(operations.lookupMember, { query: { identifier: draft.from } })).data
  } catch (error) {
    const event = harmless(key, FAILED.request, error)
    // Whoever is not found is named on the field.
    return error instanceof ApiError && event.type === 'refused' && error.status < 500
      ? { event: { ...event, problems: { from: error.message } } }
      : { event }
  }
  if (payer.did === own)
    return {
      event: {
        type: 'refused',
        key,
        message: FAILED.request,
        reason: null,
        problems: { from: FROM_ONESELF },
      },
    }
  try {
    const { data, position } = await call(operations.requestTransfer, {
      body: {
        // The very member who was found, not what the typed text might mean by now.
        from_user_identifier: payer.did,
        amount: plainAmount(draft.amount),
        ...(draft.message === '' ? {} : { message: draft.message }),
      },
      idempotencyKey: key,
    })
    const receipt: Receipt = {
      kind: 'request',
      id: data.request_id,
      payer: payer.name,
      expiresAt: data.expires_at,
    }
    return { event: { type: 'arrived', key, receipt }, position }
  } catch (error) {
    return { event: failureOf(key, FAILED.request, error) }
  }
}

/** Submits the intent under its key; the outcome is one event, never a rejection. `own`: the member's DID. */
export const submit = async (intent: Intent, typed: Typed, own: string): Promise<Outcome> => {
  const treasury = await openTreasury(intent.key)
  if ('event' in treasury) return treasury
  const outcome = await carryOut(intent, typed, own)
  return { ...outcome, position: outcome.position ?? treasury.position }
}

const carryOut = (intent: Intent, typed: Typed, own: string): Promise<Outcome> => {
  switch (intent.draft.method) {
    case 'card':
      return payByCard(intent, typed.card)
    case 'ach':
      if (typed.bank === null) throw new Error('the bank details are gone')
      return payByAch(intent, typed.bank)
    case 'internal_transfer':
      return requestFrom(intent, own)
    default:
      return intent.draft.method satisfies never
  }
}

/** What the server knows of the intent's key: an event; `unknown`; null when it can't be asked. */
export const askByKey = (intent: Intent, signal: AbortSignal): Promise<FundsEvent | 'unknown' | null> =>
  found(async () => {
    const { key } = intent
    const params = { key }
    if (intent.draft.method === 'internal_transfer') {
      const { data } = await call(operations.getTransferRequestByKey, { params, signal })
      const { id, sender_name: payer, expires_at: expiresAt } = data
      return { type: 'arrived', key, receipt: { kind: 'request', id, payer, expiresAt } }
    }
    const { data } = await call(operations.getDepositByKey, { params, signal })
    // Repeating the request under its key answers with what Stripe's form needs.
    return data.stage === 'requires_payment' ? { type: 'unfinished', key } : eventOfDeposit(key, data)
  })

/** How a deposit stands by now; null when it can't be asked. */
export const askById = async (id: string, signal: AbortSignal): Promise<DepositDetails | null> => {
  try {
    return (await call(operations.getDeposit, { params: { id }, signal })).data
  } catch {
    return null
  }
}

/** Sandbox: answers in the place of the card's issuer. A sentence when it could not be done, else null. */
export const answerIssuer = async (id: string, outcome: 'approve' | 'decline'): Promise<string | null> => {
  try {
    await call(operations.authenticateTestCard, { params: { id }, body: { outcome } })
    return null
  } catch (error) {
    return sentenceOf(error, FAILED.payment)
  }
}
