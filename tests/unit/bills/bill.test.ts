import { describe, expect, it } from 'vitest'
import { AUTO_PAY_DAYS_BEFORE, BILL_DUE_DAYS } from '../../../api/contract/bills.ts'
import { evolve, initialState, type Bill } from '../../../events/bills/bill.ts'
import { decide, type BillCommand } from '../../../events/bills/decide.ts'
import type { BillEvent, Leg, PaymentReason } from '../../../events/bills/events.ts'
import type { RefusalCode } from '../../../events/refusal-codes.ts'
import { Refusal } from '../../../events/refusal.ts'
import { ada, grace, idOf } from '../../support/wallet-spec.ts'

const DAY = '2026-12-20'
const [FIRST, SECOND] = [idOf('first payment'), idOf('second payment')]
const ids = { billId: idOf('bill'), memberId: ada }
const legs: readonly Leg[] = [
  { source: 'pool', poolId: idOf('pool'), dividends: '700', gains: '300' },
  { source: 'wallet', amount: '850' },
]

const issue: BillCommand = {
  type: 'issue',
  ...ids,
  biller: 'northwind-energy',
  period: '2026-11',
  lines: [
    { item: 'usage', reference: 'meter-1', cents: 2_000n },
    { item: 'credit', reference: 'promise', cents: -150n },
  ],
  dueOn: '2026-12-25',
}
const issued: BillEvent = {
  type: 'BillIssued',
  data: {
    ...ids,
    biller: 'northwind-energy',
    period: '2026-11',
    lines: [
      { item: 'usage', reference: 'meter-1', cents: '2000' },
      { item: 'credit', reference: 'promise', cents: '-150' },
    ],
    amount: { currency: 'USD', minor: '1850' },
    dueOn: '2026-12-25',
  },
}
const start = (paymentId = FIRST, memberId = ada, given = legs): BillCommand => ({
  type: 'startPayment',
  memberId,
  paymentId,
  method: 'auto',
  legs: given,
})
const started: BillEvent = {
  type: 'BillPaymentStarted',
  data: { ...ids, paymentId: FIRST, method: 'auto', legs: [...legs] },
}
const startedSecond: BillEvent = { type: 'BillPaymentStarted', data: { ...started.data, paymentId: SECOND } }
const complete = (paymentId = FIRST): BillCommand => ({ type: 'completePayment', paymentId })
const paid: BillEvent = {
  type: 'BillPaid',
  data: { ...ids, paymentId: FIRST, biller: 'northwind-energy', amount: { currency: 'USD', minor: '1850' } },
}
const short = { reason: 'pools_short' as PaymentReason, missing: 120n }
const fail = (paymentId = FIRST): BillCommand => ({ type: 'failPayment', paymentId, ...short })
const shortfall = (paymentId: string, reason: PaymentReason = 'pools_short'): BillCommand => ({
  type: 'recordShortfall',
  paymentId,
  reason,
  missing: 120n,
})
const failed = (paymentId = FIRST, reason: PaymentReason = 'pools_short'): BillEvent => ({
  type: 'BillPaymentFailed',
  data: { ...ids, paymentId, reason, missing: '120' },
})
const delay = (today: string): BillCommand => ({ type: 'markPastDue', today })
const pastDue: BillEvent = { type: 'BillPastDue', data: { ...ids, dueOn: '2026-12-25' } }

const fold = (facts: readonly BillEvent[]): Bill =>
  facts.reduce((bill, fact) => evolve(bill, fact, `${DAY}T10:00:00.000Z`), initialState())
const given = (...facts: BillEvent[]) => ({
  when: (command: BillCommand) => ({
    makes: (...expected: BillEvent[]) => expect(decide(command, fold(facts))).toEqual(expected),
    doesNothing: () => expect(decide(command, fold(facts))).toEqual([]),
    refuses: (code: RefusalCode) => {
      expect(() => decide(command, fold(facts))).toThrow(Refusal)
      expect(() => decide(command, fold(facts))).toThrow(expect.objectContaining({ code }))
    },
  }),
})

describe('issuing', () => {
  it('sums the lines, credits among them', () => given().when(issue).makes(issued))
  it('says when an account is being closed', () =>
    given()
      .when({ ...issue, closing: true })
      .makes({ ...issued, data: { ...issued.data, closing: true } }))
  it('happens once', () => {
    given(issued).when(issue).doesNothing()
    given(issued, started, paid).when(issue).doesNothing()
  })
  it('writes nothing that could not be read again', () => {
    expect(() => decide({ ...issue, biller: 'Northwind!' }, initialState())).toThrow(/biller/)
    expect(() => decide({ ...issue, lines: [] }, initialState())).toThrow(/lines/)
  })
})

