import { describe, expect, it } from 'vitest'
import { addMonths, monthOf, monthsBetween } from '../../../events/calendar.ts'

describe('months', () => {
  it('are those of a moment or a day in UTC', () => {
    expect(monthOf('2026-11-30T23:59:59.999Z')).toBe('2026-11')
    expect(monthOf(new Date('2026-12-01T00:00:00.000Z'))).toBe('2026-12')
    expect(monthOf('2024-02-29')).toBe('2024-02')
  })

  it('are counted on and back over the ends of years', () => {
    expect(addMonths('2026-11', 1)).toBe('2026-12')
    expect(addMonths('2026-12', 1)).toBe('2027-01')
    expect(addMonths('2026-11', -11)).toBe('2025-12')
    expect(addMonths('2024-01', 1)).toBe('2024-02')
  })

  it('are listed from the first to the last, both included', () => {
    expect(monthsBetween('2026-11', '2027-01')).toEqual(['2026-11', '2026-12', '2027-01'])
    expect(monthsBetween('2026-11', '2026-10')).toEqual([])
  })
})
