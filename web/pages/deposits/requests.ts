import * as z from 'zod/mini'
import { depositOperations } from '../../../api/contract/deposits.ts'
import { memberOperations } from '../../../api/contract/members.ts'
import { requestOperations } from '../../../api/contract/requests.ts'
import type { AchDeposit, DepositDetails, PaymentIntent } from '../../../api/contract/deposits.ts'
import { WalletOverview, walletOperations } from '../../../api/contract/wallet.ts'
import { minorOf, plainAmount } from '../../data/amounts.ts'
import { readDocument } from '../../data/cache.ts'
import { call } from '../../data/client.ts'
import { ApiError, sentenceOf } from '../../data/errors.ts'
import { walletOverview } from '../../data/wallet.ts'
import { found } from '../../flow/ask-by-key.ts'
import { answerOf, type FieldNames, type Told } from '../../flow/attempt.ts'
import type { Problems } from '../../flow/binding.ts'
import type { DepositState, FundsEvent, Intent, Receipt } from './machine.ts'
import type { Typed } from './typed.ts'
import { t } from '../../texts/texts.ts'
import { told } from '../../texts/told.ts'

/** What is said of each thing that failed. */
export const FAILED = {
  intent: t('Failed to create payment intent'),
  bankAccount: t('Failed to save bank account'),
  achDeposit: t('Failed to create ACH deposit'),
  request: t('Failed to create transfer request'),
  treasury: t('Failed to initialize treasury account'),
  payment: t('Payment failed'),
} as const

const FROM_ONESELF = t('You cannot request money from yourself.')

/** The fields of the server's requests under the names of the forms. */
const FIELDS = {
  amount: 'amount',
  message: 'message',
  from_user_identifier: 'from',
  identifier: 'from',
  routing_number: 'routing_number',
  account_number: 'account_number',
  account_holder_name: 'account_holder_name',
  account_type: 'account_type',
} as const

/** A request that can't be read is put right in its form; whatever is refused otherwise ends the attempt. */
const fieldsOf = (error: unknown): FieldNames =>
  error instanceof ApiError && error.status === 400 ? FIELDS : {}

const failed = (key: string, message: string, error: unknown): Told<FundsEvent> => ({
  event: answerOf(key, error, message, fieldsOf(error)),
})

/** A call that moves no value: whatever went wrong with it, nothing has happened under the intent's key. */
const harmless = (key: string, message: string, error: unknown): Told<FundsEvent> => {
  const event = answerOf(key, error, message, fieldsOf(error))
  if (event.type !== 'lost') return { event }
  return refusal(key, message, { reason: sentenceOf(error, message) })
}

const refusal = (
  key: string,
  message: string,
  { reason = null, problems = {} }: { reason?: string | null; problems?: Problems },
): Told<FundsEvent> => ({
  event: { type: 'refused', key, failure: { message, reason, code: null, problems } },
})

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
      return refusal(key, FAILED.payment, {
        reason: details.failure === null ? null : told(details.failure.message),
      }).event
    case 'requires_action':
      return { type: 'asked', key, question: { deposit, stripe: null } }
    case 'succeeded':
      return { type: 'done', key, receipt: { kind: 'deposit', deposit } }
    case 'requires_payment':
    case 'processing':
      return details.method === 'stripe'
        ? { type: 'begun', key, deposit }
        : { type: 'done', key, receipt: { kind: 'deposit', deposit } }
    default:
      return details.stage satisfies never
  }
}

/** One key for every attempt of this visit: opening a treasury account twice is opening it once. */
const treasuryKey = crypto.randomUUID()

const hasTreasury = async (): Promise<boolean> => {
  const cached = await readDocument(walletOverview.key).catch(() => null)
  const wallet = z.safeParse(WalletOverview, cached?.value)
  if (!wallet.success) return false
  const { treasury_account: account, treasury_bank: bank } = wallet.data
  // Where there is no bank there is nothing to open, and deposits do without.
  return account !== null || bank.closed !== null
}

/** Opens the treasury account where there is none. The failure as an event, else the position. */
const openTreasury = async (
  key: string,
): Promise<Told<FundsEvent> | { readonly position: string | undefined }> => {
  if (await hasTreasury()) return { position: undefined }
  try {
    const { position } = await call(walletOperations.initializeTreasury, { idempotencyKey: treasuryKey })
    return { position }
  } catch (error) {
    return harmless(key, FAILED.treasury, error)
  }
}

