import type { ImportableAccount, ImportLine } from './importable.ts'
import { element, xmlText } from './xml.ts'

/** In UTC: `yyyymmddhhmmss.xxx[0:GMT]`. The schema lets a time zone follow milliseconds only. */
const timeOf = (iso: string): string =>
  `${iso.slice(0, 10).replaceAll('-', '')}${iso.slice(11, 19).replaceAll(':', '')}.000[0:GMT]`

/** We have no number at a bank's clearing, so our name stands for it. */
const INSTITUTION = 'YOUTILITY'

const OK = element('STATUS', element('CODE', '0'), element('SEVERITY', 'INFO'))

const typeOf = ({ kind, amount }: ImportLine): string => {
  if (kind === 'interest') return 'INT'
  return amount.startsWith('-') ? 'DEBIT' : 'CREDIT'
}

/**
 * A day, as a minute of it that is within it from UTC-10 (Hawaii) to UTC+13 (New Zealand in summer): many importers turn a
 * time into their own zone, and some take a day without a time for its midnight in UTC. libofx has the same minute.
 */
const dayOf = (iso: string): string => timeOf(`${iso.slice(0, 10)}T10:59:00`)

/** The last day of a period that ends before this time. */
const lastDayOf = (iso: string): string => dayOf(new Date(Date.parse(iso) - 1).toISOString())

const transaction = (line: ImportLine): string =>
  element(
    'STMTTRN',
    element('TRNTYPE', typeOf(line)),
    element('DTPOSTED', dayOf(line.date)),
    element('TRNAMT', line.amount),
    element('FITID', line.id),
    element('NAME', xmlText(line.payee, 32)),
    element('MEMO', xmlText(line.notes, 255)),
  )

/** A bank statement after OFX 2.2 (financialdataexchange.org), of an account in US dollars. */
export const statementOfx = (statement: ImportableAccount): string => {
  const { accountId, month, from, until, readAt, closing, lines } = statement
  const signOn = element(
    'SIGNONMSGSRSV1',
    element(
      'SONRS',
      OK,
      element('DTSERVER', timeOf(readAt)),
      element('LANGUAGE', 'ENG'),
      // Programs that keep accounts by institution, such as ledger-autosync, refuse a file without one.
      element('FI', element('ORG', INSTITUTION), element('FID', INSTITUTION)),
    ),
  )
  const account = element(
    'BANKACCTFROM',
    element('BANKID', INSTITUTION),
    // At most 22 characters.
    element('ACCTID', accountId.slice(0, 22)),
    element('ACCTTYPE', 'CHECKING'),
  )
  const movements = element(
    'BANKTRANLIST',
    element('DTSTART', dayOf(from)),
    element('DTEND', lastDayOf(until)),
    ...lines.map(transaction),
  )
  const balance = element('LEDGERBAL', element('BALAMT', closing), element('DTASOF', lastDayOf(until)))
  const answer = element('STMTRS', element('CURDEF', 'USD'), account, movements, balance)
  const bank = element('BANKMSGSRSV1', element('STMTTRNRS', element('TRNUID', month), OK, answer))
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
    '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
    `${element('OFX', signOn, bank)}\n`,
  ].join('\n')
}
