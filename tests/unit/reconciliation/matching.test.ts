import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bookAfter, emptyBankBook, type BankBook } from '../../../api/reconciliation/bank-book.ts'
import { keyOf, matched, type Difference } from '../../../api/reconciliation/matching.ts'
import { agrees, Statement, statementOf, toJson } from '../../../api/reconciliation/statement.ts'
import type { BankTransaction } from '../../../api/withdrawals/paying-bank.ts'
import { depositOfReceipt } from '../../../api/wallet/treasury-bank.ts'
import { payoutKeyOf } from '../../../api/withdrawals/withdrawals.ts'
import { bookingIdOf } from '../../../events/bank/booking.ts'
import { DAY_MS } from '../../../events/calendar.ts'
import { derivedId } from '../../../events/ids.ts'
import type { LedgerEvent } from '../../../events/ledger-event.ts'

/** A Monday; everything is older than its days in transit a week later. */
const MONDAY = new Date('2026-11-30T12:00:00Z')
const LATER = new Date(MONDAY.getTime() + 7 * DAY_MS)
const ada = derivedId('ada')
const usd = (cents: bigint) => ({ currency: 'USD', minor: cents.toString() }) as const

/** The book after events that all happened on Monday. */
const bookOf = (events: readonly LedgerEvent[]): BankBook =>
  bookAfter(
    emptyBankBook(),
    events.map((event, i) => ({
      ...event,
      id: derivedId('event', String(i)),
      streamId: event.type === 'BankTransactionBooked' ? `bankTransaction-${i}` : `wallet-${ada}`,
      revision: BigInt(i),
      position: BigInt(i + 1),
      recordedAt: MONDAY.toISOString(),
      metadata: { schemaVersion: 1, at: MONDAY.toISOString() },
    })),
  )

type Fact = readonly [LedgerEvent[], BankTransaction[]]

const paidIn = (name: string, cents: bigint): Fact => {
  const id = `in ${name}`
  const data = { memberId: ada, depositId: depositOfReceipt(id), source: 'bank', amount: usd(cents) } as const
  return [
    [{ type: 'DepositCredited', data }],
    [{ id, at: MONDAY, amountMinor: cents, kind: 'ach-in', reference: null }],
  ]
}

/** What came in and the bank sent back to its sender. */
const sentBack = (name: string, cents: bigint): Fact => {
  const [events, transactions] = paidIn(name, cents)
  const data = { memberId: ada, depositId: depositOfReceipt(`in ${name}`), source: 'bank' } as const
  return [
    [...events, { type: 'DepositReversed', data: { ...data, amount: usd(cents), reason: 'sent_back' } }],
    [
      ...transactions,
      { id: `sent ${name}`, at: MONDAY, amountMinor: -cents, kind: 'sent-back', reference: `in ${name}` },
    ],
  ]
}

/** A withdrawal that the bank has taken. `isBack`: and that came back. */
const paidOut = (name: string, cents: bigint, rail: 'ach' | 'instant', isBack = false): Fact => {
  const withdrawalId = derivedId('withdrawal', name)
  const fee = rail === 'instant' ? 150n : 0n
  const about = { withdrawalId, memberId: ada }
  const key = payoutKeyOf(withdrawalId, rail)
  const amount = usd(cents + fee)
  const feeIn = fee > 0n ? { fee: fee.toString() } : {}
  const events: LedgerEvent[] = [
    {
      type: 'WithdrawalRequested',
      data: { ...about, amount, ...feeIn, rail, accountId: ada, provenAt: MONDAY.toISOString() },
    },
    { type: 'WithdrawalOrdered', data: about },
    { type: 'WithdrawalSent', data: { ...about, amount, ...feeIn, reference: 'r' } },
  ]
  const kind = rail === 'ach' ? 'ach-out' : 'instant-out'
  const transactions: BankTransaction[] = [
    { id: `out ${name}`, at: MONDAY, amountMinor: -cents, kind, reference: key },
  ]
  if (isBack) {
    events.push({ type: 'WithdrawalReturned', data: { ...about, amount: usd(cents), reason: 'R03' } })
    transactions.push({
      id: `back ${name}`,
      at: MONDAY,
      amountMinor: cents,
      kind: 'returned',
      reference: key,
    })
  }
  return [events, transactions]
}

