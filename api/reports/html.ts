import { hash } from 'node:crypto'
import { ACCOUNTS, type DayAccount } from '../../projections/daily/changes.ts'
import { monthName } from './months.ts'
import { amountText, kindLabel, type Statement, type StatementLine } from './statement.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** A text that stays a text in HTML, in content and in quoted attributes. */
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
@media screen and (max-width: 44rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem; padding: .6rem 0; border-bottom: 1px solid #c7cfd8 }
  th, td { border: 0; padding: .1rem 0 }
  .balances th { grid-column: 1 / -1 }
  .balances td { grid-column: 1 / -1; display: flex; justify-content: space-between }
  .balances td:nth-child(2)::before { content: 'Opening balance' }
  .balances td:nth-child(3)::before { content: 'Change' }
  .balances td:nth-child(4)::before { content: 'Closing balance' }
  .movements td:nth-child(1) { grid-area: 2 / 1; color: #4a5766 }
  .movements td:nth-child(2) { grid-area: 1 / 1 }
  .movements td:nth-child(3) { grid-area: 3 / 1; color: #4a5766 }
  .movements td:nth-child(4) { grid-area: 1 / 2 }
  .movements td:nth-child(5) { grid-area: 2 / 2 / span 2; color: #4a5766 }
  .movements td:nth-child(5)::before { content: 'Balance '; }
}
@page { margin: 15mm }
@media print {
  :root { font-size: 10pt }
  body { max-width: none; margin: 0; padding: 0 }
  thead { display: table-header-group }
  tr { break-inside: avoid }
}
`

/** Nothing may load or run but the one style above; the page may not be framed. */
export const STATEMENT_CSP = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const signed = (account: DayAccount, minor: bigint): string =>
  `${minor > 0n ? '+' : ''}${amountText(account, minor)}`

const time = (iso: string): string =>
  `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)}</time>`

const balances = ({ opening, closing }: Statement): string =>
  ACCOUNTS.map(
    (account) => `<tr><th scope="row">${account}</th>
<td class="number">${amountText(account, opening[account])}</td>
<td class="number">${signed(account, closing[account] - opening[account])}</td>
<td class="number">${amountText(account, closing[account])}</td></tr>`,
  ).join('\n')

const details = ({ counterparty, messages }: Statement, { activity }: StatementLine): string => {
  const person = activity.counterpartyId === null ? null : counterparty(activity.counterpartyId)
  const message = messages.get(activity.position)
  return [
    escapeHtml(kindLabel(activity.kind)),
    // Isolated, so that a name or message in another direction of writing does not turn the rest around.
    ...(person
      ? [
          `<bdi>${escapeHtml(person.name)}</bdi>${person.handle ? ` <bdi>@${escapeHtml(person.handle)}</bdi>` : ''}`,
        ]
      : []),
    ...(message === undefined ? [] : [`<bdi class="quiet">${escapeHtml(message)}</bdi>`]),
    ...(activity.status === 'completed' ? [] : [`<span class="quiet">${escapeHtml(activity.status)}</span>`]),
  ].join('<br>')
}

const rows = (statement: Statement): string =>
  statement.lines
    .map(
      (line) => `<tr><td>${time(line.activity.occurredAt)}</td>
<td>${details(statement, line)}</td>
<td>${line.account}</td>
<td class="number">${signed(line.account, line.minor)}</td>
<td class="number">${amountText(line.account, line.balance)}</td></tr>`,
    )
    .join('\n')

/** A statement as a page to print: no script, nothing from elsewhere; serve it with {@link STATEMENT_CSP}. */
export const statementHtml = (statement: Statement): string => {
  const { month, owner, readAt, until, lines } = statement
  const title = `Statement ${monthName(month)}`
  return `<!doctype html>
<html lang="en">
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
<p class="quiet">Youtility wallet. All times in UTC, read ${time(readAt)}.${
    readAt < until
      ? ' This month is not over yet: the closing balances are those of the time of reading.'
      : ''
  }</p>
<h2>Balances</h2>
<table class="balances">
<thead><tr><th scope="col">Account</th><th scope="col" class="number">Opening balance</th><th scope="col" class="number">Change</th><th scope="col" class="number">Closing balance</th></tr></thead>
<tbody>
${balances(statement)}
</tbody>
</table>
<h2>Movements</h2>
${
  lines.length === 0
    ? '<p>No movements in this month.</p>'
    : `<table class="movements">
<thead><tr><th scope="col">Date</th><th scope="col">Details</th><th scope="col">Account</th><th scope="col" class="number">Amount</th><th scope="col" class="number">Balance</th></tr></thead>
<tbody>
${rows(statement)}
</tbody>
</table>`
}
</main>
</body>
</html>
`
}
