import { describe, expect, it } from 'vitest'
import { statementCamt } from '../../../api/reports/camt.ts'
import { importableCsv } from '../../../api/reports/importable.ts'
import { statementOfx } from '../../../api/reports/ofx.ts'
import { statementExample } from '../../support/statement-example.ts'
import { idOf } from '../../support/wallet-spec.ts'

const hex = (text: string) => `y${idOf(text).replaceAll('-', '')}`

describe('a statement for other programs', () => {
  it('as CSV is one account: plain dates, who, what, how much, and an id of its own for each movement', () => {
    const rows = importableCsv(statementExample('usd')).split('\r\n')
    expect(rows[0]).toBe('Date,"Payee","Notes",Amount,Id')
    expect(rows[1]).toBe(`2026-01-01,"Interest","",1.00,${hex('line 1')}`)
    expect(rows[2]).toMatch(/^2026-01-02,"Grace <&""> Hopper/)
    expect(rows[2]).toContain(`"'=1+1`)
    // A transfer and its return share the transfer; an importer would take the second for the first.
    expect(rows.join()).toContain(`-2.50,${hex('line 2')}`)
    expect(rows.join()).toContain(`2.50,${hex('line 3')}`)
    expect(importableCsv(statementExample('usd'))).not.toMatch(/balance|YUT/i)
    expect(importableCsv(statementExample('yut'))).toContain('-2.000000')
    expect(importableCsv(statementExample('yut:staked'))).toContain(`,2.000000,${hex('line 5')}`)
    expect(importableCsv(statementExample('usdc')).trim().split('\r\n')).toHaveLength(1)
  })

  it('as OFX 2 fits its field lengths and characters, and keeps the day in every time zone', () => {
    const ofx = statementOfx(statementExample('usd'))
    expect(ofx.match(/<STMTTRN>/g)).toHaveLength(3)
    // Its schema lets a time zone follow milliseconds only.
    for (const [, name, time] of ofx.matchAll(/<DT(\w+)>([^<]+)/g))
      expect(time).toMatch(name === 'SERVER' ? /^\d{14}\.\d{3}\[0:GMT\]$/ : /^\d{8}105900\.000\[0:GMT\]$/)
    expect(ofx).toContain(
      '<TRNTYPE>INT</TRNTYPE><DTPOSTED>20260101105900.000[0:GMT]</DTPOSTED><TRNAMT>1.00</TRNAMT>',
    )
    expect(ofx).toMatch(/<DTSTART>20260101\d+.*<DTEND>20260131\d+/)
    expect(ofx).toContain('<LANGUAGE>ENG</LANGUAGE><FI><ORG>YOUTILITY</ORG><FID>YOUTILITY</FID></FI>')
    expect(ofx).toContain('<MEMO>=1+1 lunch &amp; "tea"</MEMO>')
    expect(ofx).toContain(
      '<LEDGERBAL><BALAMT>-9.00</BALAMT><DTASOF>20260131105900.000[0:GMT]</DTASOF></LEDGERBAL>',
    )
    for (const [, id = ''] of ofx.matchAll(/<FITID>([^<]+)/g)) expect(id).toMatch(/^y[0-9a-f]{32}$/)
    expect(/<ACCTID>([^<]+)/.exec(ofx)?.[1]).toHaveLength(22)
    expect(ofx).not.toContain('\u0001')
  })

  it('as camt.053 has amounts without signs, balances that its entries lead to, and says when it is not over', () => {
    const camt = statementCamt(statementExample('usd'))
    expect(camt).toContain('urn:iso:std:iso:20022:tech:xsd:camt.053.001.08')
    expect(camt.match(/<Ntry>/g)).toHaveLength(3)
    expect(camt).not.toMatch(/>-\d/)
    const sums = [...camt.matchAll(/<(Bal|Ntry)>.*?<Amt Ccy="USD">([\d.]+)<\/Amt><CdtDbtInd>(\w+)/gs)].map(
      ([, what, amount, way]) => [what, Number(amount) * (way === 'DBIT' ? -1 : 1)] as const,
    )
    const [opening, closing] = sums.filter(([what]) => what === 'Bal').map(([, sum]) => sum)
    const moved = sums.filter(([what]) => what === 'Ntry').reduce((all, [, sum]) => all + sum, 0)
    expect((opening ?? 0) + moved).toBe(closing)
    expect(camt).toContain('<Cd>CLBD</Cd>')
    expect(camt).toContain('<Dt><Dt>2026-01-31</Dt></Dt>')
    expect(statementCamt(statementExample('usd', '2026-01-20T08:00:00.000Z'))).toContain('<Cd>ITBD</Cd>')
    for (const [, id = ''] of camt.matchAll(/<(?:Id|MsgId|AcctSvcrRef)>([^<]+)/g))
      expect(id.length).toBeLessThanOrEqual(34)
  })
})
