import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { discreetWordsOf, placeOf, wordsOf } from '../../../api/contract/notification-words.ts'
import { Notification } from '../../../api/contract/notifications.ts'
import { openEnum, UNFAMILIAR } from '../../../api/contract/open.ts'
import type { Operation } from '../../../api/contract/operation.ts'
import { operations } from '../../../api/contract/operations.ts'
import { localizerOf } from '../../../api/texts/localizer.ts'
import { NEW, sampleOf } from '../../support/sample-answers.ts'

const TABLE: readonly Operation[] = Object.values(operations)
const RESPONSES = TABLE.flatMap(({ id, response, mediaTypes }) =>
  response && !mediaTypes ? [[id, response] as const] : [],
)

describe.each(RESPONSES)('an answer to %s', (id, response) => {
  it('can be read when a later release adds values, kinds and fields', () => {
    const choice = { known: false, closed: [] }
    const answer = sampleOf(response, choice, id)
    expect(choice.closed).toEqual([])
    const read = z.safeParse(response, answer)
    expect(read.error).toBeUndefined()
    expect(JSON.stringify(read.data)).not.toContain(NEW)
  })

  it('is not sent with a value that this release does not know', () => {
    const known = { known: true, closed: [] }
    const answer = z.parse(response, sampleOf(response, known, id))
    expect(z.safeEncode(response, answer).error).toBeUndefined()
    const later = z.parse(response, sampleOf(response, { known: false, closed: [] }, id))
    if (JSON.stringify(later).includes(`"${UNFAMILIAR}"`))
      expect(z.safeEncode(response, later).success).toBe(false)
  })
})

it('reads what it does not know as told, where any known value does for it', () => {
  const Color = openEnum(z.enum(['red', 'blue']), 'red')
  expect(z.parse(Color, 'mauve')).toBe('red')
  expect(z.parse(Color, 'blue')).toBe('blue')
  expect(z.safeParse(Color, 1).success).toBe(false)
})

describe('a notification of a later kind', () => {
  const common = { id: '1', at: '2026-01-31T12:00:00Z', read: false }
  const localizer = localizerOf('en')

  it('is shown by its label, or by a sentence for any', () => {
    const labelled = z.parse(Notification, { ...common, kind: 'card', label: 'Your card was used.', card: 1 })
    expect(labelled).toEqual({ ...common, kind: UNFAMILIAR, label: 'Your card was used.' })
    expect(wordsOf(labelled, localizer)).toEqual({ title: 'Something new', text: 'Your card was used.' })
    const bare = z.parse(Notification, { ...common, kind: 'card' })
    expect(wordsOf(bare, localizer).text).toBe('A newer version of the app shows what it is.')
    expect(discreetWordsOf(bare, localizer).text).toBe('A newer version of the app shows what it is.')
    expect(placeOf(bare)).toBe('/notifications')
  })

  it('has amounts in a currency that is not known either', () => {
    const notification = {
      ...common,
      kind: 'money_in',
      how: 'gift',
      from: null,
      amount: '12.5',
      currency: 'EUR',
    }
    expect(wordsOf(z.parse(Notification, notification), localizer).text).toBe('12.50 ¤ is in your wallet.')
  })

  it('is not one when a known kind lacks what it must have', () => {
    expect(z.safeParse(Notification, { ...common, kind: 'vote' }).success).toBe(false)
  })
})