const together = (facts: readonly Fact[]): Fact => [
  facts.flatMap(([events]) => events),
  facts.flatMap(([, transactions]) => transactions),
]

const statementFor = (
  [events, transactions]: Fact,
  { now = LATER, balance, taken = [] }: { now?: Date; balance?: bigint; taken?: string[] } = {},
) => {
  const book = bookOf(events)
  const found = matched(book, transactions, { taken: new Set(taken), now })
  const bankCents = balance ?? transactions.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  return { ...statementOf(book, found, { bank: 'b', bankCents, at: now }), matches: found.matches }
}
const kindsOf = ({ differences }: { readonly differences: readonly Difference[] }) =>
  differences.map(({ kind, transaction, key }) => [kind, transaction ?? key])

const outOf = (name: string) => `out ${derivedId('withdrawal', name)}`
const fine = together([
  paidIn('a', 10_000n),
  paidOut('b', 2_500n, 'ach'),
  paidOut('c', 700n, 'instant'),
  paidOut('d', 300n, 'ach', true),
])

describe('a bank that says what the ledger says', () => {
  it('agrees: each transaction is matched once, and its balance is asset:bank', () => {
    const statement = statementFor(fine)
    expect(statement).toMatchObject({ differences: [], inTransit: [], bankCents: 6_800n })
    expect(statement.matches).toHaveLength(fine[1].length)
    expect(statement.sums).toMatchObject({ bank: 6_800n, members: -6_650n, house: -150n, inFlight: 0n })
    expect(agrees(statement)).toBe(true)
  })

  it('leaves what the other side will have within two banking days in transit, and not a day longer', () => {
    const [events, transactions] = fine
    const onlyLedger = statementFor([events, transactions.slice(0, 1)], {
      now: new Date('2026-12-02T11:59:00Z'),
    })
    expect(onlyLedger.differences).toEqual([])
    expect(onlyLedger.inTransit.map(({ side }) => side)).toEqual(['ledger', 'ledger', 'ledger', 'ledger'])
    const later = statementFor([events, transactions.slice(0, 1)], { now: new Date('2026-12-02T12:00:00Z') })
    expect(kindsOf(later)).toHaveLength(4)
    // Asked, and not answered: the bank may have it, and nothing else may leave.
    const ordered = statementFor([paidOut('x', 500n, 'ach')[0].slice(0, 2), paidOut('x', 500n, 'ach')[1]], {
      now: MONDAY,
    })
    expect(ordered).toMatchObject({ differences: [], inTransit: [{ side: 'bank', key: outOf('x') }] })
    const nobodys = statementFor([[], paidOut('x', 500n, 'ach')[1]], { now: MONDAY })
    expect(kindsOf(nobodys)).toEqual([['unknown_here', 'out x']])
  })

  it('matches what it sent back with what was taken from the wallet for it, a little later', () => {
    const [events, transactions] = sentBack('e', 900n)
    expect(agrees(statementFor([events, transactions]))).toBe(true)
    expect(statementFor([events, transactions]).matches).toHaveLength(2)
    const early = statementFor([events.slice(0, 1), transactions], { now: MONDAY })
    expect(early).toMatchObject({ differences: [], inTransit: [{ side: 'bank', transaction: 'sent e' }] })
    expect(kindsOf(statementFor([events.slice(0, 1), transactions]))).toEqual([['unknown_here', 'sent e']])
  })

  it.each(['fee', 'interest', 'micro', 'other', 'ach-in', 'ach-out', 'returned'] as const)(
    'takes a line of nothing (%s) for nothing',
    (kind) => {
      const line = { id: 'zero', at: MONDAY, amountMinor: 0n, kind, reference: null }
      const statement = statementFor([fine[0], [...fine[1], line]])
      expect(statement).toMatchObject({ differences: [], inTransit: [] })
      expect(statement.matches.find(({ id }) => id === 'zero')).toEqual({
        id: 'zero',
        keys: ['nothing zero'],
      })
    },
  )

  it('can be stored and read as it was', () => {
    const { matches: _matches, ...statement } = statementFor([fine[0], fine[1].slice(1)])
    expect(Statement.parse(JSON.parse(toJson(statement)))).toEqual(statement)
  })
})

