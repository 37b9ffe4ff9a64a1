import { describe, expect, it } from 'vitest'
import { arrayLiteral } from '../../../projections/array-literal.ts'

describe('arrayLiteral', () => {
  it('writes nulls, integers and texts', () => {
    expect(arrayLiteral([null, 12n, -3n, 'a'])).toBe('{NULL,12,-3,"a"}')
    expect(arrayLiteral([])).toBe('{}')
  })

  it('keeps texts that look like syntax apart from it', () => {
    expect(arrayLiteral(['NULL', 'a,b', '{"x": "\\"}'])).toBe(String.raw`{"NULL","a,b","{\"x\": \"\\\"}"}`)
  })
})
