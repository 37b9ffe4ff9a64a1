import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv as readCsvBytes } from '../../../web/pages/contacts/files/read-csv.ts'
import { readVcards as readVcardBytes } from '../../../web/pages/contacts/files/read-vcard.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const readVcards = (text: string) => readVcardBytes(bytes(text))
const readCsv = (text: string) => readCsvBytes(bytes(text))
const card = (...fields: readonly string[]) =>
  ['BEGIN:VCARD', 'VERSION:3.0', ...fields, 'END:VCARD'].join('\n')
const names = (text: string) => readVcards(text).contacts.map(({ contact_name: name }) => name)
const phone = (text: string) => readVcards(text).contacts[0]?.phone_number

describe('cards of files that were joined', () => {
  const [ada, bob] = [card('FN:Ada'), card('FN:Bob')]
  it.each([
    ['no line break', ada + bob],
    ['blanks', `${ada}  ${bob}`],
    ['a byte-order mark', `\uFEFF${ada}\n\uFEFF${bob}`],
    ['a byte-order mark and no line break', `${ada}\uFEFF${bob}`],
    ['the end of a file of DOS', `${ada}\n\u001A${bob}\u001A`],
    ['an indent', [ada, bob].map((one) => one.replaceAll(/^/gm, '  ')).join('\n')],
    ['an indent of the second', `${ada}\n  BEGIN:VCARD\nFN:Bob\nEND:VCARD`],
    ['small letters', `${ada}${bob}`.toLowerCase().replaceAll('ada', 'Ada').replaceAll('bob', 'Bob')],
  ])('by %s are all read', (_what, text) => {
    expect(names(text)).toEqual(['Ada', 'Bob'])
    expect(readVcards(text)).toMatchObject({ problems: [], unsaved: [] })
  })

  it('within another line are named', () => {
    expect(readVcards('BEGIN:VCARD\nFN:Ada\nTEL:1BEGIN:VCARD\nFN:Bob\nEND:VCARD').problems).toEqual([
      { line: 3, error: expect.stringContaining('Put a line break before each BEGIN:VCARD') },
    ])
    expect(readVcards(bob.replaceAll('\n', '')).problems).toMatchObject([{ line: 1 }])
  })
})

describe('quoted-printable text', () => {
  const named = (value: string) => names(card(`FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:${value}`))
  it.each([
    ['with soft breaks', 'Jos=C3=A9 =\nN=C3=BA=C3=B1ez'],
    ['with soft breaks before a blank of the name', 'Jos=C3=A9=\n N=C3=BA=C3=B1ez'],
    ['with soft breaks and folds, within a letter', 'Jos=C3=\n =A9 N=C3=BA=C3=B1ez'],
    ['with soft breaks and folds', 'Jos=C3=A9 =\n N=C3=BA=\n =C3=B1ez'],
    ['folded', 'Jos=C3=A9 N=C3=BA=\n C3=B1e\n z'],
    ['folded within a code', 'Jos=C\n 3=A9 N=C3=BA=C3=B1ez'],
    ['folded behind an equals sign', 'Jos=\n C3=A9 N=C3=BA=C3\n =B1ez'],
    ['with raw breaks', 'Jos=C3=A9\nN=C3=BA=C3=B1ez'],
  ])('%s has the right letters', (_what, value) => {
    expect(named(value)).toEqual(['José Núñez'])
  })

  it('that ends with a soft break swallows no other field', () => {
    const text = card('NOTE;ENCODING=QUOTED-PRINTABLE:Hello=', 'FN:Ada', 'TEL:+12065550119')
    expect(readVcards(text).contacts).toMatchObject([{ contact_name: 'Ada', phone_number: '+12065550119' }])
  })
})

it('a name that was written in two lines is whole', () => {
  expect(names(card('FN:Ada\nLovelace'))).toEqual(['Ada Lovelace'])
  expect(names(card('N:Ç\nelik;Ayşe;;;'))).toEqual(['Ayşe Ç elik'])
  expect(names(card('ORG:Analytical\nEngines'))).toEqual(['Analytical Engines'])
})

describe('Apple’s labels', () => {
  it.each(['Fax', '_$!<HomeFAX>!$_', 'Pager'])('%s is no number to call', (label) => {
    const text = card('FN:Ada', 'item1.TEL:1', `item1.X-ABLabel:${label}`, 'item2.TEL:2')
    expect(phone(text)).toBe('2')
  })

  it('say which number is the mobile one, wherever they stand', () => {
    expect(
      phone(card('FN:Ada', 'TEL:1', 'item2.X-ABLabel:Handy', 'item2.TEL:2', 'item1.X-ABLabel:Fax')),
    ).toBe('2')
  })
})

describe('what contacts do not keep', () => {
  it('is named with the fields of a card and how often, and lines of no field', () => {
    const text = `stray\n${card('FN:Ada', 'N:Lovelace;Ada;;;', 'TEL:1', 'TEL;TYPE=CELL:2', 'EMAIL:a@a.example', 'NOTE:x', 'PHOTO;ENCODING=b:AAAA\nBBBB')}\n${card('FN:Bob', 'TEL:1', 'TEL:3')}`
    expect(readVcards(text).unsaved).toEqual([
      { name: 'TEL', count: 2 },
      { name: 'N', count: 1 },
      { name: 'EMAIL', count: 1 },
      { name: 'NOTE', count: 1 },
      { name: 'PHOTO', count: 1 },
      { name: null, count: 1 },
    ])
  })

  it('is named with the columns of a table', () => {
    const text =
      'Name,Mobile,Home Phone,Notes,Type,Labels,Added\nAda,1,2,x,friend,* myContacts,2026\nBob,1,1,,foo,,2026\n'
    expect(readCsv(text).unsaved).toEqual([
      { name: 'Home Phone', count: 1 },
      { name: 'Notes', count: 1 },
      { name: 'Type', count: 1 },
    ])
  })
})

/** Fields of a card with words that no other has; `place` makes them differ. */
const written = (place: number, kinds: readonly string[]) =>
  kinds.map((kind, index) => `${kind}:w${place}x${index}`)
const kind = fc.constantFrom('TEL', 'EMAIL', 'NOTE', 'ORG', 'X-ANY', 'item1.URL', 'ADR;TYPE=HOME', 'PHOTO')
const joint = fc.constantFrom('\n', '', '\r\n', '\r', '\n\n', '\uFEFF', ' ', '\n \n')
const brokenAt = fc.constantFrom('', '\n', '\n ', '\r\n\t')

it('of any file every card is a contact or a problem, and every word is in a contact or counted', () => {
  const one = fc.record({ kinds: fc.array(kind, { maxLength: 5 }), joint, broken: brokenAt })
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 6 }), (cards) => {
      const fields = cards.flatMap(({ kinds }, place) => written(place, kinds))
      const text = cards
        .map(({ kinds, joint: after, broken }, place) => {
          const name = `FN:given${place}${broken}family${place}`
          return card(name, ...written(place, kinds)) + after
        })
        .join('')
      const { contacts, problems, unsaved } = readVcards(text)
      expect(contacts).toHaveLength(cards.length)
      expect(problems).toEqual([])
      for (const [place, { contact_name: name }] of contacts.entries())
        expect(name?.replaceAll(' ', '')).toBe(`given${place}family${place}`)
      const saved = contacts.map((each) => Object.values(each).join(' ')).join(' ')
      const lost = fields.filter((field) => !saved.includes(field.split(':')[1] ?? ''))
      expect(unsaved.reduce((sum, { count }) => sum + count, 0)).toBe(lost.length)
    }),
    { numRuns: 500 },
  )
})
