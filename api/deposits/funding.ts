import { usd } from '../../events/money.ts'
import { Refusal } from '../../events/refusal.ts'
import type { Attempt } from '../http/attempt.ts'
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
import type { DepositsArea } from './context.ts'
import { depositIdOf } from './deposits.ts'
import { failureSentence } from './failures.ts'
import { beginDeposit, orderedBefore, ordering } from './ordering.ts'
import { PaymentRefused, type DebitConsent, type Payment } from './processor.ts'
import { bankAccountView } from './views.ts'

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
  const begin = async () => {
    await area.reserveReversible({
      depositId: depositIdOf(attempt.memberId, attempt.idempotencyKey),
      memberId: attempt.memberId,
      method: 'card',
      cents: amount,
      now: area.clock(),
      source: null,
    })
    return ordering(
      () =>
        beginDeposit(area, attempt, { method: 'card', amount: BigInt(amount), fee: BigInt(fee) }, (deposit) =>
          processor.createCardPayment({ ...deposit, total: usd(amount + fee), description, testCardNumber }),
        ),
      'payment_refused',
    )
  }
  const { depositId, payment, position } =
    (await orderedBefore(area, attempt, usd(amount))) ?? (await begin())
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

/** @throws {Refusal} the account is not saved, or not confirmed */
const confirmedAccount = async ({ bankAccounts }: DepositsArea, memberId: string, accountId: string) => {
  const account = await bankAccounts.find(memberId, accountId)
  if (!account) {
    const sentence = 'This bank account is not saved here. Please enter its details again.'
    throw new Refusal('bank_account_not_found', sentence, { origin_payment_method: sentence })
  }
  if (account.validation !== 'valid') {
    const sentence = 'This bank account is not confirmed yet. Confirm it first, or enter its details again.'
    throw new Refusal('bank_account_unconfirmed', sentence, { origin_payment_method: sentence })
  }
  return account
}

/** Starts a bank transfer from one of the member's saved accounts; free of charge. */
export const createAchDeposit = async (
  area: DepositsArea,
  attempt: Attempt,
  { amount, origin_payment_method: accountId, description }: z.infer<typeof AchDepositRequest>,
  consent: DebitConsent,
): Promise<Reply<AchDeposit>> => {
  const { processor, sandbox, clock } = area
  const total = usd(amount)
  const begin = async () => {
    const account = await confirmedAccount(area, attempt.memberId, accountId)
    const reserved = await area.reserveReversible({
      depositId: depositIdOf(attempt.memberId, attempt.idempotencyKey),
      memberId: attempt.memberId,
      method: 'ach',
      cents: amount,
      now: clock(),
      source: account.source,
    })
    return ordering(
      () =>
        beginDeposit(area, attempt, { method: 'ach', amount: BigInt(amount), fee: 0n }, (deposit) =>
          reserved === 'source_full'
            ? Promise.reject(overAccountLimit())
            : processor.createBankDebit({ ...deposit, total, description, account, consent }),
        ),
      'payment_refused',
    )
  }
  const { depositId, payment, position } = (await orderedBefore(area, attempt, total)) ?? (await begin())
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
