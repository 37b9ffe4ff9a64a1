import * as fc from 'fast-check'
import { v5 } from 'uuid'
import { expect, it } from 'vitest'
import { derivedId } from '../../../events/ids.ts'
import { codePoint } from '../../support/code-point.ts'

it('is the UUIDv5 of its parts in a namespace that never changes', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), fc.array(fc.string()), (first, others) => {
      const text = [first, ...others].join('/')
      expect(derivedId(first, ...others)).toBe(v5(text, '7f1f7c1e-5f5b-5d4e-9d56-0a6c3d1f9a10'))
    }),
  )
})
