import { describe, expect, it } from 'vitest'
import { type Entry, found, indexed } from '../../../web/app/palette/rank.ts'

const entry = (kind: Entry['kind'], title: string, detail = '', words = ''): Entry => ({
  key: `${kind} ${title}`,
  kind,
  title,
  detail,
  words,
  to: '/',
})
const ENTRIES = [
  entry('page', 'Wallet', '', 'balance money'),
  entry('action', 'Send Funds', '', 'pay'),
  entry('person', 'Margaret Grace', '@maggie'),
  entry('person', 'Grace Hopper', '@grace'),
  entry('person', 'Zoë Ångström', '@zoe'),
  entry('movement', 'Sent to Grace Hopper', '-$25.00 · “Dinner”'),
  entry('movement', 'Deposit', '+$100.00'),
]
const titles = (query: string, entries: readonly Entry[] = ENTRIES) =>
  found(indexed(entries), query).flatMap((group) => group.entries.map(({ title }) => title))

describe('what a search finds', () => {
  it('is where one can go and what one can do, before anything is typed', () =>
    expect(titles('  ')).toEqual(['Wallet', 'Send Funds']))

  it('puts who begins so before who is called so too, and them before what is only about them', () =>
    expect(titles('gra')).toEqual(['Grace Hopper', 'Margaret Grace', 'Sent to Grace Hopper']))

  it('fits all words, in any order, whatever their case and accents', () => {
    expect(titles('HOPPER sent')).toEqual(['Sent to Grace Hopper'])
    expect(titles('zoe angstrom')).toEqual(['Zoë Ångström'])
    expect(titles('grace nobody')).toEqual([])
  })

  it('finds by handles, amounts, messages and other names', () => {
    expect(titles('maggie')).toEqual(['Margaret Grace'])
    expect(titles('25.00')).toEqual(['Sent to Grace Hopper'])
    expect(titles('dinner')).toEqual(['Sent to Grace Hopper'])
    expect(titles('balance')).toEqual(['Wallet'])
  })

  it('shows a few of each kind only, and equals as they were given', () => {
    const many = Array.from({ length: 50 }, (_, place) => entry('movement', `Deposit ${place}`))
    expect(titles('deposit', [...many, entry('page', 'Deposits')])).toEqual([
      'Deposits',
      'Deposit 0',
      'Deposit 1',
      'Deposit 2',
      'Deposit 3',
      'Deposit 4',
      'Deposit 5',
    ])
  })

  it('takes what is typed as it is, not as a pattern', () => expect(titles('.*(')).toEqual([]))
})
