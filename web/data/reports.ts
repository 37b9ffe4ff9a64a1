import * as z from 'zod/mini'
import { Month, WalletInsights, reportOperations } from '../../api/contract/reports.ts'
import { call } from './client.ts'
import { document, type DocumentSource } from './sources.ts'

/** Yield, growth and earnings of the portfolio. */
export const walletInsights: DocumentSource<WalletInsights> = document(
  'insights',
  WalletInsights,
  (options) => call(reportOperations.getWalletInsights, options),
  (data) => data,
)

const StatementMonths = z.object({ statements: z.array(z.object({ month: Month, closed: z.boolean() })) })
type StatementMonths = z.infer<typeof StatementMonths>

/** The months that have a statement, newest first. */
export const statementMonths: DocumentSource<StatementMonths> = document(
  'statements',
  StatementMonths,
  (options) => call(reportOperations.listStatements, options),
  (data) => data,
)

/** Where a statement is: CSV to keep, or a page to print. */
export const statementUrl = (month: string, format: 'csv' | 'html'): string =>
  `${reportOperations.getStatement.path.replace('{month}', encodeURIComponent(month))}?format=${format}`
