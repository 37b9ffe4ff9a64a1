import { expect, it } from 'vitest'
import { storedUser, OFFLINE_LIMIT_MS } from '../../../../web/data/stored-user.ts'

const ID = '018f3b6e-0000-7000-8000-000000000001'
const ada = {
  id: ID,
  email: 'ada@youtility.example',
  handle: 'ada',
  did: 'did:youtility:ada',
  google_user_data: { given_name: 'Ada', family_name: 'L', name: 'Ada L', picture: null },
}
const AS_OF = '2026-11-22T09:00:00.000Z'
const after = (ms: number, value: unknown = ada, memberId = ID) =>
  storedUser({ value, asOf: AS_OF }, memberId, Date.parse(AS_OF) + ms)?.handle ?? 'locked'

it('a device without a session shows what it keeps for three days, and then a lock', () => {
  expect(OFFLINE_LIMIT_MS).toBe(3 * 24 * 60 * 60 * 1_000)
  expect(after(0)).toBe('ada')
  expect(after(OFFLINE_LIMIT_MS)).toBe('ada')
  expect(after(OFFLINE_LIMIT_MS + 1)).toBe('locked')
})

it('a clock that was put back, a time that is none, another member or nothing kept open nothing', () => {
  expect(after(-1)).toBe('locked')
  expect(storedUser({ value: ada, asOf: 'long ago' }, ID, Date.now())).toBeNull()
  expect(after(0, ada, 'another')).toBe('locked')
  expect(after(0, { id: ID })).toBe('locked')
  expect(storedUser(undefined, ID, 0)).toBeNull()
})
