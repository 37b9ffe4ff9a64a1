import { describe, expect, it } from 'vitest'
import { DEFAULT_SORT, filtered, PAGE_SIZE, pageOf, sorted } from '../../../web/pages/contacts/book/model.ts'
import { person } from './people.ts'

const all = { search: '', type: 'all', only: null } as const
const ann = person('Ann Émile', {
  contact_handle: '@AnnE',
  phone_number: '+12065550119',
  contact_type: 'family',
})
const bob = person('bob', { status: 'online', created_at: '2026-03-01T00:00:00.000Z' })
const carl = person('Carl 10', { status: 'away', phone_number: 'front desk', contact_type: 'business' })
const carl2 = person('Carl 9', { created_at: '2026-02-01T00:00:00.000Z', contact_type: 'other' })
const people = [ann, bob, carl, carl2]
const found = (search: string) => filtered(people, { ...all, search }).map(({ contact_name }) => contact_name)

describe('the search', () => {
  it.each([
    ['ann', ['Ann Émile']],
    ['ÉMILE', ['Ann Émile']],
    ['anne', ['Ann Émile']],
    ['@anne', ['Ann Émile']],
    ['5550119', ['Ann Émile']],
    ['+1206', ['Ann Émile']],
    ['206-555', ['Ann Émile']],
    ['(206) 555 0119', ['Ann Émile']],
    ['FRONT', []],
    ['front', ['Carl 10']],
    ['carl', ['Carl 10', 'Carl 9']],
    ['  BOB ', ['bob']],
    ['.*', []],
    ['nobody', []],
  ])('for %s finds %j', (search, names) => {
    expect(found(search)).toEqual(names)
  })

  it('and the type both count', () => {
    expect(filtered(people, { ...all, search: 'carl', type: 'business' })).toEqual([carl])
    expect(filtered(people, { ...all, type: 'family' })).toEqual([ann])
    expect(filtered(people, { ...all, only: new Set([bob.id]) })).toEqual([bob])
  })
})

describe('the order', () => {
  const names = (key: 'created_at' | 'contact_name' | 'status', direction: 'asc' | 'desc') =>
    sorted(people, { key, direction }).map(({ contact_name }) => contact_name)

  it('is newest first by default', () => {
    expect(DEFAULT_SORT).toEqual({ key: 'created_at', direction: 'desc' })
    expect(names('created_at', 'desc')).toEqual(['bob', 'Carl 9', 'Ann Émile', 'Carl 10'])
  })
  it('of names is that of people, not of codes', () => {
    expect(names('contact_name', 'asc')).toEqual(['Ann Émile', 'bob', 'Carl 9', 'Carl 10'])
    expect(names('contact_name', 'desc')).toEqual(['Carl 10', 'Carl 9', 'bob', 'Ann Émile'])
  })
  it('of states begins with who is here', () => {
    expect(names('status', 'asc').slice(0, 2)).toEqual(['bob', 'Carl 10'])
    expect(names('status', 'desc').at(-1)).toBe('bob')
  })
})

describe('pages', () => {
  const rows = Array.from({ length: 23 }, (_, index) => index)
  it('have ten rows, the last what is left', () => {
    expect(PAGE_SIZE).toBe(10)
    expect(pageOf(rows, 1)).toMatchObject({ page: 1, pages: 3, first: 1, last: 10 })
    expect(pageOf(rows, 3)).toMatchObject({ page: 3, first: 21, last: 23, shown: [20, 21, 22] })
  })
  it('do not end in nothing when rows go', () => {
    expect(pageOf(rows, 9).page).toBe(3)
    expect(pageOf([], 2)).toMatchObject({ page: 1, pages: 1, first: 0, last: 0, shown: [] })
  })
})
