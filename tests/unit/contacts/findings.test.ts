import { describe, expect, it, onTestFinished } from 'vitest'
import { alertsIn, findingsIn } from '../../../web/pages/contacts/book/findings.ts'
import { COLOR_CLASSES, COLOR_NAMES, dataText, STATUS_LOOKS } from '../../../web/pages/contacts/words.ts'
import { dataText as serverDataText } from '../../../api/contacts/usage.ts'
import { CIRCLE_COLORS } from '../../../api/contract/contacts.ts'
import { setLanguage } from '../../../web/texts/texts.ts'
import { person } from './people.ts'

const kinds = (...people: ReturnType<typeof person>[]) => findingsIn(people).map(({ kind }) => kind)

describe('findings', () => {
  it('are none where there is nothing to say', () => {
    expect(findingsIn([])).toEqual([])
    expect(kinds(person('Ann', { contact_handle: '@ann' }), person('Bob', { phone_number: '1' }))).toEqual([])
  })

  it('tell of handles and numbers under different names, and of names with hidden characters', () => {
    const people = [
      person('Ann', { contact_handle: '@Ann' }),
      person('Not Ann', { contact_handle: 'ann' }),
      person('Bob', { phone_number: '+12065550119' }),
      person('Bobby', { phone_number: '+12065550119' }),
      person('Ca\u202Erl', { phone_number: '2' }),
      person('👩‍👩‍👧‍👦', { phone_number: '3' }),
    ]
    const found = findingsIn(people)
    expect(found.map(({ kind, ids }) => [kind, ids.length])).toEqual([
      ['shared_handle', 2],
      ['shared_number', 2],
      ['hidden_characters', 1],
    ])
    expect(found[0]?.detail).toContain('Ann and Not Ann')
    expect(alertsIn(found)).toBe(5)
  })

  it('join names as the language of the page does', () => {
    onTestFinished(() => setLanguage('en', 'en-US', {}))
    setLanguage('de', 'de-DE', {})
    expect(findingsIn([person('Ann'), person('Bob')])[0]?.detail).toContain('Ann und Bob')
  })

  it('tell of who stands twice, cannot be reached, or has no type; these are no alerts', () => {
    const found = findingsIn([person('Ann'), person('ann'), person('Bob', { contact_type: 'other' })])
    expect(found.map(({ kind, ids }) => [kind, ids.length])).toEqual([
      ['duplicates', 2],
      ['unreachable', 3],
      ['no_type', 1],
    ])
    expect(alertsIn(found)).toBe(0)
    expect(found[1]?.title).toBe('3 contacts without handle and phone number')
    expect(found[1]?.detail).toContain('Ann, ann and 1 more')
  })
})

describe('words', () => {
  it('tell online green, away yellow and anything else grey', () => {
    expect(STATUS_LOOKS).toEqual({
      online: { label: 'Online', tone: 'credit' },
      away: { label: 'Away', tone: 'warning' },
      offline: { label: 'Offline', tone: 'neutral' },
    })
  })

  it('have a name and a class for each of the eight colors', () => {
    expect(CIRCLE_COLORS).toEqual([
      '#8b5cf6',
      '#3b82f6',
      '#10b981',
      '#f59e0b',
      '#ef4444',
      '#ec4899',
      '#6366f1',
      '#14b8a6',
    ])
    for (const color of CIRCLE_COLORS) expect(COLOR_CLASSES[color]).toBe(`bg-[${color}]`)
    expect(new Set(Object.values(COLOR_NAMES)).size).toBe(8)
  })

  it.each([
    [0, '0 MB'],
    [512.4, '512 MB'],
    [1023.4, '1023 MB'],
    [1024, '1.0 GB'],
    [1536, '1.5 GB'],
  ])('%d MB are %s, here and on the server', (megabytes, text) => {
    expect(dataText(megabytes)).toBe(text)
    expect(serverDataText(megabytes)).toBe(text)
  })
})
