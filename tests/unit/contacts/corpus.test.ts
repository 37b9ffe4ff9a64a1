import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { readContacts } from '../../../web/pages/contacts/files/read.ts'
import { contactsVcard } from '../../../web/pages/contacts/files/vcard.ts'
import { CORPUS } from './corpus.ts'
import { person } from './people.ts'

describe('an address book file of', () => {
  it.each(CORPUS.map((file) => [file.producer, file] as const))('%s', async (_producer, file) => {
    // Copied, because `File` does not accept bytes that could be in a shared buffer.
    const read = await readContacts(new File([new Uint8Array(file.bytes)], file.name))
    expect(
      read.contacts.map(({ contact_name, phone_number, contact_type, contact_handle }) => [
        contact_name,
        phone_number,
        contact_type,
        contact_handle,
      ]),
    ).toEqual(file.people.map(([name, phone = '', type = '', handle = '']) => [name, phone, type, handle]))
    expect(read.problems.map(({ line }) => line)).toEqual(file.leftOut ?? [])
  })
})

const PEOPLE = [
  person('Ann "the" O\'Neil, jr.', { contact_handle: '@ann', phone_number: '+12065550119' }),
  // No semicolon: RFC 2426 requires an escaped one, and ical.js does not unescape it in version 3.0.
  person('👩‍👩‍👧‍👦 Familie Müller\\', { phone_number: 'front desk, ask for 5', contact_type: 'family' }),
  person('ליאורה כהן', { contact_type: 'other' }),
  person('x'.repeat(200), { contact_type: 'colleague' }),
  person('名'.repeat(60)),
]

describe('what we export', () => {
  it('is read whole by another reader than ours (ical.js)', () => {
    // Several cards are parsed into a list of jCards, which the library types as `any`.
    const parsed: unknown[] = ICAL.parse(contactsVcard(PEOPLE))
    const cards = parsed.map((card) => new ICAL.Component(Array.isArray(card) ? card : []))
    const read = (property: string) => cards.map((card) => card.getFirstPropertyValue(property))
    expect(read('fn')).toEqual(PEOPLE.map(({ contact_name: name }) => name))
    expect(read('tel')).toEqual(PEOPLE.map(({ phone_number: phone }) => phone))
    expect(read('nickname')).toEqual(PEOPLE.map(({ contact_handle: handle }) => handle))
    expect(read('categories')).toEqual(PEOPLE.map(({ contact_type: type }) => type))
    expect(read('uid')).toEqual(PEOPLE.map(({ id }) => `urn:uuid:${id}`))
  })
})
