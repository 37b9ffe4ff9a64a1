import * as z from 'zod/mini'
import { DecimalText, Id, Timestamp, writtenLine } from './fields.ts'
import { POOL_CENTS } from './limits.ts'
import { Label, openEnum } from './open.ts'

export const POOL_NAME_MAX = 80

export const POOL_NAME_MISSING = 'Please give the pool a name.'
export const POOL_INITIAL_RANGE = 'The initial investment must be between $100 and $1,000,000.'
export const POOL_CONTRIBUTION_RANGE = 'The contribution must be between $1 and $1,000,000.'
export const POOL_WITHDRAWAL_RANGE = 'The withdrawal must be between $0.01 and $1,000,000.'
export const POOL_TARGET_RANGE = 'The target monthly yield must be between $0 and $1,000,000.'
const WHOLE_CENTS = 'Enter a whole number of cents.'

export const PoolType = z.enum(
  ['index_fund', 'dividend_stocks', 'bonds', 'crypto', 'mixed'],
  'Choose index_fund, dividend_stocks, bonds, crypto or mixed.',
)
export type PoolType = z.infer<typeof PoolType>
export const RiskProfile = z.enum(
  ['conservative', 'moderate', 'aggressive'],
  'Choose conservative, moderate or aggressive.',
)
export type RiskProfile = z.infer<typeof RiskProfile>

/** Defaults of a new pool, also in the create form. */
export const POOL_DEFAULTS = {
  pool_type: 'mixed',
  risk_profile: 'moderate',
  initial_investment_cents: 100_00,
  target_monthly_yield_cents: 5_00,
  auto_bill_payment_enabled: true,
} as const

/** Where pools are invested. */
export const Market = z.object({
  title: z.string(),
  /** Prices and orders are not those of a real market. */
  simulated: z.boolean(),
  /** Sentence why nothing can be invested; null when investing is possible. */
  closed: z.nullable(z.string()),
})
export type Market = z.infer<typeof Market>

/** Expected annual return by risk profile, percent; the simulated market's drift lies within it. */
export const EXPECTED_RETURN_PERCENT: Readonly<Record<RiskProfile, { from: number; to: number }>> = {
  conservative: { from: 4, to: 6 },
  moderate: { from: 7, to: 10 },
  aggressive: { from: 10, to: 15 },
}

/** A UTC day, `yyyy-mm-dd`. */
const Day = z.iso.date()

const cents = (min: number, sentence: string) =>
  z.int(WHOLE_CENTS).check(z.minimum(min, sentence), z.maximum(POOL_CENTS.max, sentence))

const PoolName = writtenLine('The name', POOL_NAME_MAX, POOL_NAME_MISSING).check(
  z.minLength(1, POOL_NAME_MISSING),
)

/** Amounts are whole cents, rounded down; gains may be negative. Gain = current value − invested. */
export const Pool = z.object({
  id: Id,
  /** Replaced by a sentence once its owner has erased it. */
  pool_name: z.string(),
  pool_type: openEnum(PoolType),
  risk_profile: openEnum(RiskProfile),
  status: openEnum(z.enum(['open', 'closed'])),
  /** Principal in the pool: contributions, less the withdrawn part of them. */
  total_invested_cents: z.int(),
  /** Units × price + cash, at the price of {@link valued_on}. */
  current_value_cents: z.int(),
  target_monthly_yield_cents: z.int(),
  /** Everything earned since the beginning: dividends, realised and unrealised gains. */
  total_returns_cents: z.int(),
  /** Contributions, withdrawals, dividends and bill payments so far. */
  transaction_count: z.int(),
  auto_bill_payment_enabled: z.boolean(),

  /** Unspent dividends, part of the value. */
  cash_cents: z.int(),
  /** Units held, 8 decimals. */
  units: DecimalText,
  /** Dollars per unit, 6 decimals. */
  unit_price: DecimalText,
  /** The UTC day whose price this is. */
  valued_on: Day,
  /** Cost of the units held: in all, and on average per unit (dollars, 6 decimals; null without units). */
  cost_basis_cents: z.int(),
  average_cost: z.nullable(DecimalText),
  realised_gain_cents: z.int(),
  unrealised_gain_cents: z.int(),
  dividends_cents: z.int(),
  /** Paid in, withdrawn to the wallet, and paid on bills since the beginning. */
  contributed_cents: z.int(),
  withdrawn_cents: z.int(),
  bills_paid_cents: z.int(),
  /** Growth since the beginning, independent of money paid in or out; percent with two decimals, such as "7.31". */
  time_weighted_return_percent: DecimalText,
  /** Earned in this calendar month (UTC), for the progress towards the target; may be negative. */
  month_yield_cents: z.int(),
  /** Amounts that auto-pay could take now: dividend cash first, then gains above the principal. */
  available_for_bills: z.object({ dividends_cents: z.int(), gains_cents: z.int() }),
  /** Whether prices are simulated; `market` is the display name, such as "Simulated market". */
  simulated: z.boolean(),
  market: z.string(),
  created_at: Timestamp,
  closed_at: z.nullable(Timestamp),
})
export type Pool = z.infer<typeof Pool>

