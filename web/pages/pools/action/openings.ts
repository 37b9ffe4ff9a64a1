import type { Bill } from '../../../../api/contract/bills.ts'
import type { Pool } from '../../../../api/contract/pools.ts'
import { EMPTY_POOL } from './actions.ts'
import { dollarsOf } from './amounts.ts'
import type { ActionEvent } from './machine.ts'

/** Opens the form of a new pool. */
export const createPool: ActionEvent = { type: 'composed', draft: EMPTY_POOL }

/** Opens the form with the pool's current settings. */
export const settingsOf = (pool: Pool): ActionEvent => ({
  type: 'composed',
  draft: {
    kind: 'settings',
    pool: { id: pool.id, name: pool.pool_name },
    autoPay: pool.auto_bill_payment_enabled,
    target: pool.target_monthly_yield_cents === 0 ? '' : dollarsOf(pool.target_monthly_yield_cents),
  },
})

/** Opens the review of paying a bill manually from the USD wallet. */
export const payment = ({
  id,
  biller_title: title,
  period,
  amount_cents: amountCents,
  due_on: dueOn,
}: Bill): ActionEvent => ({
  type: 'reviewed',
  intent: {
    action: { kind: 'pay', bill: { id, title, period, amountCents, dueOn } },
    key: crypto.randomUUID(),
  },
})

/** Opens the review of whether auto-pay may use the USD wallet. */
export const walletFallback = (allowed: boolean): ActionEvent => ({
  type: 'reviewed',
  intent: { action: { kind: 'wallet_fallback', allowed }, key: crypto.randomUUID() },
})
