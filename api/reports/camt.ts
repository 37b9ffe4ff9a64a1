import type { ImportableAccount, ImportLine } from './importable.ts'
import { element, xmlText } from './xml.ts'

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08'

/** An amount without its sign, and the sign as a word. */
const signed = (amount: string): string => {
  const isDebit = amount.startsWith('-')
  return (
    element('Amt Ccy="USD"', isDebit ? amount.slice(1) : amount) +
    element('CdtDbtInd', isDebit ? 'DBIT' : 'CRDT')
  )
}

const balance = (code: string, amount: string, day: string): string =>
  element(
    'Bal',
    element('Tp', element('CdOrPrtry', element('Cd', code))),
    signed(amount),
    element('Dt', element('Dt', day)),
  )

const entry = ({ date, amount, payee, notes, id, kind }: ImportLine): string => {
  const party = element('Pty', element('Nm', xmlText(payee, 140)))
  return element(
    'Ntry',
    signed(amount),
    element('Sts', element('Cd', 'BOOK')),
    element('BookgDt', element('Dt', date)),
    element('ValDt', element('Dt', date)),
    element('AcctSvcrRef', id),
    element('BkTxCd', element('Prtry', element('Cd', kind))),
    element(
      'NtryDtls',
      element(
        'TxDtls',
        element('Refs', element('AcctSvcrRef', id)),
        signed(amount),
        element('RltdPties', element(amount.startsWith('-') ? 'Cdtr' : 'Dbtr', party)),
        element('RmtInf', element('Ustrd', xmlText(notes, 140))),
      ),
    ),
  )
}

/**
 * A statement after ISO 20022, camt.053.001.08, of an account in US dollars. While the month is not over its last
 * balance is an interim one.
 */
export const statementCamt = (statement: ImportableAccount): string => {
  const { accountId, month, owner, from, until, readAt, isClosed, opening, closing, lines } = statement
  const [id, made] = [`${month}-${accountId.slice(0, 24)}`, element('CreDtTm', readAt)]
  // The end is exclusive, its last day is not.
  const lastDay = new Date(Date.parse(until) - 1).toISOString().slice(0, 10)
  const body = element(
    'Stmt',
    element('Id', id),
    made,
    element('FrToDt', element('FrDtTm', from), element('ToDtTm', until)),
    element(
      'Acct',
      element('Id', element('Othr', element('Id', accountId))),
      element('Ccy', 'USD'),
      element('Ownr', element('Nm', xmlText(owner, 140))),
      element(
        'Svcr',
        element('FinInstnId', element('Nm', 'Youtility'), element('Othr', element('Id', 'YOUTILITY'))),
      ),
    ),
    balance('OPBD', opening, from.slice(0, 10)),
    balance(isClosed ? 'CLBD' : 'ITBD', closing, lastDay),
    ...lines.map(entry),
  )
  const all = element('BkToCstmrStmt', element('GrpHdr', element('MsgId', id), made), body)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(`Document xmlns="${NAMESPACE}"`, all)}\n`
}
