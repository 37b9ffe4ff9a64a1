import { describe, expect, it } from 'vitest'
import { handleCandidates } from '../../../api/identity/handles.ts'
import { isReservedHandle } from '../../../api/identity/reserved-words.ts'
import { parseIdentifier } from '../../../api/identity/identifier.ts'

const firstOf = (givenName: string, familyName = '', count = 1, name: string | null = null) =>
  handleCandidates({ givenName, familyName, name }).take(count).toArray()

describe('a handle', () => {
  it.each([
    ['Ada', 'Lovelace', ['ada', 'ada_lovelace']],
    ['Zoë', 'Müller', ['zoe', 'zoe_muller']],
    ['Jean-Luc', '', ['jean_luc']],
    ['Al', 'Green', ['al_green']],
    ['x'.repeat(64), '', ['x'.repeat(24)]],
  ])('of %s %s is made of the name', (given, family, handles) => {
    expect(firstOf(given, family, handles.length)).toEqual(handles)
  })

  it.each([
    ['李', '雷'],
    ['', ''],
    ['Al', ''],
  ])('of %j %j is a number, since nobody can know it', (given, family) => {
    expect(firstOf(given, family)[0]).toMatch(/^member_\d{4,5}$/)
  })

  it('is made of the whole name where there is no other, but not of an address', () => {
    expect(firstOf('', '', 1, 'Grace Hopper')).toEqual(['grace_hopper'])
    expect(firstOf('Ada', '', 1, 'Grace Hopper')).toEqual(['ada'])
    expect(firstOf('', '', 1, 'grace@navy.example')[0]).toMatch(/^member_\d+$/)
  })

  it('is never one that would pass for ours', () => {
    expect(firstOf('Support', 'Youtility')[0]).toMatch(/^member_\d+$/)
  })

  it('always fits, however often it was taken', () => {
    for (const handle of firstOf('x'.repeat(64), 'y'.repeat(64), 50))
      expect(handle).toMatch(/^[a-z0-9_]{3,30}$/)
  })
})

describe('a reserved handle', () => {
  it.each([
    'youtility',
    'youtility_support',
    'the_youtility_team',
    'y0utility',
    'youti1ity',
    'you_tility',
    'tellepathy',
    'support',
    'supp0rt',
    'support2',
    'customer_support',
    'help_desk',
    'ADMIN',
    'fraud_team_7',
    'adrnin',
    'youtlity',
    'yuotility_help',
    'custoner_1',
    'customer_care',
    'supprot',
    'securlty',
  ])('is %s', (handle) => expect(isReservedHandle(handle)).toBe(true))

  it.each([
    'ada',
    'grace',
    'supporter',
    'helper',
    'adminton',
    'banksy',
    'member_12345',
    'util',
    'amin',
    'freud',
    'utility',
    'carer',
  ])('is not %s', (handle) => expect(isReservedHandle(handle)).toBe(false))
})

describe('an identifier', () => {
  it.each([
    ['@Ada', { kind: 'handle', handle: 'ada' }],
    [' ada ', { kind: 'handle', handle: 'ada' }],
    ['A@B.example', { kind: 'email', email: 'a@b.example' }],
    ['@@ada', null],
    ['ad', null],
    ['a b', null],
    ['did:youtility:1', null],
    ['', null],
  ])('%j is %j', (text, identifier) => {
    expect(parseIdentifier(text)).toEqual(identifier)
  })
})
