import { describe, expect, it } from 'vitest'
import { csvRows, inertText } from '../../../api/contract/csv.ts'
import { statementCsv } from '../../../api/reports/csv.ts'
import { escapeHtml, printedLines, STATEMENT_CSP, statementHtml } from '../../../api/reports/html.ts'
import { monthsBetween } from '../../../events/calendar.ts'
import { assertStatementMonth } from '../../../api/reports/months.ts'
import { runningLines, type Statement } from '../../../api/reports/statement.ts'
import { noAccountBalances } from '../../../projections/daily/queries.ts'
import { line } from '../../support/statement-example.ts'
import { grace } from '../../support/wallet-spec.ts'

const statementOf = (words: { name?: string; message?: string } = {}): Statement => {
  const opening = { ...noAccountBalances(), USD: 1_000n }
  const activity = [
    line(1n, {}),
    line(2n, { kind: 'transfer_sent', minor: -250n, counterpartyId: grace, status: 'processing' }),
    line(3n, { kind: 'yut_grant', currency: 'YUT', minor: 5_000_000n }),
    line(4n, { kind: 'stake', currency: 'YUT', minor: -2_000_000n }),
  ]
  return {
    month: '2026-01',
    from: '2026-01-01T00:00:00.000Z',
    until: '2026-02-01T00:00:00.000Z',
    readAt: '2026-02-03T00:00:00.000Z',
    opening,
    ...runningLines(opening, activity),
    owner: { name: 'Ada Lovelace', handle: 'ada' },
    counterparty: () => ({ name: words.name ?? 'Grace Hopper', handle: 'grace' }),
    messages: new Map([[2n, words.message ?? 'lunch']]),
  }
}

const cellsOf = (row: string | undefined): readonly string[] => (row ?? '').split(',')

describe('daily interest', () => {
  const interest = (position: bigint, minor: bigint) => line(position, { kind: 'interest', minor })
  const { lines } = runningLines({ ...noAccountBalances(), USD: 1_000n }, [
    interest(1n, 1n),
    interest(2n, 2n),
    line(3n, { kind: 'yut_grant', currency: 'YUT', minor: 5_000_000n }),
    interest(4n, 3n),
    line(5n, { kind: 'transfer_sent', minor: -250n }),
    interest(6n, 4n),
  ])

  it('is printed as one line between two other movements, with its exact sum and the balance after it', () => {
    const printed = printedLines(lines).map(({ activity: { kind }, minor, balance, since }) => [
      kind,
      minor,
      balance,
      since,
    ])
    expect(printed).toEqual([
      ['yut_grant', 5_000_000n, 5_000_000n, null],
      ['interest', 6n, 1_006n, '2026-01-01T23:30:00.000Z'],
      ['transfer_sent', -250n, 756n, null],
      ['interest', 4n, 760n, null],
    ])
    const html = statementHtml({ ...statementOf(), lines })
    expect(html).toContain('Interest<br><span class="quiet">each day since Jan 1, 2026</span>')
  })

  it('stands with each day in the CSV file', () =>
    expect(statementCsv({ ...statementOf(), lines }).match(/"Interest"/g)).toHaveLength(4))
})

