import { hash } from 'node:crypto'
import { ACCOUNTS, type DayAccount } from '../../projections/daily/table.ts'
import { DEFAULT_LOCALE } from '../contract/number-locale.ts'
import { localizerOf } from '../texts/localizer.ts'
import { amountText, type Statement, type StatementLine } from './statement.ts'
import { KIND_WORDS, STATUS_WORDS } from './statement-words.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Escapes a text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => ENTITIES[one] ?? one)

const STYLE = `
:root { color-scheme: light; font: 15px/1.45 system-ui, sans-serif; color: #16202c; background: #fff }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem; margin: 0 }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem }
table { width: 100%; border-collapse: collapse }
caption { text-align: left }
th, td { padding: .35rem .5rem; border-bottom: 1px solid #c7cfd8; text-align: left; vertical-align: top; overflow-wrap: anywhere }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.quiet { color: #4a5766 }
td:first-child, th:first-child, .movements td:nth-child(3) { white-space: nowrap }
@media screen and (max-width: 44rem), print and (max-width: 30rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem; padding: .6rem 0; border-bottom: 1px solid #c7cfd8 }
  th, td { border: 0; padding: .1rem 0 }
  .balances th { grid-column: 1 / -1 }
  .balances td { grid-column: 1 / -1; display: flex; justify-content: space-between }
  .balances td::before { content: attr(data-label) }
  .movements td:nth-child(1) { grid-area: 2 / 1; color: #4a5766 }
  .movements td:nth-child(2) { grid-area: 1 / 1 }
  .movements td:nth-child(3) { grid-area: 3 / 1; color: #4a5766 }
  .movements td:nth-child(4) { grid-area: 1 / 2 }
  .movements td:nth-child(5) { grid-area: 2 / 2 / span 2; color: #4a5766 }
  .movements td:nth-child(5)::before { content: attr(data-label) ' ' }
}
@page { margin: 15mm }
@media print {
  :root { font-size: 10pt }
  body { max-width: none; margin: 0; padding: 0 }
  thead { display: table-header-group }
  tr { break-inside: avoid }
}
`

/** Allows only the one style above: no scripts, no other resources, no framing. */
export const STATEMENT_CSP = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

type Localizer = ReturnType<typeof localizerOf>

const held = (account: DayAccount, minor: bigint, { decimal }: Localizer): string =>
  decimal(amountText(account, minor))

const moved = (account: DayAccount, minor: bigint, { decimal }: Localizer): string =>
  decimal(amountText(account, minor), 'always')

const accountName = (account: DayAccount, { t }: Localizer): string =>
  account === 'YUT staked' ? t('YUT staked') : account

const time = (iso: string): string =>
  `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)}</time>`

/** A cell with a number; its label is shown on narrow screens, which have no column heads. */
const figure = (label: string, text: string): string =>
  `<td class="number" data-label="${escapeHtml(label)}">${text}</td>`

const balances = ({ opening, closing }: Statement, localizer: Localizer): string =>
  ACCOUNTS.map(
    (account) => `<tr><th scope="row">${accountName(account, localizer)}</th>
${figure(localizer.t('Opening balance'), held(account, opening[account], localizer))}
${figure(localizer.t('Change'), moved(account, closing[account] - opening[account], localizer))}
${figure(localizer.t('Closing balance'), held(account, closing[account], localizer))}</tr>`,
  ).join('\n')

/** A printed line; of interest it is a run of days, with nothing else of the account between them. */
interface PrintedLine extends StatementLine {
  /** ISO time of the first of several days; null for a single movement. */
  readonly since: string | null
}

/**
 * The lines as they are printed. Interest comes daily: each run of it is one line with its exact sum, and the balance
 * after its last day, so that every line agrees with the next. The CSV file has each day.
 */
