import * as z from 'zod/mini'
import { POOL_DEFAULTS, PoolType, RiskProfile } from '../../../../api/contract/pools.ts'
import { dollarsOf } from './amounts.ts'

/*
 * Each shape stands here once, as a schema: a reload reads back what was being done, and takes nothing of another shape.
 */

/** The pool an action is about, as it was called when the action began. */
const PoolRef = z.object({ id: z.string(), name: z.string() })
export type PoolRef = Readonly<z.infer<typeof PoolRef>>

/** A pool as it is being filled in. Amounts as typed, in dollars. */
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

/** What the form begins with: mixed, moderate, $100, target $5, auto-pay on. */
export const EMPTY_POOL: PoolDraft = {
  kind: 'create',
  name: '',
  type: POOL_DEFAULTS.pool_type,
  risk: POOL_DEFAULTS.risk_profile,
  initial: dollarsOf(POOL_DEFAULTS.initial_investment_cents),
  target: dollarsOf(POOL_DEFAULTS.target_monthly_yield_cents),
  autoPay: POOL_DEFAULTS.auto_bill_payment_enabled,
}

/** Money into a pool or out of it. The amount as typed, in dollars. */
const AmountDraft = z.object({ kind: z.enum(['add', 'withdraw']), pool: PoolRef, amount: z.string() })
export type AmountDraft = Readonly<z.infer<typeof AmountDraft>>

/** What a pool is to do. The target as typed, in dollars; empty: none. */
const SettingsDraft = z.object({
  kind: z.literal('settings'),
  pool: PoolRef,
  autoPay: z.boolean(),
  target: z.string(),
})
export type SettingsDraft = Readonly<z.infer<typeof SettingsDraft>>

/** What is filled in. */
export const Draft = z.discriminatedUnion('kind', [PoolDraft, AmountDraft, SettingsDraft])
export type Draft = PoolDraft | AmountDraft | SettingsDraft

/** The bill an action is about, as it was when the action began. */
const BillRef = z.object({
  id: z.string(),
  title: z.string(),
  /** Calendar month, `yyyy-mm`. */
  period: z.string(),
  amountCents: z.int(),
  /** Calendar day, `yyyy-mm-dd`. */
  dueOn: z.string(),
})

/** What a member can do to pools and bills. Those with a form carry what was filled in. */
export const Action = z.discriminatedUnion('kind', [
  PoolDraft,
  AmountDraft,
  SettingsDraft,
  /** `valueCents` as it was when the review opened; what is paid out is exact at the closing. */
  z.object({ kind: z.literal('close'), pool: PoolRef, valueCents: z.int() }),
  z.object({ kind: z.literal('pay'), bill: BillRef }),
  /** Whether auto-pay may take from the USD wallet what the pools lack. */
  z.object({ kind: z.literal('wallet_fallback'), allowed: z.boolean() }),
])
export type Action = Readonly<z.infer<typeof Action>>

/** Settings say what shall be, not what shall change: whoever lost the answer may say it again. */
export const isRepeatable = ({ kind }: Action): boolean => kind === 'settings' || kind === 'wallet_fallback'