describe('a bank that errs', () => {
  const [events, transactions] = fine
  const changed = (id: string, change: (one: BankTransaction) => readonly BankTransaction[]) =>
    transactions.flatMap((one) => (one.id === id ? change(one) : [one]))

  it.each([
    ['a transaction twice', changed('out b', (one) => [one, { ...one, id: 'again' }]), ['twice', 'again']],
    ['one missing', changed('out b', () => []), ['missing_at_bank', outOf('b')]],
    [
      'another amount',
      changed('out b', (one) => [{ ...one, amountMinor: -2_600n }]),
      ['another_amount', 'out b'],
    ],
    [
      'one that nobody ordered',
      [
        ...transactions,
        { id: 'z', at: LATER, amountMinor: -5n, kind: 'ach-out', reference: derivedId('z') } as const,
      ],
      ['unknown_here', 'z'],
    ],
    [
      'nothing where something was ordered',
      changed('out b', (one) => [{ ...one, amountMinor: 0n }]),
      ['another_amount', 'out b'],
    ],
    [
      'no interest that the ledger knows of',
      [...transactions, { id: 'i', at: MONDAY, amountMinor: 9n, kind: 'interest', reference: null } as const],
      ['unknown_here', 'i'],
    ],
  ])('%s: exactly that is found', (_, wrong, difference) => {
    const statement = statementFor([events, wrong])
    expect(kindsOf(statement)).toEqual([difference])
  })

  it('a second transaction for one that was matched on an earlier day is found too', () => {
    const [, [b]] = paidOut('b', 2_500n, 'ach')
    const statement = statementFor([[], b ? [{ ...b, id: 'again' }] : []], {
      taken: [outOf('b')],
      balance: -2_500n,
    })
    expect(kindsOf(statement)).toEqual([['twice', 'again']])
  })

  it('a balance that its own transactions do not come to is found, and named as that', () => {
    const { differences } = statementFor(fine, { balance: 6_801n })
    expect(differences).toMatchObject([{ kind: 'balance', bankCents: 6_801n, ledgerCents: 6_800n }])
  })

  it('is explained by what the house books, beside what the ledger had or alone', () => {
    const wrong = changed('out b', (one) => [
      { ...one, amountMinor: -2_600n },
      { ...one, id: 'again' },
    ])
    const booked = (transactionId: string, cents: bigint): LedgerEvent => ({
      type: 'BankTransactionBooked',
      data: {
        bookingId: bookingIdOf('b', transactionId),
        bank: 'b',
        transactionId,
        as: 'house',
        amount: usd(cents),
      },
    })
    const statement = statementFor([[...events, booked('out b', -100n), booked('again', -2_500n)], wrong])
    expect(statement).toMatchObject({
      differences: [],
      bankCents: 4_200n,
      sums: { bank: 4_200n, house: 2_450n },
    })
  })
})

it('whatever happened and whatever the bank gets wrong, exactly the wrong ones are named', () => {
  const one = fc.record({
    kind: fc.constantFrom('in', 'ach', 'instant', 'back'),
    cents: fc.bigInt(1n, 1_000_000n),
    wrong: fc.constantFrom('no', 'no', 'no', 'twice', 'missing', 'amount'),
  })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 30 }), (all) => {
      const facts = all.map(({ kind, cents }, i) =>
        kind === 'in'
          ? paidIn(String(i), cents)
          : paidOut(String(i), cents, kind === 'instant' ? 'instant' : 'ach', kind === 'back'),
      )
      const expected: unknown[] = []
      const told = facts.flatMap(([, transactions], i) => {
        const [first, ...rest] = transactions
        if (!first) return []
        switch (all[i]?.wrong) {
          case 'twice':
            expected.push(['twice', `again ${i}`])
            return [
              first,
              ...rest,
              { ...first, id: `again ${i}`, reference: first.reference ?? depositOfReceipt(first.id) },
            ]
          case 'missing':
            expected.push(['missing_at_bank', keyOf(first)])
            return rest
          case 'amount':
            expected.push(['another_amount', first.id])
            return [{ ...first, amountMinor: first.amountMinor + 1n }, ...rest]
          case 'no':
          case undefined:
            return transactions
        }
      })
      const { differences, inTransit } = statementFor([facts.flatMap(([events]) => events), told])
      expect(inTransit).toEqual([])
      expect(new Set(kindsOf({ differences }).map(String))).toEqual(new Set(expected.map(String)))
      expect(differences).toHaveLength(expected.length)
    }),
  )
})
