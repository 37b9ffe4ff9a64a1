import * as fc from 'fast-check'

const SURROGATES = { first: 0xd8_00, count: 0x8_00 }
const LAST = 0x10_ff_ff

/**
 * Any code point but a surrogate, to be the `unit` of `fc.string`: the same texts as `unit: 'binary'`, without the table
 * of a million code points that it builds first, which takes a second.
 */
export const codePoint: fc.Arbitrary<string> = fc.nat({ max: LAST - SURROGATES.count }).map(
  (index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count),
  (text) => {
    const point = typeof text === 'string' ? text.codePointAt(0) : undefined
    if (point === undefined || text !== String.fromCodePoint(point) || !text.isWellFormed())
      throw new Error('Not one code point')
    return point < SURROGATES.first ? point : point - SURROGATES.count
  },
)
