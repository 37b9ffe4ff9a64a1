import { describe, expect, it } from 'vitest'
import { againUntil } from '../../../api/deposits/again.ts'

type Debit = Parameters<typeof againUntil>[0]

const at = (day: number): string => new Date(Date.UTC(2026, 0, 1 + day, 12)).toISOString()
const debit = (day: number, other: Partial<Debit> = {}): Debit => ({
  method: 'ach',
  status: 'failed',
  code: 'R01',
  minor: 5_000n,
  createdAt: at(day),
  ...other,
})
/** The answer about the newest of these, in days; null: not again. */
const days = (...newestFirst: readonly [Debit, ...Debit[]]): number | null => {
  const until = againUntil(newestFirst[0], newestFirst)
  return until && (until.getTime() - Date.parse(at(0))) / 86_400_000
}

describe('a bank debit that came back for want of money can be made again', () => {
  it('for 180 days after it, or the first of its amount', () => {
    expect(days(debit(3))).toBe(183)
    expect(days(debit(3, { code: 'R09', status: 'returned' }))).toBe(183)
    expect(days(debit(3, { code: 'insufficient_funds' }))).toBe(183)
  })

  it('twice', () => {
    expect(days(debit(5), debit(3))).toBe(183)
    expect(days(debit(9), debit(5), debit(3))).toBeNull()
    expect(days(debit(9), debit(5, { minor: 1n }), debit(4, { code: 'R10' }), debit(3))).toBe(183)
    expect(days(debit(200), debit(190), debit(5), debit(3))).not.toBeNull()
  })

  it('not when another of its amount has begun since', () => {
    const first = debit(3)
    expect(againUntil(first, [debit(5, { status: 'pending', code: null }), first])).toBeNull()
    expect(againUntil(first, [debit(5, { minor: 1n }), first])).not.toBeNull()
    expect(againUntil(first, [debit(5, { method: 'card' }), first])).not.toBeNull()
  })

  it.each<[string, Partial<Debit>]>([
    ['for another reason', { code: 'R02' }],
    ['without a reason', { code: null }],
    ['by card', { method: 'card', code: 'insufficient_funds' }],
    ['not at all', { status: 'completed' }],
  ])('not when it came back %s', (_why, other) => {
    expect(days(debit(3, other))).toBeNull()
  })
})
