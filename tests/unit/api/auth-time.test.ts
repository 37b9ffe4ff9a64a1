import { describe, expect, it } from 'vitest'
import { provenAtOf } from '../../../api/identity/auth-time.ts'

const NOW = new Date('2026-11-24T09:00:00Z')
const secondsFromNow = (seconds: number) => NOW.getTime() / 1_000 + seconds

/** The sign-in took `took` seconds; the provider's clock is `ahead` of ours by so many. */
const times = (authTime: unknown, { took = 60, ahead = 0 } = {}) => ({
  authTime,
  issuedAt: secondsFromNow(ahead),
  startedAt: new Date(NOW.getTime() - took * 1_000),
  now: NOW,
})

describe('what a provider proves about who is there', () => {
  it.each([
    ['at this moment', 0, 0, 0, 0],
    ['at the beginning of a sign-in of a minute', 0, -60, 0, -60],
    ['with a clock two minutes behind', 0, -120, -120, 0],
    ['with a clock two minutes ahead', 0, 120, 120, 0],
    ['a second after its ID token, which counts as now', 0, 1, 0, 0],
    ['as long ago as was allowed', 600, -660, 0, -660],
  ])('is an authentication %s', (_, maxAge, authTime, ahead, proven) =>
    expect(provenAtOf(maxAge, times(secondsFromNow(authTime), { ahead }))).toBe(
      NOW.getTime() + proven * 1_000,
    ),
  )

  it.each([
    ['when we did not ask', null, secondsFromNow(0)],
    ['when it states no time', 0, undefined],
    ['when the time is no number', 0, String(secondsFromNow(0))],
    ['when the time is not finite', 0, Infinity],
    ['when the authentication is an old one', 0, secondsFromNow(-66)],
    ['when it is older than asked for', 600, secondsFromNow(-666)],
    ['when it is later than the ID token', 0, secondsFromNow(6)],
  ])('is nothing %s', (_, maxAge, authTime) => expect(provenAtOf(maxAge, times(authTime))).toBeNull())

  it.each([
    ['a silent answer, to an address without its max_age', -30, 2, 0],
    ['the same with a clock a minute ahead', 30, 2, 60],
    ['the same with a clock a minute behind', -90, 2, -60],
  ])('is nothing by %s', (_, authTime, took, ahead) =>
    expect(provenAtOf(0, times(secondsFromNow(authTime), { took, ahead }))).toBeNull(),
  )

  it('is nothing without the time of the ID token', () =>
    expect(provenAtOf(0, { ...times(secondsFromNow(0)), issuedAt: undefined })).toBeNull())
})