/** The value at the end of a day, after everything that happened on it. */
export const PoolDay = z.object({
  day: Day,
  value_cents: z.int(),
  /** Principal on that day. */
  invested_cents: z.int(),
  unit_price: DecimalText,
  units: DecimalText,
  cash_cents: z.int(),
  /** Paid in less paid out on that day. */
  flow_cents: z.int(),
})
export type PoolDay = z.infer<typeof PoolDay>

/** Kind of an entry in a pool's activity. */
export const PoolActivityKind = z.enum([
  'created',
  'contribution',
  'withdrawal',
  'dividend',
  'bill_payment',
  'bill_payment_returned',
  'auto_pay_on',
  'auto_pay_off',
  'target_changed',
  'closed',
])
export type PoolActivityKind = z.infer<typeof PoolActivityKind>

export const PoolActivity = z.object({
  id: Id,
  kind: openEnum(PoolActivityKind),
  label: Label,
  /** Signed: positive for money into the pool; null when no money moved. For `target_changed` the new target. */
  amount_cents: z.nullable(z.int()),
  /** For a bill payment: the parts taken from dividend cash and from gains; null otherwise. */
  dividends_cents: z.nullable(z.int()),
  gains_cents: z.nullable(z.int()),
  /** Units bought (positive) or sold (negative), and their price; null when there were none. */
  units: z.nullable(DecimalText),
  unit_price: z.nullable(DecimalText),
  bill_id: z.nullable(Id),
  occurred_at: Timestamp,
  position: z.string(),
})
export type PoolActivity = z.infer<typeof PoolActivity>

export const CreatePoolRequest = z.strictObject({
  pool_name: PoolName,
  pool_type: z._default(PoolType, POOL_DEFAULTS.pool_type),
  risk_profile: z._default(RiskProfile, POOL_DEFAULTS.risk_profile),
  initial_investment_cents: cents(POOL_CENTS.initialMin, POOL_INITIAL_RANGE),
  target_monthly_yield_cents: z._default(
    cents(0, POOL_TARGET_RANGE),
    POOL_DEFAULTS.target_monthly_yield_cents,
  ),
  auto_bill_payment_enabled: z._default(z.boolean(), POOL_DEFAULTS.auto_bill_payment_enabled),
})

export const ContributionRequest = z.strictObject({
  amount_cents: cents(POOL_CENTS.contributionMin, POOL_CONTRIBUTION_RANGE),
})
export const WithdrawalRequest = z.strictObject({ amount_cents: cents(1, POOL_WITHDRAWAL_RANGE) })

export const PoolSettingsRequest = z.strictObject({
  auto_bill_payment_enabled: z.optional(z.boolean()),
  target_monthly_yield_cents: z.optional(cents(0, POOL_TARGET_RANGE)),
})

/** `processing`: the money has left its source and arrives within seconds, even after a crash. */
const PoolMoveStatus = openEnum(z.enum(['processing', 'completed', 'returned']))
/** Outcome of moving money into or out of a pool. */
export const PoolMove = z.object({
  /** Id of the contribution, withdrawal or closing. */
  id: Id,
  pool_id: Id,
  status: PoolMoveStatus,
  amount_cents: z.int(),
  /** The pool afterwards; null while it is still being created. */
  pool: z.nullable(Pool),
  /** Ledger position of its newest event. */
  position: z.string(),
})
export type PoolMove = z.infer<typeof PoolMove>

/** The four cards of the dashboard and of the investments page. Cents. */
export const Dashboard = z.object({
  /** Of all open pools. */
  total_pool_value_cents: z.int(),
  total_invested_cents: z.int(),
  total_returns_cents: z.int(),
  active_pools: z.int(),
  auto_pay_pools: z.int(),
  /** Per month, of all open pools. */
  target_monthly_yield_cents: z.int(),
  month_yield_cents: z.int(),
  /** Amount that pools have paid on bills so far, and the number of those bills. */
  bills_paid_by_investments_cents: z.int(),
  bills_paid_by_investments: z.int(),
  /** Services that the member is currently billed for, by name. */
  active_services: z.array(z.object({ name: z.string(), title: z.string() })),
  /** Average per month that pools paid on bills, over the last twelve months or since the first bill. */
  cost_savings_cents: z.int(),
  unpaid_bills: z.int(),
  past_due_bills: z.int(),
  /** The account is closing: nothing moves but its last payment. */
  account_closing: z.optional(z.boolean()),
})
export type Dashboard = z.infer<typeof Dashboard>
