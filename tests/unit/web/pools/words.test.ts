import { describe, expect, it } from 'vitest'
import type { Bill } from '../../../../api/contract/bills.ts'
import type { PoolActivity } from '../../../../api/contract/pools.ts'
import {
  isPayable,
  itemText,
  legParts,
  statusLine,
  titleOf as billTitle,
} from '../../../../web/pages/bills/bill-words.ts'
import { detailOf, isMovement, titleOf } from '../../../../web/pages/pools/details/activity-words.ts'
import { EXPECTED_RETURN, transactionsText } from '../../../../web/pages/pools/words.ts'
import { calendarDate, shortCalendarDate } from '../../../../web/ui/time-format.ts'

const id = '3f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f'
const leg = {
  source: 'pool',
  pool_id: id,
  pool_name: 'Phone bill',
  amount_cents: 3_500,
  dividends_cents: 1_500,
  gains_cents: 2_000,
} as const
const bill: Bill = {
  id,
  biller: 'tellepathy',
  biller_title: 'Tellepathy',
  period: '2026-10',
  amount_cents: 3_500,
  lines: [],
  status: 'issued',
  issued_at: '2026-11-01T00:00:00.000Z',
  due_on: '2026-11-08',
  auto_pay_on: '2026-11-05',
  paid_at: null,
  paid_by: null,
  legs: [],
  auto_pay_failure: null,
}
const paid: Bill = {
  ...bill,
  status: 'paid',
  paid_at: '2026-11-05T12:00:00.000Z',
  paid_by: 'pools',
  legs: [leg],
}

describe('a bill', () => {
  it('is called by its service and month', () => expect(billTitle(bill)).toBe('Tellepathy, October 2026'))

  it('says what will happen to it, or who paid it', () => {
    expect(statusLine(bill)).toBe('Due Nov 8, 2026. Auto-pay tries from Nov 5, 2026.')
    expect(statusLine({ ...bill, status: 'past_due' })).toBe('Was due Nov 8, 2026. You can still pay it.')
    expect(statusLine(paid)).toBe('Paid by “Phone bill” on Nov 5, 2026')
    expect(statusLine({ ...paid, legs: [leg, leg] })).toBe('Paid by 2 pools on Nov 5, 2026')
    expect(statusLine({ ...paid, paid_by: 'wallet' })).toBe('Paid from your USD wallet on Nov 5, 2026')
  })

  it('can be paid by hand until it is being paid', () =>
    expect(
      (['issued', 'past_due', 'paying', 'paid'] as const).map((status) => isPayable({ ...bill, status })),
    ).toEqual([true, true, false, false]))

  it('names its lines and the parts of its legs', () => {
    expect(itemText('plan:data_only_5gb')).toBe('Data only 5gb plan')
    expect(itemText('overage:data')).toBe('Overage data')
    expect(legParts(leg)).toBe('$15.00 from dividends, $20.00 from gains')
    expect(legParts({ ...leg, dividends_cents: 0 })).toBe('$20.00 from gains')
    expect(legParts({ ...leg, source: 'wallet', pool_id: null, pool_name: null })).toBeNull()
  })
})

describe('a line of activity', () => {
  const line: PoolActivity = {
    id,
    kind: 'bill_payment',
    amount_cents: -3_500,
    dividends_cents: 1_500,
    gains_cents: 2_000,
    units: '-0.19264000',
    unit_price: '103.812000',
    bill_id: id,
    occurred_at: '2026-11-05T12:00:00.000Z',
    position: '1',
  }
  const none = { dividends_cents: null, gains_cents: null }

  it('of a bill tells dividends from gains', () =>
    expect(detailOf(line)).toBe('$15.00 from dividends, $20.00 from gains'))

  it('of money tells the units bought or sold', () => {
    expect(detailOf({ ...line, ...none, kind: 'withdrawal' })).toBe('0.1926 units sold at $103.812')
    expect(detailOf({ ...line, ...none, kind: 'contribution', units: '2.00000000' })).toBe(
      '2 units bought at $103.812',
    )
    expect(detailOf({ ...line, ...none, kind: 'dividend', units: '0.00000000' })).toBeNull()
  })

  it('of a target is no movement', () => {
    const target: PoolActivity = { ...line, ...none, kind: 'target_changed', amount_cents: 500 }
    expect(titleOf(target)).toBe('Target monthly yield set to $5.00')
    expect([isMovement(line), isMovement(target)]).toEqual([true, false])
  })
})

describe('words', () => {
  it('are those of the specification', () =>
    expect(EXPECTED_RETURN).toEqual({ conservative: '4-6%', moderate: '7-10%', aggressive: '10-15%' }))

  it('name calendar days the same in every time zone', () => {
    expect(calendarDate('2026-11-01')).toBe('Nov 1, 2026')
    expect(shortCalendarDate('2026-11-01')).toBe('Nov 1')
  })

  it('count', () =>
    expect([0, 1, 1_200].map(transactionsText)).toEqual([
      '0 transactions',
      '1 transaction',
      '1,200 transactions',
    ]))
})
