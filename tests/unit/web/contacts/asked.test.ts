import { describe, expect, it } from 'vitest'
import type { Contact } from '../../../../api/contract/contacts.ts'
import { askable, peopleFor } from '../../../../web/pages/contacts/ask/asked.ts'

const contact = (
  contact_name: string,
  contact_handle: string | null,
  phone: string | null = null,
): Contact => ({
  id: contact_name,
  contact_name,
  contact_handle,
  phone_number: phone,
  contact_type: 'friend',
  created_at: '2026-01-01T00:00:00.000Z',
  status: 'offline',
  last_activity: null,
  messages: 0,
  calls: 0,
  data_usage: '0',
})
const BOOK = [
  contact('Zoe', '@zoe', '+12065550111'),
  contact('Adam', 'adamina'),
  contact('Ada Lovelace', '@ada'),
  contact('Bob', null),
  contact('Blank', ' '),
]
const PAID = [
  { name: 'Grace Hopper', handle: 'grace' },
  { name: 'Zoe Zimmer of the server', handle: 'zoe' },
]
const found = (typed: string) =>
  peopleFor(typed, PAID, BOOK).map(({ name, identifier }) => [name, identifier])

describe('whom asking together offers', () => {
  it('is who was paid and then who is in the book by name, each once by the member’s own name; not who has no handle', () => {
    expect(found('')).toEqual([
      ['Grace Hopper', '@grace'],
      ['Zoe', '@zoe'],
      ['Ada Lovelace', '@ada'],
      ['Adam', 'adamina'],
    ])
  })
  it('is found by name, handle and phone number, and a whole name or handle comes first', () => {
    expect(found('grace')).toEqual([['Grace Hopper', '@grace']])
    expect(found('206 555')).toEqual([['Zoe', '@zoe']])
    expect(found('ada').map(([name]) => name)).toEqual(['Ada Lovelace', 'Adam'])
    expect(found('ADAM').map(([name]) => name)).toEqual(['Adam'])
    expect(found('Adamina').map(([name]) => name)).toEqual(['Adam'])
  })
  it('ends with the handle or address that is typed, when nobody here has it', () => {
    expect(found('@alan')).toEqual([['@alan', '@alan']])
    expect(found('alan@youtility.example').at(-1)?.[1]).toBe('alan@youtility.example')
    expect(found('did:youtility:1').at(-1)?.[1]).toBe('did:youtility:1')
    expect(found('@ad').at(-1)).toEqual(['@ad', '@ad'])
    expect(found('@GRACE')).toEqual([['Grace Hopper', '@grace']])
  })
  it('is nobody for a name that nobody has', () => {
    expect(found('Nobody')).toEqual([])
  })
})

it('asks two entries of one handle once', () => {
  expect(askable([contact('Zoe', '@zoe'), contact('Bob', null), contact('Zoe at work', 'ZOE')])).toEqual([
    { name: 'Zoe at work', identifier: 'ZOE' },
  ])
})
