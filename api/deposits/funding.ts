import { usd, type Money } from '../../events/money.ts'
import { Refusal } from '../../events/refusal.ts'
import { causedBy, type Attempt } from '../http/attempt.ts'
import {
  cardFeeCents,
  type AchDeposit,
  type AchDepositRequest,
  type CreateIntentRequest,
  type DepositStage,
  type PaymentIntent,
  type SaveBankAccountRequest,
} from '../contract/deposits.ts'
import type { BankAccount, ValidateAccountRequest } from '../contract/funding-accounts.ts'
import type * as z from 'zod/mini'
import { HttpError } from '../http/errors.ts'
import { reply, type Reply } from '../http/reply.ts'
import { assertAccountOpen } from '../identity/account-open.ts'
import { openTreasuryAccount } from '../wallet/treasury.ts'
import type { DepositsArea } from './context.ts'
import { depositIdOf } from './deposits.ts'
import { failureSentence } from './failures.ts'
import { PaymentRefused, ProcessorUnavailable, type DebitConsent, type Payment } from './processor.ts'
import { bankAccountView } from './views.ts'

/** Runs an order at the processor; maps a refused payment to a refusal, an unreachable processor to 503. */
const ordering = async <T>(order: () => Promise<T>, code: 'payment_refused' | 'bank_account_refused') => {
  try {
    return await order()
  } catch (error) {
    if (error instanceof PaymentRefused) throw new Refusal(code, error.message, error.fields)
    if (!(error instanceof ProcessorUnavailable)) throw error
    throw new HttpError(
      503,
      'payments_unavailable',
      'The payment processor cannot be reached right now. Trying again is safe.',
      { cause: error, retryAfterSeconds: 2 },
    )
  }
}

/**
 * Starts a deposit: it is appended to the ledger first, then ordered from the processor under the deposit's id.
 * Wherever this is interrupted, the same key finds the same deposit and payment again.
 */
const begin = async (
  area: DepositsArea,
  attempt: Attempt,
  wish: { method: 'card' | 'ach'; amount: Money; fee: Money },
  order: (depositId: string) => Promise<Payment>,
): Promise<{ depositId: string; payment: Payment; position: bigint }> => {
  const { processor, deposits, clock } = area
  const { memberId, idempotencyKey } = attempt
  const depositId = depositIdOf(memberId, idempotencyKey)
  const context = { ...causedBy(attempt, depositId), at: clock().toISOString() }
  if (area.bank.closed === null) await openTreasuryAccount(area, attempt)
  await deposits.execute(
    depositId,
    { type: 'initiateDeposit', depositId, memberId, provider: processor.name, ...wish },
    context,
  )
  await assertAccountOpen(area.pool, memberId)
  try {
    const payment = await order(depositId)
    const { position } = await deposits.execute(
      depositId,
      { type: 'submitDeposit', reference: payment.reference },
      context,
    )
    return { depositId, payment, position }
  } catch (error) {
    if (error instanceof PaymentRefused) {
      const change = { to: 'failed', reference: null, code: error.code } as const
      await deposits.execute(depositId, { type: 'advanceDeposit', provider: processor.name, change }, context)
    }
    throw error
  }
}

const stageOfPayment = ({ state }: Payment): DepositStage => state

/** Starts a card payment; the card is charged the amount plus the fee, the wallet is credited the amount. */
export const createCardDeposit = async (
  area: DepositsArea,
  attempt: Attempt,
  { amount, description, test_card_number: testCardNumber }: z.infer<typeof CreateIntentRequest>,
): Promise<Reply<PaymentIntent>> => {
  const { processor, sandbox } = area
  if (testCardNumber !== undefined && !sandbox) {
    const sentence = 'Test cards are for the sandbox only.'
    throw new HttpError(400, 'invalid_request', sentence, { fields: { test_card_number: sentence } })
  }
  const fee = cardFeeCents(amount)
  await area.reserveReversible({
    depositId: depositIdOf(attempt.memberId, attempt.idempotencyKey),
    memberId: attempt.memberId,
    method: 'card',
    cents: amount,
    now: area.clock(),
    source: null,
  })
  const { depositId, payment, position } = await ordering(
    () =>
      begin(area, attempt, { method: 'card', amount: usd(amount), fee: usd(fee) }, (id) =>
        processor.createCardPayment({ depositId: id, total: usd(amount + fee), description, testCardNumber }),
      ),
    'payment_refused',
  )
  return reply(
    {
      payment_intent_id: payment.reference,
      deposit_id: depositId,
      status: stageOfPayment(payment),
      // Responses are stored for repeated requests, so the secret is filled in each time by routes.ts.
      client_secret: null,
      publishable_key: processor.publishableKey,
      sandbox: sandbox !== null,
      amount,
      fee,
      total: amount + fee,
      position: position.toString(),
    },
    { position },
  )
}

