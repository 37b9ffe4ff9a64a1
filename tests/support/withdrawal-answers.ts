import type * as z from 'zod/mini'
import type { withdrawalOperations } from '../../api/contract/withdrawals.ts'

/*
 * What the server answers about withdrawals, for pages that cannot have it from a server: adding an account and
 * withdrawing ask for a fresh sign-in.
 */

export type AccountJson = z.input<typeof withdrawalOperations.addBankAccount.response>
export type WithdrawalJson = z.input<typeof withdrawalOperations.withdraw.response>

export const ACCOUNT: AccountJson = {
  id: '1f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f',
  holder_name: 'Barbara Liskov',
  bank_name: 'First Example Bank',
  last4: '6789',
  account_type: 'checking',
  rails: ['ach', 'instant'],
  state: 'usable',
  usable_from: '2026-11-20T10:00:00Z',
  created_at: '2026-11-19T10:00:00Z',
}

export const WITHDRAWAL: WithdrawalJson = {
  withdrawal_id: '2f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f',
  state: 'preparing',
  amount_usd: '25.00',
  fee_usd: '0.00',
  total_usd: '25.00',
  rail: 'ach',
  fell_back: false,
  bank_account: {
    id: ACCOUNT.id,
    bank_name: ACCOUNT.bank_name,
    last4: ACCOUNT.last4,
    account_type: ACCOUNT.account_type,
  },
  cancellable_until: '2026-11-27T12:30:00Z',
  arrives_by: '2026-12-02',
  reason: null,
  created_at: '2026-11-27T12:20:00Z',
  sent_at: null,
  updated_at: '2026-11-27T12:20:00Z',
  position: '4711',
}

/** The line of activity with which it begins. */
export const LINE = {
  id: WITHDRAWAL.withdrawal_id,
  kind: 'withdrawal',
  currency: 'USD',
  amount: '-25.00',
  amount_minor: '-2500',
  status: 'completed',
  counterparty: null,
  message: null,
  transfer_id: null,
  occurred_at: WITHDRAWAL.created_at,
  position: WITHDRAWAL.position,
}