const payByCard = async (intent: Intent, testCard: string | null): Promise<Told<FundsEvent>> => {
  const { key } = intent
  try {
    const { data } = await call(depositOperations.createPaymentIntent, {
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
    return failed(key, FAILED.intent, error)
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
      return refusal(key, FAILED.payment, {}).event
    case 'processing':
    case 'succeeded':
      // However fast it went: the dialog waits its two seconds.
      return { type: 'begun', key, deposit }
    default:
      return data.status satisfies never
  }
}

const payByAch = async (intent: Intent, bank: NonNullable<Typed['bank']>): Promise<Told<FundsEvent>> => {
  const { key } = intent
  let origin: string
  try {
    const { data } = await call(depositOperations.saveBankAccount, { body: bank })
    origin = data.payment_method_id
  } catch (error) {
    return harmless(key, FAILED.bankAccount, error)
  }
  try {
    const { data } = await call(depositOperations.createAchDeposit, {
      body: { amount: centsOf(intent), origin_payment_method: origin },
      idempotencyKey: key,
    })
    const receipt: Receipt = { kind: 'deposit', deposit: depositOf(data) }
    return { event: { type: 'done', key, receipt }, position: data.position }
  } catch (error) {
    return failed(key, FAILED.achDeposit, error)
  }
}

const requestFrom = async (intent: Intent, own: string): Promise<Told<FundsEvent>> => {
  const { key, draft } = intent
  let payer: { readonly did: string; readonly name: string }
  try {
    payer = (await call(memberOperations.lookupMember, { query: { identifier: draft.from } })).data
  } catch (error) {
    // Whoever is not found is named on the field.
    return error instanceof ApiError && error.status !== 429 && error.status < 500
      ? refusal(key, FAILED.request, { problems: { from: error.message } })
      : harmless(key, FAILED.request, error)
  }
  if (payer.did === own) return refusal(key, FAILED.request, { problems: { from: FROM_ONESELF } })
  try {
    const { data, position } = await call(requestOperations.requestTransfer, {
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
    return { event: { type: 'done', key, receipt }, position }
  } catch (error) {
    return failed(key, FAILED.request, error)
  }
}

/** Submits the intent under its key; the outcome is one event, never a rejection. `own`: the member's DID. */
export const submit = async (intent: Intent, typed: Typed, own: string): Promise<Told<FundsEvent>> => {
  const treasury = await openTreasury(intent.key)
  if ('event' in treasury) return treasury
  const outcome = await carryOut(intent, typed, own)
  return { ...outcome, position: outcome.position ?? treasury.position }
}

const carryOut = (intent: Intent, typed: Typed, own: string): Promise<Told<FundsEvent>> => {
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

/** What the server knows of the intent's key; `unknown`; null when it can't be asked. */
export const askByKey = (
  { key, draft }: Intent,
  signal: AbortSignal,
): Promise<Told<FundsEvent> | 'unknown' | null> =>
  found(async (): Promise<Told<FundsEvent>> => {
    const params = { key }
    if (draft.method === 'internal_transfer') {
      const { data } = await call(requestOperations.getTransferRequestByKey, { params, signal })
      const { id, sender_name: payer, expires_at: expiresAt } = data
      return { event: { type: 'done', key, receipt: { kind: 'request', id, payer, expiresAt } } }
    }
    const { data } = await call(depositOperations.getDepositByKey, { params, signal })
    // Repeating the request under its key answers with what Stripe's form needs.
    return {
      event: data.stage === 'requires_payment' ? { type: 'unfinished', key } : eventOfDeposit(key, data),
    }
  })

/** How a deposit stands by now; null when it can't be asked. */
export const askById = async (id: string, signal: AbortSignal): Promise<DepositDetails | null> => {
  try {
    return (await call(depositOperations.getDeposit, { params: { id }, signal })).data
  } catch {
    return null
  }
}

/** Sandbox: answers in the place of the card's issuer. Rejects as `call` does. */
export const answerIssuer = (id: string, outcome: 'approve' | 'decline') =>
  call(depositOperations.authenticateTestCard, { params: { id }, body: { outcome } })