/** Sends bank details to the processor, stores the token it returns, and has the account validated. */
export const saveBankAccount = async (
  area: DepositsArea,
  memberId: string,
  details: z.infer<typeof SaveBankAccountRequest>,
  consent: DebitConsent,
): Promise<BankAccount> => {
  const saved = await ordering(async () => {
    const account = await area.bankAccounts.save({
      memberId,
      routingNumber: details.routing_number,
      accountNumber: details.account_number,
      holderName: details.account_holder_name,
      accountType: details.account_type,
    })
    return area.validations.begin(memberId, account, consent)
  }, 'bank_account_refused')
  return bankAccountView(saved, area.clock(), area.sandbox !== null)
}

/** Answers the validation of a saved account. */
export const proveBankAccount = async (
  area: DepositsArea,
  memberId: string,
  accountId: string,
  { amounts, code }: z.infer<typeof ValidateAccountRequest>,
): Promise<BankAccount> => {
  const proof = code === undefined ? { amounts: amounts ?? [] } : { code }
  const proven = await ordering(
    () => area.validations.prove(memberId, accountId, proof),
    'bank_account_refused',
  )
  return bankAccountView(proven, area.clock(), area.sandbox !== null)
}

/** As for a limit of the bank's own: nothing tells the member that others may have paid in from this account. */
const overAccountLimit = (): PaymentRefused => {
  const code = 'debit_limit_exceeded'
  const sentence = failureSentence(code, 'failed')
  return new PaymentRefused(code, sentence, { amount: sentence })
}

/** Starts a bank transfer from one of the member's saved accounts; free of charge. */
export const createAchDeposit = async (
  area: DepositsArea,
  attempt: Attempt,
  { amount, origin_payment_method: accountId, description }: z.infer<typeof AchDepositRequest>,
  consent: DebitConsent,
): Promise<Reply<AchDeposit>> => {
  const account = await area.bankAccounts.find(attempt.memberId, accountId)
  if (!account) {
    const sentence = 'This bank account is not saved here. Please enter its details again.'
    throw new Refusal('bank_account_not_found', sentence, { origin_payment_method: sentence })
  }
  if (account.validation !== 'valid') {
    const sentence = 'This bank account is not confirmed yet. Confirm it first, or enter its details again.'
    throw new Refusal('bank_account_unconfirmed', sentence, { origin_payment_method: sentence })
  }
  const { processor, sandbox, clock } = area
  const total = usd(amount)
  const reserved = await area.reserveReversible({
    depositId: depositIdOf(attempt.memberId, attempt.idempotencyKey),
    memberId: attempt.memberId,
    method: 'ach',
    cents: amount,
    now: clock(),
    source: account.source,
  })
  const { depositId, payment, position } = await ordering(
    () =>
      begin(area, attempt, { method: 'ach', amount: total, fee: usd(0) }, (id) =>
        reserved === 'source_full'
          ? Promise.reject(overAccountLimit())
          : processor.createBankDebit({ depositId: id, total, description, account, consent }),
      ),
    'payment_refused',
  )
  const { from, by } = processor.arrival('ach', clock())
  return reply(
    {
      transfer_id: payment.reference,
      deposit_id: depositId,
      status: stageOfPayment(payment),
      sandbox: sandbox !== null,
      amount,
      fee: 0,
      total: amount,
      expected_from: from.toISOString(),
      expected_by: by.toISOString(),
      position: position.toString(),
    },
    { position },
  )
}
