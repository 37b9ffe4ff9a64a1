import { describe, expect, it } from 'vitest'
import type { Bill } from '../../../../api/contract/bills.ts'
import type { Circle, Contact, ContactType } from '../../../../api/contract/contacts.ts'
import type { ActivityEntry, Insight } from '../../../../api/contract/device-usage.ts'
import { suggestCircle } from '../../../../web/pages/dashboard/circle-suggestion.ts'
import { feedOf } from '../../../../web/pages/dashboard/feed.ts'
import { optimizationOf } from '../../../../web/pages/dashboard/optimization.ts'
import { firstSteps } from '../../../../web/pages/dashboard/steps.ts'
import { person } from '../../contacts/people.ts'

describe('the first steps', () => {
  const steps = (balance: number | null, pools: number | null, devices: number | null) =>
    firstSteps({ balance_cents: balance, pools, devices }).map(
      ({ name, done }) => `${name}${done ? ' ✓' : ''}`,
    )

  it('of an empty account are all to be done', () =>
    expect(steps(0, 0, 0)).toEqual(['fund', 'device', 'pool']))
  it('are ticked off one by one', () => {
    expect(steps(5_000, 0, 0)).toEqual(['fund ✓', 'device', 'pool'])
    expect(steps(5_000, 0, 1)).toEqual(['fund ✓', 'device ✓', 'pool'])
    // All money has moved into the pool.
    expect(steps(0, 1, 0)).toEqual(['fund ✓', 'device', 'pool ✓'])
  })
  it('are gone once a pool can pay a bill', () => expect(steps(0, 1, 1)).toEqual([]))
  it('are not guessed while something is not known', () => {
    expect(steps(null, 0, 0)).toEqual([])
    expect(steps(0, null, 0)).toEqual([])
    expect(steps(0, 0, null)).toEqual([])
  })
})

const id = (n: number) => `3f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e${String(n).padStart(2, '0')}`

describe('what happened by itself', () => {
  const bill: Bill = {
    id: id(1),
    biller: 'tellepathy',
    biller_title: 'Tellepathy',
    period: '2026-10',
    amount_cents: 3_500,
    lines: [],
    status: 'paid',
    issued_at: '2026-11-01T00:00:00.000Z',
    due_on: '2026-11-08',
    auto_pay_on: '2026-11-05',
    paid_at: '2026-11-05T12:00:00.000Z',
    paid_by: 'pools',
    legs: [
      {
        source: 'pool',
        pool_id: id(2),
        pool_name: 'Phone bill',
        amount_cents: 3_500,
        dividends_cents: 3_500,
        gains_cents: 0,
      },
    ],
    auto_pay_failure: null,
  }
  const unpaid: Bill = {
    ...bill,
    id: id(3),
    status: 'past_due',
    paid_at: null,
    paid_by: null,
    legs: [],
    auto_pay_failure: {
      at: '2026-11-07T12:00:00.000Z',
      reason: 'pools_short',
      message: 'Your pools lack $3.00.',
      missing_cents: 300,
    },
  }
  const alert: ActivityEntry = {
    id: 'a',
    kind: 'usage_alert',
    severity: 'warning',
    message: '80% of the data is used.',
    device_id: null,
    device_label: 'Phone',
    at: '2026-11-06T12:00:00.000Z',
  }

  it('is what auto-pay and the rules did, newest first', () =>
    expect(feedOf([bill, unpaid], [alert, { ...alert, id: 'b', kind: 'device_edited' }], 5)).toEqual([
      {
        id: `not-paid:${id(3)}`,
        kind: 'not_paid',
        text: 'Auto-pay could not pay Tellepathy, October 2026: Your pools lack $3.00.',
        at: '2026-11-07T12:00:00.000Z',
        bill: id(3),
      },
      { id: 'a', kind: 'alert', text: alert.message, at: alert.at, bill: null },
      {
        id: `paid:${id(1)}`,
        kind: 'paid',
        text: 'Auto-pay paid $35.00 for Tellepathy, October 2026 from a pool.',
        at: '2026-11-05T12:00:00.000Z',
        bill: id(1),
      },
    ]))

  it('is not what the member paid, and no more than asked for', () => {
    expect(feedOf([{ ...bill, paid_by: 'wallet' }], [], 5)).toEqual([])
    expect(feedOf([bill, unpaid], [alert], 2)).toHaveLength(2)
  })
})

describe('the suggested circle', () => {
  const contact = (n: number, contact_type: ContactType): Contact =>
    person(`Contact ${n}`, { id: id(n), contact_type })
  const circle = (name: string): Circle => ({
    id: id(90),
    name,
    description: '',
    color: '#8b5cf6',
    member_count: 0,
    created_at: '2026-11-01T00:00:00.000Z',
  })
  const contacts = [
    contact(1, 'friend'),
    contact(2, 'friend'),
    contact(3, 'family'),
    contact(4, 'colleague'),
    contact(5, 'colleague'),
    contact(6, 'colleague'),
    ...[7, 8, 9, 10].map((n) => contact(n, 'other')),
  ]

  it('is for the most numerous kind of contacts', () =>
    expect(suggestCircle(contacts, [])).toEqual({
      name: 'Colleagues',
      who: 'colleagues',
      contacts: [4, 5, 6].map((n) => ({ id: id(n), name: `Contact ${n}` })),
    }))
  it('is none whose contacts have a circle already, whatever it is called', () => {
    const team = { ...circle('Team North'), mostly: 'colleague' as const }
    expect(suggestCircle(contacts, [team])?.name).toBe('Friends')
  })
  it('is none that is there already, whatever its case', () => {
    expect(suggestCircle(contacts, [circle(' colleagues ')])?.name).toBe('Friends')
    expect(suggestCircle(contacts, [circle('Colleagues'), circle('Friends')])).toBeNull()
  })
})

describe('the optimization', () => {
  const insight: Insight = {
    id: id(1),
    insight_type: 'plan_optimization',
    confidence_score: 0.9,
    recommendation: 'Change to Basic.',
    potential_savings_cents: 2_000,
    device_id: id(2),
    device_label: 'Phone',
    action: { kind: 'note' },
    action_label: 'Noted',
    evidence: [],
  }
  const tooNew = { device_id: id(3), device_label: 'Tablet', days_missing: 1 }

  it('is the first insight: the server puts the largest saving first', () =>
    expect(
      optimizationOf({ insights: [insight, { ...insight, id: id(4) }], not_enough_data: [tooNew] }),
    ).toEqual({ insight, title: 'Phone', text: 'Change to Basic.' }))
  it('says why there is none', () => {
    expect(optimizationOf({ insights: [], not_enough_data: [tooNew] })).toMatchObject({
      insight: null,
      text: 'Tablet: 1 more day of usage needed before anything can be recommended.',
    })
    expect(optimizationOf({ insights: [], not_enough_data: [] }).title).toBe('Nothing to optimize')
  })
})
