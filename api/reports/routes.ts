import { monthOf, monthsBetween } from '../../events/calendar.ts'
import { paidByPoolsOf } from '../../projections/bills/queries.ts'
import { monthSumsOf } from '../../projections/daily/queries.ts'
import { walletOf } from '../../projections/wallet/queries.ts'
import { operations } from '../contract/operations.ts'
import { HttpError } from '../http/errors.ts'
import type { AppContext } from '../http/context.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import { reply } from '../http/reply.ts'
import { freshTo, registerRead } from '../http/reading.ts'
import { textOf } from '../wallet/history.ts'
import { namesOf } from '../wallet/people.ts'
import { registerAsOf } from './as-of.ts'
import type { ReportArea } from './context.ts'
import { statementCsv } from './csv.ts'
import { dashboardOf } from './dashboard.ts'
import { STATEMENT_CSP, statementHtml } from './html.ts'
import { firstRecentDay, insightsFrom } from './insights.ts'
import { assertStatementMonth } from './months.ts'
import { statementFigures, type Statement } from './statement.ts'

const notSettled = () =>
  new HttpError(503, 'not_caught_up', 'This month is still being added up. Please try again in a moment.', {
    retryAfterSeconds: 1,
  })

/** @throws {HttpError} 404 no statement for this month; 503 the read models are behind */
const readStatement = async (area: ReportArea, memberId: string, month: string): Promise<Statement> => {
  // A statement must include every event so far.
  await freshTo(area, await area.store.head(), ['wallet', 'activity'])
  const now = area.clock()
  const wallet = await walletOf(area.pool, memberId)
  assertStatementMonth(month, wallet?.openedAt ?? null, now)
  const figures = await statementFigures(area.heavyPool, memberId, month)
  if (!figures) throw notSettled()
  const activity = figures.lines.map((line) => line.activity)
  const [name, messages] = await Promise.all([
    namesOf(area.members, [memberId, ...activity.map(({ counterpartyId }) => counterpartyId)]),
    Promise.all(activity.map(async (line) => [line.position, await textOf(area, line.message)] as const)),
  ])
  return {
    ...figures,
    owner: name(memberId),
    counterparty: name,
    messages: new Map(messages.flatMap(([position, text]) => (text === null ? [] : [[position, text]]))),
    readAt: now.toISOString(),
  }
}

/**
 * By `format`, else by the Accept header: browsers get the page; callers that accept anything, or JSON as for refusals,
 * the CSV file.
 */
const formatOf = (ctx: AppContext, format: 'csv' | 'html' | undefined): 'csv' | 'html' => {
  if (format !== undefined) return format
  const accepted = ctx.accepts(['text/csv', 'text/html', 'application/json'])
  if (accepted === 'text/csv' || accepted === 'application/json') return 'csv'
  if (accepted === 'text/html') return 'html'
  throw new HttpError(406, 'not_acceptable', 'A statement comes as text/csv or text/html.')
}

const registerStatements = (api: ApiRouter, area: ReportArea): void => {
  registerOperation(api, operations.listStatements, async ({ member }) => {
    const now = area.clock()
    const wallet = await walletOf(area.pool, member.id)
    const current = monthOf(now)
    const months = wallet ? monthsBetween(monthOf(wallet.openedAt), current) : []
    const statements = months.toReversed().map((month) => ({ month, closed: month < current }))
    return reply({ statements }, { asOf: now })
  })

  registerOperation(api, operations.getStatement, async ({ member, params, query, ctx }) => {
    const format = formatOf(ctx, query.format)
    const statement = await readStatement(area, member.id, params.month)
    const asOf = new Date(statement.readAt)
    const file = `filename="youtility-statement-${params.month}.${format}"`
    return format === 'csv'
      ? reply(statementCsv(statement), {
          asOf,
          headers: {
            'Content-Type': 'text/csv; charset=utf-8; header=present',
            'Content-Disposition': `attachment; ${file}`,
            Vary: 'Accept',
          },
        })
      : reply(statementHtml(statement, query.language), {
          asOf,
          headers: {
            'Content-Type': 'text/html; charset=utf-8',
            'Content-Disposition': `inline; ${file}`,
            'Content-Security-Policy': STATEMENT_CSP,
            Vary: 'Accept',
          },
        })
  })
}

/** The dashboard, statements and insights. */
export const registerReports = (api: ApiRouter, area: ReportArea): void => {
  registerStatements(api, area)
  registerAsOf(api, area)
  registerRead(api, area, operations.getDashboard, ['pools', 'bills'], ({ member }, asOf) =>
    dashboardOf(area, member.id, asOf),
  )
  registerRead(api, area, operations.getWalletInsights, ['wallet', 'pools'], async ({ member }, now) => {
    const [sums, paidByPools] = await Promise.all([
      monthSumsOf(area.pool, member.id, firstRecentDay(now)),
      paidByPoolsOf(area.pool, member.id),
    ])
    return insightsFrom(sums, now, paidByPools)
  })
}