export const printedLines = (lines: readonly StatementLine[]): readonly PrintedLine[] => {
  /** Places of days that a later one of their run stands for. */
  const continued = new Set<number>()
  const printed = lines.map((line): PrintedLine => ({ ...line, since: null }))
  for (const [place, line] of printed.entries()) {
    if (line.activity.kind !== 'interest') continue
    const before = printed.findLastIndex(({ account }, at) => at < place && account === line.account)
    const day = printed[before]
    if (day?.activity.kind !== 'interest') continue
    const since = day.since ?? day.activity.occurredAt
    printed[place] = { ...line, minor: day.minor + line.minor, since }
    continued.add(before)
  }
  return printed.filter((_line, place) => !continued.has(place))
}

const details = (
  { counterparty, messages }: Statement,
  { activity, since }: PrintedLine,
  { t, day }: Localizer,
): string => {
  const person = activity.counterpartyId === null ? null : counterparty(activity.counterpartyId)
  const message = messages.get(activity.position)
  const status = STATUS_WORDS[activity.status]?.(t) ?? null
  return [
    escapeHtml(KIND_WORDS[activity.kind](t)),
    ...(since === null
      ? []
      : [
          `<span class="quiet">${escapeHtml(t('each day since {day}', { day: day(since.slice(0, 10)) }))}</span>`,
        ]),
    // Isolated, so that a name or message in another writing direction does not reorder the rest.
    ...(person
      ? [
          `<bdi>${escapeHtml(person.name)}</bdi>${person.handle ? ` <bdi>@${escapeHtml(person.handle)}</bdi>` : ''}`,
        ]
      : []),
    ...(message === undefined ? [] : [`<bdi class="quiet">${escapeHtml(message)}</bdi>`]),
    ...(status === null ? [] : [`<span class="quiet">${escapeHtml(status)}</span>`]),
  ].join('<br>')
}

const rows = (statement: Statement, localizer: Localizer): string =>
  printedLines(statement.lines)
    .map(
      (line) => `<tr><td>${time(line.activity.occurredAt)}</td>
<td>${details(statement, line, localizer)}</td>
<td>${accountName(line.account, localizer)}</td>
<td class="number">${moved(line.account, line.minor, localizer)}</td>
${figure(localizer.t('Balance'), held(line.account, line.balance, localizer))}</tr>`,
    )
    .join('\n')

/** Column heads; those of the last `figures` columns are right-aligned like the numbers below. */
const heads = (texts: readonly string[], figures: number): string =>
  texts
    .map((text, place) =>
      place < texts.length - figures
        ? `<th scope="col">${text}</th>`
        : `<th scope="col" class="number">${text}</th>`,
    )
    .join('')

/**
 * A statement as a page to print, in a language such as "de-AT": no script, no external resource; serve it with {@link
 * STATEMENT_CSP}. Times are in UTC and say so.
 */
export const statementHtml = (statement: Statement, language = DEFAULT_LOCALE): string => {
  const { month, owner, readAt, until, lines } = statement
  const localizer = localizerOf(language)
  const { t } = localizer
  const title = t('Statement {month}', { month: localizer.month(month) })
  const read = t('Youtility wallet. All times in UTC, read {time}.', { time: time(readAt) })
  const open = t('This month is not over yet: the closing balances are those of the time of reading.')
  return `<!doctype html>
<html lang="${localizer.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Youtility</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p><bdi>${escapeHtml(owner.name)}</bdi> <span class="quiet"><bdi>@${escapeHtml(owner.handle)}</bdi></span></p>
<p class="quiet">${read}${readAt < until ? ` ${open}` : ''}</p>
<h2>${t('Balances')}</h2>
<table class="balances">
<thead><tr>${heads([t('Account'), t('Opening balance'), t('Change'), t('Closing balance')], 3)}</tr></thead>
<tbody>
${balances(statement, localizer)}
</tbody>
</table>
<h2>${t('Movements')}</h2>
${
  lines.length === 0
    ? `<p>${t('No movements in this month.')}</p>`
    : `<table class="movements">
<thead><tr>${heads([t('Date'), t('Details'), t('Account'), t('Amount'), t('Balance')], 2)}</tr></thead>
<tbody>
${rows(statement, localizer)}
</tbody>
</table>`
}
</main>
</body>
</html>
`
}
