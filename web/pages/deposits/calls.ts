import * as z from 'zod/mini'
import {
  type AchDeposit,
  type DepositDetails,
  depositOperations,
  type PaymentIntent,
  type SaveBankAccountRequest,
} from '../../../api/contract/deposits.ts'
import type { BankAccount } from '../../../api/contract/funding-accounts.ts'
import type { ResponseOf } from '../../../api/contract/operation.ts'
import { memberOperations } from '../../../api/contract/members.ts'
import { personText } from '../../../api/contract/person.ts'
import { requestOperations } from '../../../api/contract/requests.ts'
import { WalletOverview, walletOperations } from '../../../api/contract/wallet.ts'
import { minorOf, plainAmount } from '../../data/amounts.ts'
import { readDocument } from '../../data/cache.ts'
import { call } from '../../data/client.ts'
import { ApiError, sentenceOf } from '../../data/errors.ts'
import { walletOverview } from '../../data/wallet.ts'
import { eventOf, askOutcome, type FieldNames, type FlowResult, storedAs } from '../../flow/attempt.ts'
import { depositOf, eventOfDeposit, eventOfIntent, FAILED, refusal } from './answers.ts'
import type { FundsEvent, Intent, Receipt } from './machine.ts'
import { t } from '../../texts/texts.ts'

export type BankDetails = z.input<typeof SaveBankAccountRequest>

/** The account that is debited, saved or confirmed if that is to be done first; or the event that it cannot be. */
export type AccountSource = (key: string) => Promise<BankAccount | FlowResult<FundsEvent>>

/**
 * Values that must never be stored: bank details and the sandbox's test card. They live in a variable of the open
 * dialog's flow, outside its state, so that a retry can use them again, and are cleared when the dialog closes.
 */
export interface Typed {
  readonly bank: BankDetails | null
  /** Brings the account with what was typed; null before. */
  readonly account: AccountSource | null
  readonly card: string | null
}

export const NOTHING_TYPED: Typed = { bank: null, account: null, card: null }

const FROM_ONESELF = t('You cannot request money from yourself.')

/** Maps field names of the API's requests to those of the forms. */
const FIELDS: Readonly<Record<string, string>> = {
  amount: 'amount',
  message: 'message',
  from_user_identifier: 'from',
  identifier: 'from',
  routing_number: 'routing_number',
  account_number: 'account_number',
  account_holder_name: 'account_holder_name',
  account_type: 'account_type',
}

/** Only an invalid request (400) leads back to the form's fields; any other refusal ends the attempt. */
const fieldsOf =
  (error: unknown): FieldNames =>
  (field) =>
    error instanceof ApiError && error.status === 400 ? FIELDS[field] : undefined

/** Makes the binding call and turns an error into the event that describes the intent's outcome. */
const bind = async (
  key: string,
  message: string,
  make: () => Promise<FlowResult<FundsEvent>>,
): Promise<FlowResult<FundsEvent>> => {
  try {
    return await make()
  } catch (error) {
    return { event: eventOf(key, error, message, fieldsOf(error)) }
  }
}

/** Makes a call before the binding one. It moves no value, so an error means that nothing happened under the key. */
export const prepare = async <T extends object>(
  key: string,
  message: string,
  ask: () => Promise<T>,
): Promise<T | FlowResult<FundsEvent>> => {
  try {
    return await ask()
  } catch (error) {
    const event = eventOf(key, error, message, fieldsOf(error))
    return event.type === 'lost' ? refusal(key, message, { reason: sentenceOf(error, message) }) : { event }
  }
}

const centsOf = (intent: Intent): number => Number(minorOf(plainAmount(intent.draft.amount), 'USD') ?? 0n)

/** One idempotency key for all attempts until the page reloads, so that only one treasury account is opened. */
const treasuryKey = crypto.randomUUID()

const hasTreasury = async (): Promise<boolean> => {
  const cached = await readDocument(walletOverview.key).catch(() => null)
  const wallet = z.safeParse(WalletOverview, cached?.value)
  if (!wallet.success) return false
  const { treasury_account: account, treasury_bank: bank } = wallet.data
  // Without a bank there is no account to open, and deposits do not need one.
  return account !== null || bank.closed !== null
}

/** Opens the treasury account if there is none. Returns the failure as an event, else the ledger position. */
const openTreasury = async (
  key: string,
): Promise<FlowResult<FundsEvent> | { readonly position?: string | undefined }> =>
  (await hasTreasury())
    ? {}
    : prepare(key, FAILED.treasury, () =>
        call(walletOperations.initializeTreasury, { idempotencyKey: treasuryKey }),
      )

const depositReceipt = (answer: PaymentIntent | AchDeposit): Receipt => ({
  kind: 'deposit',
  deposit: depositOf(answer),
})

const requestReceipt = (answer: ResponseOf<typeof requestOperations.requestTransfer>): Receipt => ({
  kind: 'request',
  id: answer.request_id,
  payer: answer.payer === undefined ? '' : personText(answer.payer),
  expiresAt: answer.expires_at,
})

