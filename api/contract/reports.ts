import * as z from 'zod/mini'
import { Currency, Cursor, DecimalText, Id, Language, ListLimit, MinorText, Timestamp } from './fields.ts'
import { openEnum } from './open.ts'
import { defineOperations, member } from './operation.ts'

/** A calendar month in UTC, `yyyy-mm`. */
export const Month = z
  .string()
  .check(z.regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, 'A month is written as yyyy-mm, such as 2026-01.'))

/**
 * Figures of the wallet's panels. Dollars count USDC as 1 and YUT, staked or not, as 0.10. Earnings are interest and
 * rewards received. A percentage relates the earnings of a period to what the portfolio would be worth today without
 * them; two decimals, rounded half up.
 */
export const WalletInsights = z.object({
  /** Portfolio now, in dollars. */
  total_value_usd: DecimalText,
  /** Portfolio monthly yield: earnings of the last 30 days, today included. */
  monthly_yield_usd: DecimalText,
  monthly_yield_percent: DecimalText,
  /** Earnings ever. */
  total_earnings_usd: DecimalText,
  /** Number of transactions of the last 30 days, today included, and their sum, in and out alike. */
  recent_activity: z.object({ days: z.int(), transactions: z.int(), volume_usd: DecimalText }),
  deposits_30_days_usd: DecimalText,
  /** Growth: earnings of the current month. */
  growth_usd: DecimalText,
  growth_percent: DecimalText,
  /** Earnings of the current year. */
  ytd_usd: DecimalText,
  /** 4.5 % on USD and 8.2 % on staked YUT, weighted by their share of the portfolio. */
  blended_apy_percent: DecimalText,
  /** What the member's USD earn now: nothing at a real bank until they are verified. */
  usd_apy_percent: z.optional(DecimalText),
  /** Amount that pools have paid on utility bills. */
  utility_offset_usd: DecimalText,
  /** Up to the last twelve months, oldest first, the current one last. */
  months: z.array(
    z.object({
      month: Month,
      earnings_usd: DecimalText,
      deposits_usd: DecimalText,
      /** Portfolio at the end of the month, or now. */
      closing_value_usd: DecimalText,
    }),
  ),
  /** Portfolio at the end of each of the last 90 UTC days since the first movement, oldest first, today last. */
  days: z._default(z.array(z.object({ day: z.string(), value_usd: DecimalText })), []),
})
export type WalletInsights = z.infer<typeof WalletInsights>

/** A ledger position, a UTC day (its end) or a time; inclusive. Its years are those of `GivenTime`. */
const AsOf = z
  .string()
  .check(
    z.regex(
      /^(\d{1,18}|[1-9]\d{3}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z)?)$/,
      'Give a ledger position, a day such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z.',
    ),
  )

/** The member's accounts; staked tokens have a separate one. */
export const LedgerAccount = z.enum(['usd', 'usdc', 'yut', 'yut:staked'])
export type LedgerAccount = z.infer<typeof LedgerAccount>

/** Position of the newest event of the wallet that is included, and the time it was recorded. */
const asOf = { position: z.string(), recorded_at: Timestamp }

export const BalancesAsOf = z.object({
  ...asOf,
  /** Number of events of the wallet up to that position. */
  events: z.int(),
  balances: z.array(
    z.object({
      account: openEnum(LedgerAccount),
      currency: openEnum(Currency),
      amount: DecimalText,
      amount_minor: MinorText,
    }),
  ),
})
export type BalancesAsOf = z.infer<typeof BalancesAsOf>

export const StatementAsOf = z.object({
  ...asOf,
  /** Events of the wallet, newest first, each with its effect on the accounts. */
  entries: z.array(
    z.object({
      position: z.string(),
      event_id: Id,
      type: z.string(),
      recorded_at: Timestamp,
      lines: z.array(
        z.object({
          account: openEnum(LedgerAccount),
          currency: openEnum(Currency),
          /** Change of the account (positive: in, negative: out), and its balance afterwards. */
          amount: DecimalText,
          balance: DecimalText,
        }),
      ),
    }),
  ),
  next_cursor: z.nullable(z.string()),
})
export type StatementAsOf = z.infer<typeof StatementAsOf>

export const reportOperations = defineOperations({
  getBalancesAsOf: member.get('/api/wallet/balances', {
    summary:
      "The member's balances at any position or time, from the ledger itself; 422 when that cannot be answered",
    heavy: true,
    query: z.strictObject({ at: z.optional(AsOf) }),
    response: BalancesAsOf,
  }),
  getStatementAsOf: member.get('/api/wallet/statement', {
    summary:
      "Every event of the member's wallet up to any position or time, from the ledger itself; 422 when that cannot be answered",
    heavy: true,
    query: z.strictObject({ at: z.optional(AsOf), limit: ListLimit, cursor: z.optional(Cursor) }),
    response: StatementAsOf,
  }),
  getWalletInsights: member.get('/api/wallet/insights', {
    batchable: true,
    summary: 'Yield, growth, earnings and recent activity of the portfolio',
    response: WalletInsights,
  }),
  listStatements: member.get('/api/wallet/statements', {
    batchable: true,
    summary: 'The months that have a statement, newest first; the current one is not closed yet',
    response: z.object({ statements: z.array(z.object({ month: Month, closed: z.boolean() })) }),
  }),
  getStatement: member.get('/api/wallet/statements/{month}', {
    summary: 'A month of the wallet as CSV, or as a page to print; by `format`, else by the Accept header',
    also: [406],
    heavy: true,
    params: z.strictObject({ month: Month }),
    query: z.strictObject({
      format: z.optional(z.enum(['csv', 'html', 'ofx', 'camt'], 'The format is csv, html, ofx or camt.')),
      /** One account, for other programs to import: needed for a CSV file without balances; OFX and camt.053 have USD. */
      account: z.optional(LedgerAccount),
      /** Language of the HTML page; the CSV file is the same in every language. */
      language: z.optional(Language),
    }),
    response: z.string(),
    mediaTypes: ['text/csv', 'text/html', 'application/x-ofx', 'text/xml'],
  }),
})
