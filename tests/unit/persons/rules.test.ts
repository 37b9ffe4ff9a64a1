import { describe, expect, it } from 'vitest'
import { beginFrom, mayRenew, type CheckRow } from '../../../api/persons/checks.ts'
import type { CheckReport } from '../../../api/persons/person-check.ts'
import { foundOf } from '../../../api/persons/persons.ts'
import { standingOfChecks } from '../../../api/persons/standing.ts'
import { DAY_MS, HOUR_MS } from '../../../events/calendar.ts'

const NOW = new Date('2026-11-18T12:00:00Z')
const before = (ms: number) => new Date(NOW.getTime() - ms)
const later = (ms: number) => new Date(NOW.getTime() + ms)
const MINUTE_MS = 60_000

const row = (more: Partial<CheckRow> = {}): CheckRow => ({
  id: 'c',
  memberId: 'm',
  provider: 'sandbox',
  reference: 'r',
  state: 'open',
  reason: null,
  beganAt: before(HOUR_MS),
  changedAt: before(HOUR_MS),
  verifiedUntil: null,
  revision: 1,
  ...more,
})
const adult: CheckReport = { state: 'verified', person: { isAdult: true, country: 'US' } }
const found = (report: CheckReport, more: Partial<CheckRow> = {}) =>
  foundOf(row(more), report, { now: NOW, validDays: 730 })

describe('what a look has found', () => {
  it('is final where somebody is verified, until a day', () => {
    expect(found(adult)).toEqual({
      state: 'verified',
      reason: null,
      verifiedUntil: later(730 * DAY_MS),
      looksAt: null,
    })
  })
  it('is a rejection for good where the person is a child', () => {
    expect(found({ state: 'verified', person: { isAdult: false, country: 'US' } })).toEqual({
      state: 'rejected',
      reason: 'under_age',
      verifiedUntil: null,
      looksAt: null,
    })
  })
  it.each([
    [0, 5_000],
    [9 * MINUTE_MS, 5_000],
    [11 * MINUTE_MS, 5 * MINUTE_MS],
    [2 * DAY_MS, HOUR_MS],
  ])('is asked for more seldom the longer nothing changes: after %i ms in %i ms', (stands, pause) => {
    const { looksAt } = found({ state: 'processing' }, { state: 'processing', changedAt: before(stands) })
    expect(looksAt).toEqual(later(pause))
  })
  it('is asked for soon after a change, however old the check is', () => {
    const { state, looksAt } = found({ state: 'processing' }, { changedAt: before(2 * DAY_MS) })
    expect([state, looksAt]).toEqual(['processing', later(5_000)])
  })
  it('may change after a rejection, for three days', () => {
    const report = { state: 'rejected', reason: 'document_expired' } as const
    const stood = (ms: number) =>
      found(report, { state: 'rejected', reason: 'document_expired', changedAt: before(ms) }).looksAt
    expect(stood(2 * DAY_MS)).toEqual(later(HOUR_MS))
    expect(stood(3 * DAY_MS + 1)).toBeNull()
  })
  it('ends an open check that nobody goes on with for two weeks, and no younger one', () => {
    expect(found({ state: 'open' }, { beganAt: before(14 * DAY_MS + 1) }).state).toBe('ended')
    expect(found({ state: 'open' }, { beganAt: before(14 * DAY_MS) }).state).toBe('open')
    // Whoever has shown something is not ended.
    expect(found({ state: 'processing' }, { beganAt: before(20 * DAY_MS) }).state).toBe('processing')
  })
})

describe('another check', () => {
  const begun = (...days: number[]) => days.map((each) => ({ beganAt: before(each * DAY_MS) }))
  it('may be begun while there were fewer than five in thirty days', () => {
    expect(beginFrom(begun(1, 2, 3, 4), NOW)).toBeNull()
    expect(beginFrom(begun(1, 2, 3, 4, 31), NOW)).toBeNull()
  })
  it('has to wait until the oldest of five is thirty days old', () => {
    expect(beginFrom(begun(1, 2, 3, 4, 10), NOW)).toEqual(later(20 * DAY_MS))
    expect(beginFrom(begun(0, 1, 2, 3, 4, 10), NOW)).toEqual(later(26 * DAY_MS))
  })
  it('may be begun by whoever is verified for thirty days at most', () => {
    expect(mayRenew(null, NOW)).toBe(true)
    expect(mayRenew(later(30 * DAY_MS), NOW)).toBe(true)
    expect(mayRenew(later(30 * DAY_MS + 1), NOW)).toBe(false)
  })
})

describe('where a member stands', () => {
  const standing = (...rows: Partial<CheckRow>[]) => standingOfChecks(rows.map(row), NOW)
  it.each([
    ['no check', [], 'unverified', null],
    ['one that starts', [{ state: 'starting' }], 'pending', 'member'],
    ['one that is looked at', [{ state: 'processing' }], 'pending', 'provider'],
    ['one that failed', [{ state: 'rejected', reason: 'other' }], 'rejected', null],
    ['one that was given up', [{ state: 'ended' }], 'unverified', null],
    ['one that holds', [{ state: 'verified', verifiedUntil: later(1) }], 'verified', null],
    ['one that ends now', [{ state: 'verified', verifiedUntil: NOW }], 'lapsed', null],
    [
      'one that holds, and a renewal',
      [{ state: 'open' }, { state: 'verified', verifiedUntil: later(1) }],
      'verified',
      'member',
    ],
    [
      'one that has lapsed, and a failure',
      [{ state: 'rejected' }, { state: 'verified', verifiedUntil: before(1) }],
      'rejected',
      null,
    ],
  ] as const satisfies readonly (readonly [string, readonly Partial<CheckRow>[], string, string | null])[])(
    'with %s',
    (_what, rows, state, waitsFor) => {
      expect(standing(...rows)).toMatchObject({ state, waitsFor })
    },
  )
  it('names a reason of a later release as another one', () => {
    expect(standing({ state: 'rejected', reason: 'of_tomorrow' }).reason).toBe('other')
  })
})
