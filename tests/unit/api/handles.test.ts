import { describe, expect, it } from 'vitest'
import { handleCandidates, handleStem } from '../../../api/identity/handles.ts'
import { parseIdentifier } from '../../../api/identity/identifier.ts'

describe('a handle', () => {
  it.each([
    ['ada@x.example', 'ada'],
    ['Ada.Lovelace@x.example', 'ada_lovelace'],
    ['ada+shop@x.example', 'ada'],
    ['zoë.müller@x.example', 'zoe_muller'],
    ['al@x.example', 'member_al'],
    ['李@x.example', 'member'],
    ['__a__b__@x.example', 'a_b'],
    ['support@x.example', 'member_support'],
    [`${'x'.repeat(64)}@x.example`, 'x'.repeat(24)],
    ['"odd@part"@x.example', 'odd_part'],
  ])('of %s is %s', (email, handle) => {
    expect(handleStem(email)).toBe(handle)
  })

  it('always fits, however often it was taken', () => {
    let seen = 0
    for (const handle of handleCandidates(`${'x'.repeat(64)}@x.example`)) {
      expect(handle).toMatch(/^[a-z0-9_]{3,30}$/)
      if (++seen > 50) break
    }
  })
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
