import { reportOperations } from '../../api/contract/reports.ts'
import { languageTag } from '../texts/texts.ts'
import { answerOf } from './sources.ts'

/** Yield, growth and earnings of the portfolio. */
export const walletInsights = answerOf('insights', reportOperations.getWalletInsights)

/** The months that have a statement, newest first. */
export const statementMonths = answerOf('statements', reportOperations.listStatements)

/** Address of a statement: CSV to save, or a page to print, in the language of this page. */
export const statementUrl = (month: string, format: 'csv' | 'html'): string =>
  `${reportOperations.getStatement.path.replace('{month}', encodeURIComponent(month))}?format=${
    format === 'html' ? `html&language=${languageTag()}` : format
  }`
