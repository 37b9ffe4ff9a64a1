import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CashManagementEndOfDayReport } from 'iso20022.js'
import { parseStrict } from 'ofx-js'
import { Ofx } from 'ofx-data-extractor'
import { expect, it } from 'vitest'
import { statementCamt } from '../../../api/reports/camt.ts'
import { statementOfx } from '../../../api/reports/ofx.ts'
import { without } from '../../support/programs.ts'
import { statementExample } from '../../support/statement-example.ts'

/** What parsers that others wrote make of a statement. */
const usd = statementExample('usd')
const AMOUNTS = usd.lines.map(({ amount }) => Number(amount))
const IDS = usd.lines.map(({ id }) => id)
const DAYS = usd.lines.map(({ date }) => date)
const MEMO = '=1+1 lunch & "tea"'

it('ofx-js reads every amount, id, day, payee and the balance', () => {
  const answer = parseStrict(statementOfx(usd)).OFX.BANKMSGSRSV1?.STMTTRNRS
  if (answer === undefined || Array.isArray(answer)) throw new Error('One account was expected')
  const rows = [answer.STMTRS?.BANKTRANLIST?.STMTTRN ?? []].flat()
  expect(rows.map(({ TRNAMT }) => Number(TRNAMT))).toEqual(AMOUNTS)
  expect(rows.map(({ FITID }) => FITID)).toEqual(IDS)
  expect(rows.map(({ DTPOSTED }) => DTPOSTED.slice(0, 8))).toEqual(DAYS.map((day) => day.replaceAll('-', '')))
  expect(rows[1]).toMatchObject({ NAME: expect.stringMatching(/^Grace <&"> Hopper/), MEMO })
  expect(Number(answer.STMTRS?.LEDGERBAL.BALAMT)).toBe(-9)
})

it('ofx-data-extractor reads every amount and id, and finds nothing wrong', () => {
  const file = new Ofx(statementOfx(usd)).config({ nativeTypes: true })
  expect(file.validate()).toMatchObject({ isValid: true, errors: [] })
  const rows = file.getBankTransferList()
  expect(rows.map(({ TRNAMT }) => TRNAMT)).toEqual(AMOUNTS)
  expect(rows.map(({ FITID }) => FITID)).toEqual(IDS)
})

it.skipIf(without('ofxdump')).each(['UTC', 'Pacific/Honolulu', 'America/New_York', 'Pacific/Auckland'])(
  'libofx, which GnuCash and KMyMoney import with, reads it without a complaint, with the same days in %s',
  (zone) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'youtility-ofx-'))
    const file = path.join(folder, 'statement.ofx')
    writeFileSync(file, statementOfx(usd))
    const { stdout: out, stderr } = spawnSync('ofxdump', [file], {
      encoding: 'utf8',
      env: { ...process.env, TZ: zone, LC_ALL: 'C' },
    })
    rmSync(folder, { recursive: true })
    expect(stderr).not.toContain('ERROR')
    const all = (pattern: RegExp) => [...out.matchAll(pattern)].map(([, found]) => found)
    expect(all(/Total money amount: (.+)/g).map(Number)).toEqual(AMOUNTS)
    expect(all(/ID for this transaction: (.+)/g)).toEqual(IDS)
    const posted = all(/Date posted: \w+ (\w+ +\d+) [\d:]+ \d+/g)
    expect(posted.map((day) => new Date(`${day} 2026 UTC`).toISOString().slice(0, 10))).toEqual(DAYS)
    expect(all(/\(memo\): (.+)/g)).toEqual([MEMO])
    expect(all(/payee or transaction description: (Grace.+)/g)[0]).toMatch(/^Grace <&"> Hopper/)
  },
)

it('iso20022.js reads every amount, balance and day', () => {
  const report = CashManagementEndOfDayReport.fromXML(statementCamt(usd))
  const [statement] = report.statements
  const signed = ({ amount, creditDebitIndicator }: { amount: number; creditDebitIndicator: string }) =>
    creditDebitIndicator === 'debit' ? -amount : amount
  expect(statement?.entries.map(signed)).toEqual(AMOUNTS.map((amount) => amount * 100))
  expect(statement?.entries.map(({ bookingDate }) => bookingDate.toISOString().slice(0, 10))).toEqual(DAYS)
  expect(statement?.balances.map(signed)).toEqual([-1_000, -900])
})
