import * as z from 'zod/mini'
import { withdrawalOperations } from '../../../api/contract/withdrawals.ts'
import {
  ACCOUNT,
  WITHDRAWAL,
  type AccountJson,
  type WithdrawalJson,
} from '../../support/withdrawal-answers.ts'
import type { Network } from './network.ts'

export type OptionsJson = z.input<typeof withdrawalOperations.getWithdrawalOptions.response>

const limitOf = (limit: string, left: string) => ({ limit_usd: limit, used_usd: '0.00', left_usd: left })

export const OPTIONS: OptionsJson = {
  closed: null,
  identity: null,
  simulated: true,
  available_usd: '460.00',
  held_usd: '90.00',
  holds: [
    { amount_usd: '40.00', free_from: '2027-01-12' },
    { amount_usd: '50.00', free_from: '2027-03-20' },
  ],
  rails: [
    { rail: 'ach', fee_usd: '0.00', max_usd: '400.00', arrives_by: '2026-12-02' },
    { rail: 'instant', fee_usd: '1.50', max_usd: '398.50', arrives_by: '2026-11-27' },
  ],
  min_usd: '1.00',
  day: limitOf('10000.00', '400.00'),
  month: limitOf('25000.00', '24500.00'),
  needs_fresh_sign_in: false,
  cancel_seconds: 600,
  test_bank_accounts: [],
}

/** What stands in for the server's side of withdrawing. A test changes it, and the page's next answer is so. */
export interface Standing {
  options: OptionsJson
  accounts: AccountJson[]
  withdrawals: WithdrawalJson[]
  /** What the last withdrawal's key is known for. */
  outcome: WithdrawalJson | null
}

export const standing = (): Standing => ({
  options: OPTIONS,
  accounts: [ACCOUNT],
  withdrawals: [],
  outcome: null,
})

/** Answers the page's calls about withdrawals from `now`, by the contract: what it can't be is refused here. */
export const standIn = (network: Network, now: Standing): void => {
  const ops = withdrawalOperations
  const json = (schema: z.ZodMiniType, body: unknown, status = 200) => {
    schema.parse(body)
    return Response.json(body, { status })
  }
  network.on('GET', /\/withdrawal-options$/, async () => json(ops.getWithdrawalOptions.response, now.options))
  network.on('GET', /\/bank-accounts$/, async () =>
    json(ops.listBankAccounts.response, { bank_accounts: now.accounts }),
  )
  network.on('GET', /\/api\/wallet\/withdrawals(\?|$)/, async () =>
    json(ops.listWithdrawals.response, { withdrawals: now.withdrawals, next_cursor: null }),
  )
  network.on('GET', /\/bank-accounts\/bank\?/, async () =>
    json(ops.nameBank.response, { bank_name: 'First Example Bank', rails: ['ach'] }),
  )
  network.on('POST', /\/bank-accounts$/, async () => {
    const waiting: AccountJson = { ...ACCOUNT, state: 'waiting', usable_from: '2026-11-28T12:20:00Z' }
    now.accounts = [waiting, ...now.accounts]
    return json(ops.addBankAccount.response, waiting, 201)
  })
  network.on('DELETE', /\/bank-accounts\//, async () => {
    now.accounts = []
    return new Response(null, { status: 204 })
  })
  network.on('POST', /\/api\/wallet\/withdrawals$/, async () => {
    now.outcome = WITHDRAWAL
    now.withdrawals = [WITHDRAWAL]
    return json(ops.withdraw.response, WITHDRAWAL, 201)
  })
  network.on('POST', /\/withdrawals\/[^/]+\/cancel$/, async () => {
    const stopped: WithdrawalJson = {
      ...WITHDRAWAL,
      state: 'cancelled',
      cancellable_until: null,
      arrives_by: null,
    }
    now.withdrawals = [stopped]
    return json(ops.cancelWithdrawal.response, stopped)
  })
}
