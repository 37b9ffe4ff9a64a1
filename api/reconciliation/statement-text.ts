import { formatMinor } from '../../events/money.ts'
import type { DifferenceKind } from './matching.ts'
import { agrees, type Statement } from './statement.ts'

const dollars = (cents: bigint): string => formatMinor('USD', cents)

const WORDS: Readonly<Record<DifferenceKind, string>> = {
  unknown_here: 'the bank has it, the ledger does not',
  twice: 'the bank has a second one for the same',
  another_amount: 'the amounts differ',
  changed: 'the bank has changed its amount since',
  missing_at_bank: 'the ledger has it, the bank does not',
  balance: "the bank's balance is not what its transactions come to",
}

/** A difference on one line: what it is, both amounts, and the transaction or the event to look at. */
export const differenceLine = ({
  kind,
  transaction,
  key,
  event,
  bankCents,
  ledgerCents,
  at,
}: Statement['differences'][number]): string => {
  const named = [
    transaction === null ? null : `transaction ${transaction}`,
    key,
    event === null ? null : `event ${event}`,
    at === null ? null : `of ${at}`,
  ].filter((one) => one !== null)
  const what = named.length === 0 ? '' : ` (${named.join(', ')})`
  return `${WORDS[kind]}: bank ${dollars(bankCents)}, ledger ${dollars(ledgerCents)}${what}`
}

const owed = (statement: Statement): readonly (readonly [what: string, cents: bigint])[] => {
  const { sums } = statement
  return [
    ['owed to members', -sums.members],
    ["value of members' pools", -sums.pools],
    ['in flight', -sums.inFlight],
    ['owed to billers', -sums.billers],
    ["the house's own", -sums.house],
    ['interest that the bank paid', -sums.interestEarned],
    ['interest paid to members', -sums.interestPaid],
    ['less: cards, at the processor', -sums.cards],
    ['less: bank debits, at the processor', -sums.debits],
    ['less: at the market', -sums.market],
  ]
}

/** A statement for people: what has to be at the bank and why, what is there, what is on its way, what differs. */
export const statementText = (statement: Statement): string => {
  const { bank, at, position, bankCents, sums, inTransit, differences } = statement
  const line = (what: string, cents: bigint) => `  ${what.padEnd(38)}${dollars(cents).padStart(18)}`
  const transit = inTransit.map(
    ({ side, transaction, key, cents, at: since }) =>
      `  ${dollars(cents)} since ${since}: only the ${side} has it (${[transaction, key].filter((one) => one !== null).join(', ')})`,
  )
  return [
    `${bank} at ${at}, ledger position ${position}, in USD`,
    ...owed(statement).map(([what, cents]) => line(what, cents)),
    line('so asset:bank', sums.bank),
    line('the bank says', bankCents),
    ...(transit.length === 0 ? [] : ['In transit:', ...transit]),
    ...(agrees(statement)
      ? ['Both agree.']
      : ['DIFFERENCES:', ...differences.map((one) => `  ${differenceLine(one)}`)]),
  ].join('\n')
}
