import { reportOperations } from '../../api/contract/reports.ts'
import type { QueryOf } from '../../api/contract/operation.ts'
import { languageTag } from '../texts/texts.ts'
import { answerOf } from './sources.ts'

/** Yield, growth and earnings of the portfolio. */
export const walletInsights = answerOf('insights', reportOperations.getWalletInsights)

/** The months that have a statement, newest first. */
export const statementMonths = answerOf('statements', reportOperations.listStatements)

/** One account is for other programs to import; without it a CSV file has all of them, with balances. */
export type StatementForm = Pick<QueryOf<typeof reportOperations.getStatement>, 'format' | 'account'>

/** Address of a statement: a file to save, or with `html` a page to print, in the language of this page. */
export const statementUrl = (month: string, { format, account }: StatementForm): string => {
  const query = new URLSearchParams({
    ...(format !== undefined && { format }),
    ...(account !== undefined && { account }),
    ...(format === 'html' && { language: languageTag() }),
  })
  return `${reportOperations.getStatement.path.replace('{month}', encodeURIComponent(month))}?${query.toString()}`
}