describe('a statement as CSV', () => {
  const rows = statementCsv(statementOf()).split('\r\n')

  it('has a header, opening balances, every line with the balance after it, closing balances', () => {
    expect(rows[0]).toBe(
      '\u{FEFF}"Date (UTC)","Type","Counterparty","Handle","Message","Account","Amount","Balance","Status","Reference"',
    )
    const figures = rows
      .slice(1, -1)
      .map((row) => cellsOf(row).filter((_cell, i) => [1, 5, 6, 7].includes(i)))
    expect(figures).toEqual([
      ['"Opening balance"', '"USD"', '', '10.00'],
      ['"Opening balance"', '"USDC"', '', '0.000000'],
      ['"Opening balance"', '"YUT"', '', '0.000000'],
      ['"Opening balance"', '"YUT staked"', '', '0.000000'],
      ['"Deposit"', '"USD"', '1.00', '11.00'],
      ['"Transfer sent"', '"USD"', '-2.50', '8.50'],
      ['"YUT grant"', '"YUT"', '5.000000', '5.000000'],
      ['"Stake"', '"YUT"', '-2.000000', '3.000000'],
      ['"Stake"', '"YUT staked"', '2.000000', '2.000000'],
      ['"Closing balance"', '"USD"', '', '8.50'],
      ['"Closing balance"', '"USDC"', '', '0.000000'],
      ['"Closing balance"', '"YUT"', '', '3.000000'],
      ['"Closing balance"', '"YUT staked"', '', '2.000000'],
    ])
    expect(rows.at(-1)).toBe('')
    for (const row of rows.slice(0, -1)) expect(cellsOf(row)).toHaveLength(10)
  })

  it.each([
    ['=1+1', `"'=1+1"`],
    ['+1', `"'+1"`],
    ['-2', `"'-2"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['|calc', `"'|calc"`],
    ['\t=1', `"'\t=1"`],
    ['\r\n=1', `"'\r\n=1"`],
    ['  =1', `"'  =1"`],
    ['\u200b=1', `"'\u200b=1"`],
    ['＝1', `"'＝1"`],
    ['=cmd|\' /C calc\'!A0","x', `"'=cmd|' /C calc'!A0"",""x"`],
    ['say "hi", then\ngo', '"say ""hi"", then\ngo"'],
    ['a=b', '"a=b"'],
    ['Ada Lovelace', '"Ada Lovelace"'],
    ['', '""'],
  ])('writes %j so that no spreadsheet runs it', (text, cell) => {
    expect(csvRows([[inertText(text)]], true)).toBe(`${cell}\r\n`)
  })

  it('does so with names and messages', () => {
    const csv = statementCsv(statementOf({ name: '=HYPERLINK("//x")', message: '@evil' }))
    expect(csv).toContain(`"'=HYPERLINK(""//x"")"`)
    expect(csv).toContain(`"'@evil"`)
  })
})

describe('a statement to print', () => {
  it('holds no script, whatever people are called and write', () => {
    const html = statementHtml(
      statementOf({ name: '<script>alert(1)</script>', message: `"><img src=x onerror='a()'>&` }),
    )
    expect(html).not.toMatch(/<script|<img|<[^>]+\son\w+=/i)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(escapeHtml(`<>"'&`)).toBe('&lt;&gt;&quot;&#39;&amp;')
  })

  it('shows balances and every line with sign, currency, person and words', () => {
    const html = statementHtml(statementOf())
    expect(html).toContain('<h1>Statement January 2026</h1>')
    for (const text of [
      '+1.00',
      '-2.50',
      '8.50',
      '+2.000000',
      '<bdi>Grace Hopper</bdi>',
      'lunch',
      'processing',
    ])
      expect(html).toContain(text)
    expect(html).not.toContain('not over yet')
    expect(statementHtml({ ...statementOf(), readAt: '2026-01-20T00:00:00.000Z' })).toContain('not over yet')
    expect(statementHtml({ ...statementOf(), lines: [] })).toContain('No movements in this month.')
  })

  it('speaks the language that is asked for, else English', () => {
    const line = statementOf().lines[0]
    if (!line) throw new Error('no line')
    const statement = { ...statementOf(), lines: [{ ...line, minor: -123_456n, balance: 1_234_567n }] }
    const german = statementHtml(statement, 'de-AT')
    for (const text of [
      '<html lang="de">',
      '<h1>Kontoauszug Jänner 2026</h1>',
      '<th scope="col" class="number">Endsaldo</th>',
      'Alle Zeiten in UTC',
      '>-1.234,56<',
    ])
      expect(german.replaceAll('\u00A0', '.')).toContain(text)
    expect(statementHtml(statement, 'fr-FR')).toBe(statementHtml(statement))
    expect(statementHtml(statement)).toContain('>-1,234.56<')
  })

  it('may load and run nothing but its own style', () => {
    expect(STATEMENT_CSP).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
    const html = statementHtml(statementOf())
    expect(html.match(/<style>/g)).toHaveLength(1)
    expect(html).toContain('@media print')
    expect(html).not.toMatch(/ style=|https?:|@import|url\(/)
  })
})

describe('the month of a statement', () => {
  const now = new Date('2026-03-21T12:00:00.000Z')
  const openedAt = '2026-01-15T08:00:00.000Z'
  it.each(['2026-01', '2026-02', '2026-03'])('%s has one', (month) =>
    expect(() => assertStatementMonth(month, openedAt, now)).not.toThrow(),
  )
  it.each([
    [
      '2025-12',
      openedAt,
      'Your wallet was opened in January 2026. There is no statement for an earlier month.',
    ],
    ['2026-04', openedAt, 'April 2026 has not begun yet. There is no statement for it.'],
    ['2026-03', null, 'You have no wallet yet, so there are no statements.'],
  ])('%s has none', (month, opened, sentence) =>
    expect(() => assertStatementMonth(month, opened, now)).toThrow(
      expect.objectContaining({ status: 404, code: 'statement_not_found', message: sentence }),
    ),
  )
  it('goes over the end of a year', () =>
    expect(monthsBetween('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']))
})