describe('starting a payment', () => {
  it('asks the legs', () => given(issued).when(start()).makes(started))
  it('is possible when the bill is past due', () => given(issued, pastDue).when(start()).makes(started))
  it("finds nobody else's bill and none that is not there", () => {
    given(issued).when(start(FIRST, grace)).refuses('bill_not_found')
    given().when(start()).refuses('bill_not_found')
  })
  it('refuses a second one', () => {
    given(issued, started).when(start(SECOND)).refuses('payment_pending')
    given(issued, started, paid).when(start(SECOND)).refuses('already_paid')
  })
  it('refuses legs that give another sum', () =>
    expect(() => decide(start(FIRST, ada, legs.slice(1)), fold([issued]))).toThrow(
      new RangeError('The legs of a payment give 850 of 1850 cents'),
    ))
})

describe('ending a payment', () => {
  it('completes or fails the payment that was started', () => {
    given(issued, started).when(complete()).makes(paid)
    given(issued, started).when(fail()).makes(failed())
  })
  it('leaves another payment and an ended one alone', () => {
    given(issued, started).when(complete(SECOND)).doesNothing()
    given(issued, started).when(fail(SECOND)).doesNothing()
    given(issued).when(complete()).doesNothing()
    given(issued).when(fail()).doesNothing()
    given(issued, started, paid).when(fail()).doesNothing()
    given(issued, started, failed()).when(complete()).doesNothing()
  })
  it('starts another one after a failure', () => {
    given(issued, started, failed()).when(start(SECOND)).makes(startedSecond)
    given(issued, started, failed()).when(start()).doesNothing()
  })
})

describe('a shortfall', () => {
  it('is recorded once for each payment', () => {
    given(issued).when(shortfall(FIRST)).makes(failed())
    given(issued, failed()).when(shortfall(FIRST)).doesNothing()
    given(issued, failed()).when(shortfall(SECOND)).makes(failed(SECOND))
    // Of two processes one may record it while the other begins the payment, which would never end.
    given(issued, failed()).when(start()).doesNothing()
    given(issued, failed(), startedSecond, failed(SECOND)).when(start()).doesNothing()
    given(issued, failed(), startedSecond, failed(SECOND)).when(shortfall(FIRST)).doesNothing()
  })
  it('is recorded past the due date for a new reason only', () => {
    given(issued, failed(), pastDue).when(shortfall(SECOND)).doesNothing()
    given(issued, failed(), pastDue)
      .when(shortfall(SECOND, 'wallet_short'))
      .makes(failed(SECOND, 'wallet_short'))
    given(issued, pastDue).when(shortfall(FIRST)).makes(failed())
  })
  it('is none while the bill is being paid or after it was', () => {
    given(issued, started).when(shortfall(SECOND)).doesNothing()
    given(issued, started, paid).when(shortfall(SECOND)).doesNothing()
  })
})

describe('being past due', () => {
  it('begins on the day after the last one', () => {
    given(issued).when(delay('2026-12-25')).doesNothing()
    given(issued).when(delay('2026-12-26')).makes(pastDue)
    given(issued, started).when(delay('2026-12-26')).makes(pastDue)
  })
  it('is said once, and never of a paid bill', () => {
    given(issued, pastDue).when(delay('2026-12-27')).doesNothing()
    given(issued, started, paid).when(delay('2026-12-26')).doesNothing()
  })
  it('outlasts a payment that fails', () =>
    given(issued, pastDue, started, failed()).when(delay('2026-12-27')).doesNothing())
})

describe('folding', () => {
  it('keeps the last failure, its day and what was missing, until the bill is paid', () => {
    const failure = { paymentId: FIRST, ...short, day: DAY }
    expect(fold([issued, started, failed()])).toMatchObject({ status: 'issued', failure })
    expect(fold([issued, failed(), started])).toMatchObject({ status: 'paying', failure })
    expect(fold([issued, failed(), started, paid])).toMatchObject({ status: 'paid', failure: null })
  })
  it.each([
    ['a payment', [started], /stands before BillIssued/],
    ['the end of one', [issued, paid], /BillPaid stands without BillPaymentStarted/],
  ])('stops at %s that nothing began', (_, facts, sentence) => expect(() => fold(facts)).toThrow(sentence))
})

it('is told at least ten days before auto-pay, as 12 CFR 1005.10(d) asks where amounts vary', () => {
  expect(BILL_DUE_DAYS - AUTO_PAY_DAYS_BEFORE).toBeGreaterThanOrEqual(10)
})
