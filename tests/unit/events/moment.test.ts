import { expect, it } from 'vitest'
import { momentOf } from '../../../events/moment.ts'

it.each([
  '0000-01-01',
  '0000-12-31T23:59:59Z',
  '0999-12-31',
  '10000-01-01',
  '2026-02-30',
  '2026-01-31T24:00:00Z',
  '01',
  '-1',
  '9'.repeat(19),
])('reads no moment from %s, for which not all that read it later have a value', (text) => {
  expect(momentOf(text, 'end')).toBeNull()
})

it('reads positions, days and times', () => {
  expect(momentOf('9'.repeat(18), 'end')).toEqual({ kind: 'position', position: BigInt('9'.repeat(18)) })
  expect(momentOf('1000-01-01', 'start')).toEqual({ kind: 'time', time: '1000-01-01T00:00:00.000Z' })
  expect(momentOf('9999-12-31', 'end')).toEqual({ kind: 'time', time: '9999-12-31T23:59:59.999Z' })
  expect(momentOf('2026-01-31T12:00:00Z', 'end')).toEqual({ kind: 'time', time: '2026-01-31T12:00:00.000Z' })
})
