import { describe, expect, it } from 'vitest'
import { initialsOf } from '../../../../web/parts/initials.ts'

describe('initials', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['Ada', 'A'],
    ['  Ada   King  Lovelace ', 'AL'],
    ['@ada', 'A'],
    ['👩‍🚀 Rocket', '👩‍🚀R'],
    ['ßeta', 'SS'],
    ['', ''],
  ])('of %j are %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })
})
