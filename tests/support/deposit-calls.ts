import { expect } from 'vitest'
import { MIN_POSITION_HEADER } from '../../api/contract/operation.ts'
import {
  AchDeposit,
  DepositDetails,
  PaymentIntent,
  type CreateIntentRequest,
} from '../../api/contract/deposits.ts'
import { BankAccount } from '../../api/contract/funding-accounts.ts'
import type * as z from 'zod/mini'
import type { Browser } from './browser.ts'
import { eventually } from './read-models.ts'

const answered = async <T>(
  response: Response,
  schema: { parse: (value: unknown) => T },
  status = 200,
): Promise<T> => {
  const text = await response.text()
  expect({ status: response.status, text }).toEqual({ status, text: expect.any(String) })
  return schema.parse(JSON.parse(text))
}

/** Starts a card payment, which succeeds unless `more` has another test card. */
export const payByCard = async (
  member: Browser,
  amount: number,
  more: Partial<z.input<typeof CreateIntentRequest>> = {},
  headers: Record<string, string> = {},
): Promise<PaymentIntent> =>
  answered(
    await member.post(
      '/api/payments/stripe/create-intent',
      { amount, currency: 'usd', payment_method_type: 'card', description: 'Add funds', ...more },
      headers,
    ),
    PaymentIntent,
  )

export const bankDetails = (accountNumber: string, more: Record<string, string> = {}) => ({
  routing_number: '110000000',
  account_number: accountNumber,
  account_holder_name: 'Ada Lovelace',
  account_type: 'checking',
  ...more,
})

export const saveBank = async (member: Browser, accountNumber: string): Promise<BankAccount> =>
  answered(await member.post('/api/payments/ach/save-account', bankDetails(accountNumber)), BankAccount)

export const validateBank = (member: Browser, id: string, answer: object): Promise<Response> =>
  member.post(`/api/payments/ach/accounts/${id}/validate`, answer)

/** Saves a bank account, and confirms it if that is asked for. Returns its id. */
export const confirmedBank = async (member: Browser, accountNumber: string): Promise<string> => {
  const { payment_method_id: id, validation } = await saveBank(member, accountNumber)
  if (validation?.state === 'asked')
    await answered(await validateBank(member, id, { amounts: [32, 45] }), BankAccount)
  return id
}

/** Saves a bank account, confirms it if that is asked for, and starts a bank transfer from it. */
export const payByBank = async (
  member: Browser,
  amount: number,
  accountNumber: string,
  headers: Record<string, string> = {},
): Promise<AchDeposit> => {
  const payment_method_id = await confirmedBank(member, accountNumber)
  return answered(
    await member.post(
      '/api/payments/ach/deposit',
      { amount, origin_payment_method: payment_method_id, description: 'Add funds' },
      headers,
    ),
    AchDeposit,
  )
}

export const depositOf = async (member: Browser, id: string, position?: string): Promise<DepositDetails> =>
  answered(
    await member.fetch(
      `/api/payments/deposits/${id}`,
      position === undefined ? {} : { headers: { [MIN_POSITION_HEADER]: position } },
    ),
    DepositDetails,
  )

/** Polls as the web app does, until the deposit is as expected. */
export const depositBecomes = async (
  member: Browser,
  { deposit_id: id, position }: { deposit_id: string; position: string },
  expected: Partial<Pick<DepositDetails, 'status' | 'stage'>>,
): Promise<DepositDetails> => {
  let deposit = await depositOf(member, id, position)
  await eventually(
    async () => {
      deposit = await depositOf(member, id)
      return Object.entries(expected).every(([name, value]) => Reflect.get(deposit, name) === value)
    },
    `deposit ${id} becomes ${JSON.stringify(expected)}, it is ${JSON.stringify(deposit)}`,
    20_000,
  )
  return deposit
}
