import { describe, expect, it } from 'vitest'
import { provenAtOf } from '../../../api/identity/auth-time.ts'

const NOW = new Date('2026-11-24T09:00:00Z')
const secondsFromNow = (seconds: number) => NOW.getTime() / 1_000 + seconds

describe('what a provider proves about who is there', () => {
  it.each([
    ['at this moment', 0, 0, 0],
    ['with a clock two minutes behind', 0, -120, -120],
    ['with a clock two minutes ahead, which counts as now', 0, 120, 0],
    ['as long ago as was allowed', 600, -720, -720],
  ])('is an authentication %s', (_, maxAge, authTime, proven) =>
    expect(provenAtOf(maxAge, secondsFromNow(authTime), NOW)).toBe(NOW.getTime() + proven * 1_000),
  )

  it.each([
    ['when we did not ask', null, secondsFromNow(0)],
    ['when it states no time', 0, undefined],
    ['when the time is no number', 0, String(secondsFromNow(0))],
    ['when the time is not finite', 0, Infinity],
    ['when the authentication is an old one', 0, secondsFromNow(-121)],
    ['when it is older than asked for', 600, secondsFromNow(-721)],
    ['when it is still to come', 0, secondsFromNow(121)],
  ])('is nothing %s', (_, maxAge, authTime) => expect(provenAtOf(maxAge, authTime, NOW)).toBeNull())
})
