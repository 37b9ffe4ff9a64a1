import { POOL_DEFAULTS, type PoolType, type RiskProfile } from '../../../../api/contract/pools.ts'
import { dollarsOf } from './amounts.ts'

/** The pool an action is about, as it was called when the action began. */
export interface PoolRef {
  readonly id: string
  readonly name: string
}

/** A pool as it is being filled in. Amounts as typed, in dollars. */
export interface PoolDraft {
  readonly kind: 'create'
  readonly name: string
  readonly type: PoolType
  readonly risk: RiskProfile
  readonly initial: string
  /** Empty: no target. */
  readonly target: string
  readonly autoPay: boolean
}

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
export interface AmountDraft {
  readonly kind: 'add' | 'withdraw'
  readonly pool: PoolRef
  readonly amount: string
}

/** What a pool is to do. The target as typed, in dollars; empty: none. */
export interface SettingsDraft {
  readonly kind: 'settings'
  readonly pool: PoolRef
  readonly autoPay: boolean
  readonly target: string
}

export type Draft = PoolDraft | AmountDraft | SettingsDraft

/** The bill an action is about, as it was when the action began. */
interface BillRef {
  readonly id: string
  readonly title: string
  /** Calendar month, `yyyy-mm`. */
  readonly period: string
  readonly amountCents: number
  /** Calendar day, `yyyy-mm-dd`. */
  readonly dueOn: string
}

/** What a member can do to pools and bills. Those with a form carry what was filled in. */
export type Action =
  | Draft
  /** `valueCents` as it was when the review opened; what is paid out is exact at the closing. */
  | { readonly kind: 'close'; readonly pool: PoolRef; readonly valueCents: number }
  | { readonly kind: 'pay'; readonly bill: BillRef }
  /** Whether auto-pay may take from the USD wallet what the pools lack. */
  | { readonly kind: 'wallet_fallback'; readonly allowed: boolean }

/** Settings say what shall be, not what shall change: whoever lost the answer may say it again. */
export const isRepeatable = ({ kind }: Action): boolean => kind === 'settings' || kind === 'wallet_fallback'
