import * as z from 'zod/mini'
import { ById, Cursor, Id, ListLimit, Timestamp } from './fields.ts'
import { openEnum } from './open.ts'
import { defineOperations, member } from './operation.ts'

/** Days from a bill's issue, when its member is told the amount, to its due date. */
export const BILL_DUE_DAYS = 14
/** Auto-pay starts this many days before the due date. */
export const AUTO_PAY_DAYS_BEFORE = 3

/** A UTC day, `yyyy-mm-dd`. */
const Day = z.iso.date()

/** `paying`: completes or is reversed within seconds. `past_due`: unpaid after the due date, still payable. */
export const BillStatus = z.enum(['issued', 'paying', 'paid', 'past_due'])
export type BillStatus = z.infer<typeof BillStatus>

/** One source's share in the payment of a bill. */
export const BillLeg = z.object({
  source: openEnum(z.enum(['pool', 'wallet'])),
  /** Null for the wallet. */
  pool_id: z.nullable(Id),
  pool_name: z.nullable(z.string()),
  amount_cents: z.int(),
  /** Parts of the amount: from dividend cash, and from gains above the principal (units sold); zero for the wallet. */
  dividends_cents: z.int(),
  gains_cents: z.int(),
})
export type BillLeg = z.infer<typeof BillLeg>

/** Why auto-pay has not paid a bill. */
const AutoPayReason = z.enum([
  /** No pool of the member pays bills. */
  'no_auto_pay_pool',
  /** Dividends and gains of the pools do not cover it, and the wallet may not be used. */
  'pools_short',
  /** Pools and wallet together do not cover it. */
  'wallet_short',
  /** A pool or the wallet changed while the bill was being paid; everything was returned. */
  'changed_meanwhile',
])

export const Bill = z.object({
  id: Id,
  /** Identifier of the service, such as `tellepathy`, and its display name. */
  biller: z.string(),
  biller_title: z.string(),
  /** Calendar month (UTC), `2026-11`. */
  period: z.string(),
  amount_cents: z.int(),
  lines: z.array(z.object({ item: z.string(), reference: z.string(), amount_cents: z.int() })),
  status: openEnum(BillStatus),
  issued_at: Timestamp,
  due_on: Day,
  /** The first day on which auto-pay tries. */
  auto_pay_on: Day,
  paid_at: z.nullable(Timestamp),
  /** Null until it is paid. */
  paid_by: z.nullable(openEnum(z.enum(['pools', 'pools_and_wallet', 'wallet']))),
  /** Shares paid, or requested while `paying`; empty otherwise. */
  legs: z.array(BillLeg),
  /** The last failed attempt of auto-pay; null when there was none or the bill is paid. */
  auto_pay_failure: z.nullable(
    z.object({
      at: Timestamp,
      reason: openEnum(AutoPayReason),
      /** The reason as a sentence for the member, with what to do. */
      message: z.string(),
      missing_cents: z.int(),
    }),
  ),
})
export type Bill = z.infer<typeof Bill>

const BillSettings = z.object({
  /** Auto-pay may take the missing amount from the USD wallet. */
  pay_from_wallet: z.boolean(),
})

/** The next bill due, and whether the pools are expected to cover it. An estimate. */
export const BillForecast = z.object({
  /** Null while the member has never been billed. */
  next: z.nullable(
    z.object({
      /** Null when the bill is not issued yet and estimated to be as high as the last one. */
      bill_id: z.nullable(Id),
      biller: z.string(),
      biller_title: z.string(),
      period: z.string(),
      amount_cents: z.int(),
      estimated: z.boolean(),
      due_on: Day,
      auto_pay_on: Day,
      /** Current dividend cash, and gains above the principal, of the auto-pay pools. */
      dividends_cents: z.int(),
      gains_cents: z.int(),
      /** Expected earnings of these pools until the due date. */
      expected_cents: z.int(),
      /** Wallet balance that auto-pay may use; zero when it may not use the wallet. */
      wallet_cents: z.int(),
      /** Amount of past-due bills, which are paid first. */
      earlier_cents: z.int(),
      covered_by: openEnum(z.enum(['pools', 'pools_and_wallet', 'nothing'])),
      /** What the bill itself is expected to lack, at most its amount: past-due bills lack the rest. */
      missing_cents: z.int(),
    }),
  ),
  /** Expected earnings of the auto-pay pools in 30 days. */
  expected_monthly_cents: z.int(),
  auto_pay_pools: z.int(),
  simulated: z.boolean(),
})
export type BillForecast = z.infer<typeof BillForecast>

export const billOperations = defineOperations({
  listBills: member.get('/api/bills', {
    batchable: true,
    summary: "The member's bills, newest first",
    query: z.strictObject({
      limit: ListLimit,
      cursor: z.optional(Cursor),
      status: z.optional(z.enum(['unpaid', 'paid'], 'The status is unpaid or paid.')),
    }),
    response: z.object({
      bills: z.array(Bill),
      next_cursor: z.nullable(z.string()),
      settings: BillSettings,
    }),
  }),
  getBillForecast: member.get('/api/bills/forecast', {
    batchable: true,
    summary: 'What is due next and whether the pools are expected to cover it',
    response: BillForecast,
  }),
  setBillSettings: member.put('/api/bills/settings', {
    summary: 'Whether auto-pay may take what the pools lack from the USD wallet',
    body: z.strictObject({ pay_from_wallet: z.boolean('pay_from_wallet is true or false.') }),
    response: BillSettings,
  }),
  getBill: member.get('/api/bills/{id}', {
    summary: 'One bill',
    params: ById,
    response: Bill,
  }),
  payBill: member.post('/api/bills/{id}/pay', {
    summary: 'Pays a bill in full from the USD wallet',
    movesValue: true,
    params: ById,
    response: Bill,
  }),
})
