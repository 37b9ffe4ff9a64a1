import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { MIN_POSITION_HEADER } from '../../api/contract/operation.ts'
import { operations } from '../../api/contract/operations.ts'
import { CLOCK_SHIFT_HEADER } from '../../api/contract/sandbox.ts'
import {
  SavedBankAccount,
  Withdrawal,
  WithdrawalOptions,
  type WithdrawalRail,
  type WithdrawalState,
} from '../../api/contract/withdrawals.ts'
import { DAY_MS } from '../../events/calendar.ts'
import type { Browser } from './browser.ts'
import { bankDetails } from './deposit-calls.ts'
import { eventually } from './read-models.ts'
import { keyed } from './wallet-calls.ts'

export const ACCOUNTS = '/api/wallet/bank-accounts'
export const WITHDRAWALS = '/api/wallet/withdrawals'

/** Account numbers of the sandbox, and what becomes of a withdrawal to each. */
export const PAYOUT_NUMBERS = {
  arrives: '000123456789',
  moved: '000444444442',
  comesBack: '000111111116',
  comesBackLate: '000555555559',
  refused: '000777777771',
  slowOnly: '000333333335',
  watched: '000666666661',
  unanswered: '000222222227',
} as const

const parsed = async <T>(
  response: Response,
  schema: { parse: (value: unknown) => T },
  status = 200,
): Promise<T> => {
  const text = await response.text()
  expect({ status: response.status, text }).toEqual({ status, text: expect.any(String) })
  return schema.parse(JSON.parse(text))
}

/** Saves a bank account for withdrawals; it waits a day. */
export const savesAccount = async (
  member: Browser,
  accountNumber: string = PAYOUT_NUMBERS.arrives,
  more: Record<string, string> = {},
): Promise<SavedBankAccount> =>
  parsed(await member.post(ACCOUNTS, bankDetails(accountNumber, more)), SavedBankAccount, 201)

export const accountsOf = async (member: Browser): Promise<readonly SavedBankAccount[]> =>
  (await parsed(await member.fetch(ACCOUNTS), operations.listBankAccounts.response)).bank_accounts

export const optionsFor = async (member: Browser): Promise<WithdrawalOptions> =>
  parsed(await member.fetch('/api/wallet/withdrawal-options'), WithdrawalOptions)

export const withdrawing = (
  member: Browser,
  account: string,
  amount: string,
  rail: WithdrawalRail = 'ach',
  { key = randomUUID(), fee }: { readonly key?: string; readonly fee?: string } = {},
): Promise<Response> =>
  member.post(
    WITHDRAWALS,
    { bank_account_id: account, amount_usd: amount, rail, ...(fee !== undefined && { fee_usd: fee }) },
    keyed(key),
  )

/** Withdraws; fails the test unless it is acknowledged. */
export const withdraws = async (...order: Parameters<typeof withdrawing>): Promise<Withdrawal> =>
  parsed(await withdrawing(...order), Withdrawal, 201)

export const withdrawalOf = async (member: Browser, id: string, position?: string): Promise<Withdrawal> =>
  parsed(
    await member.fetch(
      `${WITHDRAWALS}/${id}`,
      position === undefined ? {} : { headers: { [MIN_POSITION_HEADER]: position } },
    ),
    Withdrawal,
  )

export const withdrawalsOfMember = async (member: Browser, query = '') =>
  parsed(await member.fetch(`${WITHDRAWALS}${query}`), operations.listWithdrawals.response)

export const cancelling = (member: Browser, id: string): Promise<Response> =>
  member.post(`${WITHDRAWALS}/${id}/cancel`, undefined, keyed(randomUUID()))

/** Waits until a withdrawal is in a state; returns it. */
export const withdrawalBecomes = async (
  member: Browser,
  id: string,
  state: WithdrawalState,
): Promise<Withdrawal> => {
  let last: Withdrawal | undefined
  await eventually(
    async () => {
      last = await withdrawalOf(member, id)
      return last.state === state
    },
    `the withdrawal is ${state}`,
    20_000,
  )
  if (!last) throw new Error(`The withdrawal is not ${state}`)
  return last
}

/**
 * Moves the clock for money forward, and waits until it is there: it stops on every day, and long ways take longer than an
 * answer. Sessions stay as fresh as they are.
 */
export const passDays = async (member: Browser, days: number): Promise<void> => {
  const shiftMs = async () => Number((await member.fetch('/api/dashboard')).headers.get(CLOCK_SHIFT_HEADER))
  const there = (await shiftMs()) + days * DAY_MS
  const response = await member.post('/api/sandbox/clock/advance', { days })
  expect(response.status).toBe(200)
  await eventually(async () => (await shiftMs()) >= there, `${days} days have passed`, 120_000)
}
