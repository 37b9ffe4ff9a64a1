import { beforeAll, describe, expect, it } from 'vitest'
import { reportOperations } from '../../../api/contract/reports.ts'
import { signedIn, testServer, type Member } from '../../support/test-server.ts'
import { refusal, sends, walletOf } from '../../support/wallet-calls.ts'

let month: string
const server = testServer()
const ada = signedIn(server, 'ada')
const grace = signedIn(server, 'grace')
beforeAll(async () => {
  await sends(ada, { to_user_identifier: 'grace', currency: 'USD', amount: '12.34', message: '=1+1' })
  await sends(ada, { to_user_identifier: 'grace', currency: 'USD', amount: '1.00', message: '<b>bold</b>' })
  month = new Date().toISOString().slice(0, 7)
})

const statement = (member: Member, name: string, accept?: string) =>
  member.fetch(`/api/wallet/statements/${name}`, accept === undefined ? {} : { headers: { Accept: accept } })

describe('GET /api/wallet/statements/{yyyy-mm}', () => {
  it('is a CSV to keep, right after the money moved', async () => {
    const response = await statement(ada, month, 'text/csv')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toMatch(/^text\/csv; charset=utf-8/)
    expect(response.headers.get('Content-Disposition')).toBe(
      `attachment; filename="youtility-statement-${month}.csv"`,
    )
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('As-Of')).toMatch(/Z$/)
    expect(response.headers.get('Vary')).toMatch(/Accept(,|$)/)
    const csv = await response.text()
    expect(csv).toContain(`"'=1+1","USD",-12.34,`)
    expect(csv).toMatch(/"Closing balance",,,,"USD",,2486\.66,/)
    expect(csv).toContain('"Grace Hopper","grace"')
  })

  it('is a page to print, which may run nothing', async () => {
    const response = await statement(ada, month, 'text/html,application/xhtml+xml,*/*;q=0.8')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    const policy = response.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(policy).not.toMatch(/script|unsafe|self/)
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    const html = await response.text()
    expect(html).toContain('&lt;b&gt;bold&lt;/b&gt;')
    expect(html).toContain('2,486.66')
    const german = await (await statement(ada, `${month}?format=html&language=de`, '*/*')).text()
    expect(german).toContain('2.486,66')
    expect(german).toContain('Kontoauszug')
    expect(await refusal(await statement(ada, `${month}?language=<b>`, '*/*'))).toMatchObject({ status: 400 })
  })

  it('comes as files that other programs import, the same ids in each and every time', async () => {
    const get = async (query: string) => {
      const answer = await statement(ada, `${month}?${query}`, 'application/json')
      expect(answer.status).toBe(200)
      return answer.text()
    }
    const csv = await get('format=csv&account=usd')
    expect(csv).toMatch(/^Date,"Payee","Notes",Amount,Id\r\n/)
    expect(csv).toMatch(/,"Grace Hopper","'=1\+1",-12\.34,y[0-9a-f]{32}\r\n/)
    expect(csv).not.toContain('balance')
    const ids = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, id]) => id)
    const known = ids(csv, /,(y[0-9a-f]{32})\r/g)
    expect(ids(await get('format=ofx'), /<FITID>([^<]+)/g)).toEqual(known)
    expect(ids(await get('format=camt'), /<\/ValDt><AcctSvcrRef>([^<]+)/g)).toEqual(known)
    expect(ids(await get('format=csv&account=usd'), /,(y[0-9a-f]{32})\r/g)).toEqual(known)
    for (const query of ['format=ofx&account=yut', 'format=html&account=usd', 'format=qif'])
      expect(await refusal(await statement(ada, `${month}?${query}`, '*/*'))).toMatchObject({ status: 400 })
  })

  it('comes in the format that is asked for, whatever the browser accepts', async () => {
    const type = async (name: string, accept: string) =>
      (await statement(ada, name, accept)).headers.get('Content-Type')?.split(';')[0]
    expect(await type(`${month}?format=csv`, 'text/html')).toBe('text/csv')
    expect(await type(`${month}?format=html`, 'text/csv')).toBe('text/html')
    expect(await type(month, '*/*')).toBe('text/csv')
    // A program that accepts JSON, in which refusals come.
    expect(await type(month, 'application/json')).toBe('text/csv')
    expect(await type(`${month}?format=html`, 'application/json')).toBe('text/html')
    expect(await refusal(await statement(ada, month, 'image/png'))).toMatchObject({
      status: 406,
      code: 'not_acceptable',
    })
  })

  it('is of the member who asks', async () => {
    const csv = await (await statement(grace, month, 'text/csv')).text()
    expect(csv).toContain('"Ada Lovelace"')
    expect(csv).toMatch(/"Transfer received".*,12\.34,2512\.34,/)
    const nobody = await fetch(new URL(`/api/wallet/statements/${month}`, server.url))
    expect(nobody.status).toBe(401)
  })

  it('does not exist before the wallet did, nor for months to come', async () => {
    expect(await refusal(await statement(ada, '2019-12'))).toMatchObject({
      status: 404,
      code: 'statement_not_found',
      error: expect.stringMatching(
        /^Your wallet was opened in .+ \d{4}\. There is no statement for an earlier/,
      ),
    })
    expect(await refusal(await statement(ada, '9999-12'))).toMatchObject({
      status: 404,
      error: 'December 9999 has not begun yet. There is no statement for it.',
    })
  })

  it.each([
    '2026-13',
    '2026-00',
    '2026-1',
    '26-01',
    '2026-01-01',
    'latest',
    '2026-01?format=pdf',
    '2026-01?x=1',
  ])('%s is no month', async (name) => {
    expect(await refusal(await statement(ada, name))).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it('is listed', async () => {
    const response = await ada.fetch('/api/wallet/statements')
    expect(reportOperations.listStatements.response.parse(await response.json())).toEqual({
      statements: [{ month, closed: false }],
    })
  })
})

describe('GET /api/wallet/insights', () => {
  it('agrees with the wallet', async () => {
    const { overview } = await walletOf(ada)
    const response = await ada.fetch('/api/wallet/insights', {
      headers: { 'Ledger-Min-Position': (await server.ledger.store.head()).toString() },
    })
    expect(response.status).toBe(200)
    const insights = reportOperations.getWalletInsights.response.parse(await response.json())
    expect(insights).toMatchObject({
      total_value_usd: overview.total_usd_value,
      total_earnings_usd: overview.total_earnings_usd,
      deposits_30_days_usd: '3700.00',
      utility_offset_usd: '0.00',
      // Two deposits, the tokens, the pool and two payments.
      recent_activity: { days: 30, transactions: 6, volume_usd: '4963.34' },
      // 4.5 % on $2,486.66 of $2,536.66; the tokens are not staked.
      blended_apy_percent: '4.41',
    })
    expect(insights.months.at(-1)).toMatchObject({ month, closing_value_usd: '2536.66' })
  })

  it('is for members', async () => {
    expect((await fetch(new URL('/api/wallet/insights', server.url))).status).toBe(401)
  })
})
