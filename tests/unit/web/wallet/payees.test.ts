import { describe, expect, it } from 'vitest'
import type { Activity } from '../../../../api/contract/wallet.ts'
import type { SavedContact } from '../../../../api/contract/contacts.ts'
import { offeredPayees } from '../../../../web/data/payees.ts'
import { identifierOf, payeesFor } from '../../../../web/pages/payees/payees.ts'

let made = 0
const activity = (kind: Activity['kind'], handle: string | null, minute: number): Activity => ({
  id: String((made += 1)),
  kind,
  currency: 'USD',
  amount: '-1.00',
  amount_minor: '-100',
  status: 'completed',
  counterparty: handle === null ? null : { name: handle.toUpperCase(), handle },
  message: null,
  transfer_id: null,
  occurred_at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  position: '1',
})
const handles = (...given: Parameters<typeof offeredPayees>) =>
  offeredPayees(...given).map(({ handle, isFavourite }) => (isFavourite ? `*${handle}` : handle))

describe('whom Send offers', () => {
  it('is who was paid, the latest first and each once, however the lists were put together', () => {
    const paid = [
      activity('transfer_sent', 'grace', 1),
      activity('transfer_sent', 'alan', 3),
      activity('transfer_sent', 'grace', 5),
    ]
    expect(handles([], [...paid, ...paid])).toEqual(['grace', 'alan'])
  })

  it('is nobody who has paid the member only, no pool and no bill', () =>
    expect(
      handles(
        [],
        [
          activity('transfer_received', 'ada', 1),
          activity('transfer_returned', 'alan', 2),
          activity('bill_payment', null, 3),
        ],
      ),
    ).toEqual([]))

  it('begins with the favourites, which are not offered twice nor forgotten', () => {
    const recent = ['a', 'b', 'c', 'd', 'e', 'f'].map((handle, place) =>
      activity('transfer_sent', handle, 10 - place),
    )
    const favourites = [
      { name: 'Ada', handle: 'ada' },
      { name: 'B', handle: 'b' },
    ]
    expect(handles(favourites, recent)).toEqual(['*ada', '*b', 'a', 'c', 'd', 'e', 'f'])
    expect(handles([], recent)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})

const contact = (name: string, handle: string | null, phone: string | null = null): SavedContact => ({
  id: `${name} ${handle}`,
  contact_name: name,
  contact_handle: handle,
  phone_number: phone,
  contact_type: 'friend',
  created_at: '2026-01-01T00:00:00Z',
})
const BOOK = [
  contact('Grace Hopper', '@grace', '+1 206 555 0199'),
  contact('Alan Turing', '@alan'),
  contact('Gary Kasparov', '@gary'),
  contact('Grandma', null, '+1 206 555 0199'),
]

describe('whom Send offers for what is typed', () => {
  const offered = [{ name: 'Ada', handle: 'ada', isFavourite: true }]
  const found = (typed: string) => payeesFor(typed, offered, BOOK).map(({ handle }) => handle)

  it('is contacts by name, handle or phone number, and none who cannot be a member', () => {
    expect(found('GRA')).toEqual(['grace'])
    expect(found('gar')).toEqual(['gary'])
    expect(found('ga')).toEqual(['gary'])
    expect(found('r')).toEqual(['ada'])
    expect(found('206 555')).toEqual(['grace'])
    expect(found('@al')).toEqual(['alan'])
    expect(found('a')).toEqual(['ada'])
  })

  it('is what is offered anyway while nobody fits, and who has been picked stays', () => {
    expect(found('')).toEqual(['ada'])
    expect(found('nobody')).toEqual(['ada'])
    expect(found('@grace')).toEqual(['grace', 'ada'])
    expect(found('@Ada')).toEqual(['ada'])
  })

  it('keeps the star of who has one, and offers five at most', () => {
    const many = Array.from({ length: 9 }, (_, place) =>
      contact(`Ada ${place}`, place === 0 ? '@ada' : `@a${place}`),
    )
    const shown = payeesFor('Ada ', offered, many)
    expect(shown).toHaveLength(5)
    expect(shown.map(({ isFavourite }) => isFavourite)).toEqual([true, false, false, false, false])
  })
})

describe('a name in the place of a handle', () => {
  it('is the contact of that name, if there is one only', () => {
    expect(identifierOf(' grace hopper ', BOOK)).toBe('@grace')
    expect(identifierOf('Grace', BOOK)).toBe('Grace')
    expect(identifierOf('Grandma', BOOK)).toBe('Grandma')
    expect(identifierOf('Alan Turing', [...BOOK, contact('alan turing', '@other')])).toBe('Alan Turing')
    expect(identifierOf('', [contact('', '@nameless')])).toBe('')
  })
})
