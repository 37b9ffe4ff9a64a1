import * as z from 'zod/mini'
import { depositOperations } from '../../../api/contract/deposits.ts'
import { memberOperations } from '../../../api/contract/members.ts'
import { requestOperations } from '../../../api/contract/requests.ts'
import type { DepositDetails } from '../../../api/contract/deposits.ts'
import { WalletOverview, walletOperations } from '../../../api/contract/wallet.ts'
import { minorOf, plainAmount } from '../../data/amounts.ts'
import { readDocument } from '../../data/cache.ts'
import { call } from '../../data/client.ts'
import { ApiError, sentenceOf } from '../../data/errors.ts'
import { walletOverview } from '../../data/wallet.ts'
import { found } from '../../flow/ask-by-key.ts'
import { answerOf, type FieldNames, type Told } from '../../flow/attempt.ts'
import { depositOf, eventOfDeposit, eventOfIntent, FAILED, refusal } from './answers.ts'
import type { FundsEvent, Intent } from './machine.ts'
import type { Typed } from './typed.ts'
import { t } from '../../texts/texts.ts'

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

/** Makes the call that binds. What it throws says what became of the intent. */
const bind = async (
  key: string,
  message: string,
  make: () => Promise<Told<FundsEvent>>,
): Promise<Told<FundsEvent>> => {
  try {
    return await make()
  } catch (error) {
    return { event: answerOf(key, error, message, fieldsOf(error)) }
  }
}

/** Makes a call before that, which moves no value: whatever goes wrong with it, nothing has happened under the key. */
const prepare = async <T extends object>(
  key: string,
  message: string,
  ask: () => Promise<T>,
): Promise<T | Told<FundsEvent>> => {
  try {
    return await ask()
  } catch (error) {
    const event = answerOf(key, error, message, fieldsOf(error))
    return event.type === 'lost' ? refusal(key, message, { reason: sentenceOf(error, message) }) : { event }
  }
}

const centsOf = (intent: Intent): number => Number(minorOf(plainAmount(intent.draft.amount), 'USD') ?? 0n)

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
): Promise<Told<FundsEvent> | { readonly position?: string | undefined }> =>
  (await hasTreasury())
    ? {}
    : prepare(key, FAILED.treasury, () =>
        call(walletOperations.initializeTreasury, { idempotencyKey: treasuryKey }),
      )

const payByCard = (intent: Intent, testCard: string | null): Promise<Told<FundsEvent>> => {
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

const payByAch = async (intent: Intent, bank: NonNullable<Typed['bank']>): Promise<Told<FundsEvent>> => {
  const { key } = intent
  const saved = await prepare(key, FAILED.bankAccount, () =>
    call(depositOperations.saveBankAccount, { body: bank }),
  )
  if ('event' in saved) return saved
  return bind(key, FAILED.achDeposit, async () => {
    const { data } = await call(depositOperations.createAchDeposit, {
      body: { amount: centsOf(intent), origin_payment_method: saved.data.payment_method_id },
      idempotencyKey: key,
    })
    const receipt = { kind: 'deposit', deposit: depositOf(data) } as const
    return { event: { type: 'done', key, receipt }, position: data.position }
  })
}

/** Who is asked; one who is not found is named on the field. */
const payerOf = (key: string, identifier: string) =>
  prepare(key, FAILED.request, async () => {
    try {
      return (await call(memberOperations.lookupMember, { query: { identifier } })).data
    } catch (error) {
      if (error instanceof ApiError && error.status !== 429 && error.status < 500)
        return refusal(key, FAILED.request, { problems: { from: error.message } })
      throw error
    }
  })

const requestFrom = async ({ key, draft }: Intent, own: string): Promise<Told<FundsEvent>> => {
  const payer = await payerOf(key, draft.from)
  if ('event' in payer) return payer
  if (payer.did === own) return refusal(key, FAILED.request, { problems: { from: FROM_ONESELF } })
  return bind(key, FAILED.request, async () => {
    const { data, position } = await call(requestOperations.requestTransfer, {
      body: {
        // The very member who was found, not what the typed text might mean by now.
        from_user_identifier: payer.did,
        amount: plainAmount(draft.amount),
        ...(draft.message === '' ? {} : { message: draft.message }),
      },
      idempotencyKey: key,
    })
    const { request_id: id, expires_at: expiresAt } = data
    const receipt = { kind: 'request', id, payer: payer.name, expiresAt } as const
    return { event: { type: 'done', key, receipt }, position }
  })
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