const payByCard = (intent: Intent, testCard: string | null): Promise<FlowResult<FundsEvent>> => {
  const { key } = intent
  return bind(key, FAILED.intent, async () => {
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
  })
}

const payByAch = async (intent: Intent, source: AccountSource): Promise<FlowResult<FundsEvent>> => {
  const { key } = intent
  const account = await source(key)
  if ('event' in account) return account
  // An older server takes every saved account.
  if ((account.validation?.state ?? 'valid') !== 'valid')
    return { event: { type: 'unconfirmed', key, account, problems: {} } }
  return bind(key, FAILED.achDeposit, async () => {
    const { data } = await call(depositOperations.createAchDeposit, {
      body: { amount: centsOf(intent), origin_payment_method: account.payment_method_id },
      idempotencyKey: key,
    })
    return { event: { type: 'done', key, receipt: depositReceipt(data) }, position: data.position }
  })
}

/** Looks up the member who is asked to pay; an unknown member is a problem of the field `from`. */
const lookUp = (key: string, identifier: string) =>
  prepare(key, FAILED.request, async () => {
    try {
      return (await call(memberOperations.lookupMember, { query: { identifier } })).data
    } catch (error) {
      if (error instanceof ApiError && error.status !== 429 && error.status < 500)
        return refusal(key, FAILED.request, { problems: { from: error.message } })
      throw error
    }
  })

const requestFrom = async ({ key, draft }: Intent, own: string): Promise<FlowResult<FundsEvent>> => {
  const payer = await lookUp(key, draft.from)
  if ('event' in payer) return payer
  if (payer.did === own) return refusal(key, FAILED.request, { problems: { from: FROM_ONESELF } })
  return bind(key, FAILED.request, async () => {
    const { data, position } = await call(requestOperations.requestTransfer, {
      body: {
        // The id of the member found above: the typed handle could belong to another member by now.
        from_user_identifier: payer.did,
        amount: plainAmount(draft.amount),
        ...(draft.message === '' ? {} : { message: draft.message }),
      },
      idempotencyKey: key,
    })
    return { event: { type: 'done', key, receipt: requestReceipt({ payer, ...data }) }, position }
  })
}

/** Submits the intent under its key; resolves with one event and never rejects. `own`: the member's DID. */
export const submit = async (intent: Intent, typed: Typed, own: string): Promise<FlowResult<FundsEvent>> => {
  const treasury = await openTreasury(intent.key)
  if ('event' in treasury) return treasury
  const outcome = await carryOut(intent, typed, own)
  return { ...outcome, position: outcome.position ?? treasury.position }
}

const carryOut = (intent: Intent, typed: Typed, own: string): Promise<FlowResult<FundsEvent>> => {
  switch (intent.draft.method) {
    case 'card':
      return payByCard(intent, typed.card)
    case 'ach':
      if (typed.account === null) throw new Error('the bank account is gone')
      return payByAch(intent, typed.account)
    case 'internal_transfer':
      return requestFrom(intent, own)
    default:
      return intent.draft.method satisfies never
  }
}

/** How the server's stored answer is read, and the sentence for a refusal, by method. */
const ASKED = {
  card: { stored: storedAs(depositOperations.createPaymentIntent, depositReceipt), failed: FAILED.intent },
  ach: { stored: storedAs(depositOperations.createAchDeposit, depositReceipt), failed: FAILED.achDeposit },
  internal_transfer: {
    stored: storedAs(requestOperations.requestTransfer, requestReceipt),
    failed: FAILED.request,
  },
} as const

/** What became of the intent; `unknown` if the server knows nothing of it; null if it cannot be reached. */
export const ask = async (
  intent: Intent,
  signal: AbortSignal,
): Promise<FlowResult<FundsEvent> | 'unknown' | null> => {
  const { stored, failed } = ASKED[intent.draft.method]
  const outcome = await askOutcome<Receipt>(intent, stored, failed, signal)
  if (outcome === null || outcome === 'unknown') return outcome
  const { event, position } = outcome
  if (event.type !== 'done' || event.receipt.kind === 'request') return outcome
  // The deposit may be further by now than when it was begun.
  const details = await askById(event.receipt.deposit.id, signal)
  if (details === null) return null
  const { key } = intent
  return {
    // The flow repeats the request under its key: the response has the data that Stripe's form needs.
    event: details.stage === 'requires_payment' ? { type: 'unfinished', key } : eventOfDeposit(key, details),
    position,
  }
}

/** The deposit's current state; null when the server cannot be reached or refuses. */
export const askById = async (id: string, signal: AbortSignal): Promise<DepositDetails | null> => {
  try {
    return (await call(depositOperations.getDeposit, { params: { id }, signal })).data
  } catch {
    return null
  }
}

/** Sandbox only: answers in place of the card's issuer. @throws as `call` does */
export const answerIssuer = (id: string, outcome: 'approve' | 'decline') =>
  call(depositOperations.authenticateTestCard, { params: { id }, body: { outcome } })
