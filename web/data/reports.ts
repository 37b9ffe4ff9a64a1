import * as z from 'zod/mini'
import { operations } from '../../api/contract/operations.ts'
import { Month, WalletInsights } from '../../api/contract/reports.ts'
import { call } from './client.ts'
import type { DocumentSource } from './sources.ts'

/** Yield, growth and earnings of the portfolio. */
export const walletInsights: DocumentSource<WalletInsights> = {
  key: 'insights',
  schema: WalletInsights,
  load: async ({ minPosition }) => {
    const { data, asOf } = await call(operations.getWalletInsights, { minPosition })
    return { value: data, asOf: asOf ?? new Date().toISOString() }
  },
}

const StatementMonths = z.object({ statements: z.array(z.object({ month: Month, closed: z.boolean() })) })
export type StatementMonths = z.infer<typeof StatementMonths>

/** The months that have a statement, newest first. */
export const statementMonths: DocumentSource<StatementMonths> = {
  key: 'statements',
  schema: StatementMonths,
  load: async ({ minPosition }) => {
    const { data, asOf } = await call(operations.listStatements, { minPosition })
    return { value: data, asOf: asOf ?? new Date().toISOString() }
  },
}

/** Where a statement is: CSV to keep, or a page to print. */
export const statementUrl = (month: string, format: 'csv' | 'html'): string =>
  `${operations.getStatement.path.replace('{month}', encodeURIComponent(month))}?format=${format}`
