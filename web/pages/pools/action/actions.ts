import * as z from 'zod/mini'
import { POOL_DEFAULTS, PoolType, RiskProfile } from '../../../../api/contract/pools.ts'
import { dollarsOf } from './amounts.ts'

/*
 * Each shape is defined once, as a schema, so that a reload restores the saved action and drops any other shape.
 */

/** The pool of an action, with its name when the action began. */
const PoolRef = z.object({ id: z.string(), name: z.string() })
export type PoolRef = Readonly<z.infer<typeof PoolRef>>

/** Draft of a new pool. Amounts in dollars, as typed. */
const PoolDraft = z.object({
  kind: z.literal('create'),
  name: z.string(),
  type: PoolType,
  risk: RiskProfile,
  initial: z.string(),
  /** Empty: no target. */
  target: z.string(),
  autoPay: z.boolean(),
})
export type PoolDraft = Readonly<z.infer<typeof PoolDraft>>

/** Initial values of the form: mixed, moderate, $100, target $5, auto-pay on. */
export const EMPTY_POOL: PoolDraft = {
  kind: 'create',
  name: '',
  type: POOL_DEFAULTS.pool_type,
  risk: POOL_DEFAULTS.risk_profile,
  initial: dollarsOf(POOL_DEFAULTS.initial_investment_cents),
  target: dollarsOf(POOL_DEFAULTS.target_monthly_yield_cents),
  autoPay: POOL_DEFAULTS.auto_bill_payment_enabled,
}

/** Draft of adding money to a pool or withdrawing it. The amount in dollars, as typed. */
const AmountDraft = z.object({ kind: z.enum(['add', 'withdraw']), pool: PoolRef, amount: z.string() })
export type AmountDraft = Readonly<z.infer<typeof AmountDraft>>

/** Draft of a pool's settings. The target in dollars, as typed; empty: no target. */
const SettingsDraft = z.object({
  kind: z.literal('settings'),
  pool: PoolRef,
  autoPay: z.boolean(),
  target: z.string(),
})
export type SettingsDraft = Readonly<z.infer<typeof SettingsDraft>>

export const Draft = z.discriminatedUnion('kind', [PoolDraft, AmountDraft, SettingsDraft])
export type Draft = PoolDraft | AmountDraft | SettingsDraft

/** The bill of an action, as it was when the action began. */
const BillRef = z.object({
  id: z.string(),
  title: z.string(),
  /** Calendar month, `yyyy-mm`. */
  period: z.string(),
  amountCents: z.int(),
  /** Calendar day, `yyyy-mm-dd`. */
  dueOn: z.string(),
})

/** An action on a pool or bill. An action with a form is the form's draft. */
export const Action = z.discriminatedUnion('kind', [
  PoolDraft,
  AmountDraft,
  SettingsDraft,
  /** `valueCents` is the value when the review opened; the payout is determined when the pool closes. */
  z.object({ kind: z.literal('close'), pool: PoolRef, valueCents: z.int() }),
  z.object({ kind: z.literal('pay'), bill: BillRef }),
  /** `allowed`: auto-pay may take what the pools cannot cover from the USD wallet. */
  z.object({ kind: z.literal('wallet_fallback'), allowed: z.boolean() }),
])
export type Action = Readonly<z.infer<typeof Action>>

/** Settings requests are idempotent, because they set values: after a lost response they can be sent again. */
export const isRepeatable = ({ kind }: Action): boolean => kind === 'settings' || kind === 'wallet_fallback'
