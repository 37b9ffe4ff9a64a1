import { monthOf, monthsBetween } from '../../events/calendar.ts'
import { paidByPoolsOf } from '../../projections/bills/queries.ts'
import { daySumsOf } from '../../projections/daily/queries.ts'
import { walletOf } from '../../projections/wallet/queries.ts'
import { operations } from '../contract/operations.ts'
import type { LedgerAccount } from '../contract/reports.ts'
import { HttpError } from '../http/errors.ts'
import type { AppContext } from '../http/context.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import { reply } from '../http/reply.ts'
import { freshTo, registerRead } from '../http/reading.ts'
import { textOf } from '../wallet/history.ts'
import { namesOf } from '../identity/people.ts'
import { registerAsOf } from './as-of.ts'
import type { ReportArea } from './context.ts'
import { statementCamt } from './camt.ts'
import { statementCsv } from './csv.ts'
import { dashboardOf } from './dashboard.ts'
import { STATEMENT_CSP, statementHtml } from './html.ts'
import { importable, importableCsv } from './importable.ts'
import { firstValueDay, insightsFrom } from './insights.ts'
import { assertStatementMonth } from './months.ts'
import { statementOfx } from './ofx.ts'
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

type Format = 'csv' | 'html' | 'ofx' | 'camt'

/**
 * By `format`, else by the Accept header: browsers get the page; callers that accept anything, or JSON as for refusals,
 * the CSV file.
 */
const formatOf = (ctx: AppContext, format: Format | undefined): Format => {
  if (format !== undefined) return format
  const accepted = ctx.accepts(['text/csv', 'text/html', 'application/json'])
  if (accepted === 'text/csv' || accepted === 'application/json') return 'csv'
  if (accepted === 'text/html') return 'html'
  throw new HttpError(406, 'not_acceptable', 'A statement comes as text/csv or text/html.')
}

/** @throws {HttpError} 400 the format cannot say the account's currency */
const assertHasAccount = (format: Format, account: LedgerAccount | undefined): void => {
  if (account === undefined || format === 'csv' || (account === 'usd' && format !== 'html')) return
  const sentence =
    format === 'html'
      ? 'The page has all accounts. Leave the account out.'
      : 'OFX and camt.053 know no such currency. Take the CSV file of this account.'
  throw new HttpError(400, 'invalid_request', sentence, { fields: { account: sentence } })
}

const TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  html: 'text/html; charset=utf-8',
  ofx: 'application/x-ofx; charset=utf-8',
  // Several generators of clients read `text/…` as text, and this as bytes if it is `application/xml`.
  camt: 'text/xml; charset=utf-8',
}

const written = (
  statement: Statement,
  format: Format,
  {
    memberId,
    account,
    language,
  }: {
    readonly memberId: string
    readonly account: LedgerAccount | undefined
    readonly language: string | undefined
  },
): string => {
  switch (format) {
    case 'html':
      return statementHtml(statement, language)
    case 'csv':
      return account === undefined
        ? statementCsv(statement)
        : importableCsv(importable(statement, account, memberId))
    case 'ofx':
      return statementOfx(importable(statement, 'usd', memberId))
    case 'camt':
      return statementCamt(importable(statement, 'usd', memberId))
    default:
      return format satisfies never
  }
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
    const { account, language } = query
    assertHasAccount(format, account)
    const statement = await readStatement(area, member.id, params.month)
    const of = account === undefined ? '' : `-${account.replace(':', '-')}`
    const file = `filename="youtility-statement-${params.month}${of}.${format === 'camt' ? 'xml' : format}"`
    return reply(written(statement, format, { memberId: member.id, account, language }), {
      asOf: new Date(statement.readAt),
      headers: {
        'Content-Type': TYPES[format],
        'Content-Disposition': `${format === 'html' ? 'inline' : 'attachment'}; ${file}`,
        ...(format === 'html' && { 'Content-Security-Policy': STATEMENT_CSP }),
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
    const [sums, paidByPools, usdEarns] = await Promise.all([
      daySumsOf(area.pool, member.id, firstValueDay(now)),
      paidByPoolsOf(area.pool, member.id),
      area.earning.earnsNow(member.id),
    ])
    return insightsFrom(sums, now, paidByPools, usdEarns)
  })
}
