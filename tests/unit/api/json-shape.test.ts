import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DEPTH_MAX,
  hasLoneSurrogate,
  isWithinLimits,
  KEYS_MAX,
  KEYS_TOTAL_MAX,
} from '../../../api/http/json-shape.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const object = (keys: number) => Object.fromEntries(Array.from({ length: keys }, (_, n) => [`k${n}`, n]))
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

describe('a body before it is parsed', () => {
  it('may have so many names in one object, and no more', () => {
    expect(isWithinLimits(bytes(JSON.stringify(object(KEYS_MAX))))).toBe(true)
    expect(isWithinLimits(bytes(JSON.stringify(object(KEYS_MAX + 1))))).toBe(false)
    expect(isWithinLimits(bytes(JSON.stringify(Array.from({ length: 300 }, () => object(KEYS_MAX)))))).toBe(
      true,
    )
    const many = Array.from({ length: KEYS_TOTAL_MAX / KEYS_MAX + 1 }, () => object(KEYS_MAX))
    expect(isWithinLimits(bytes(JSON.stringify(many)))).toBe(false)
  })

  it('may be nested so deeply, and no deeper', () => {
    expect(isWithinLimits(bytes(nested(DEPTH_MAX)))).toBe(true)
    expect(isWithinLimits(bytes(nested(DEPTH_MAX + 1)))).toBe(false)
  })

  it('may say anything in its texts', () => {
    const text = '{[:"\\'.repeat(1_000)
    expect(isWithinLimits(bytes(JSON.stringify({ text, [text]: [text] })))).toBe(true)
  })

  it('is modest whatever modest JSON it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(isWithinLimits(bytes(JSON.stringify(value)))).toBe(true)
      }),
    )
  })
})

describe('half a surrogate pair', () => {
  it.each([['\ud800'], [['a', '\udc00b']], [{ a: { b: 'x\ud83d' } }], [{ '\ud800': 1 }]])(
    'is found in %j',
    (value) => expect(hasLoneSurrogate(value)).toBe(true),
  )

  it.each([['👩‍👩‍👧‍👦'], [{ a: ['é', null, 1, true] }], [null]])('is not seen in %j', (value) =>
    expect(hasLoneSurrogate(value)).toBe(false),
  )
})
