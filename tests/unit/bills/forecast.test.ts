import { expect, it } from 'vitest'
import { missingOf } from '../../../api/bills/forecast.ts'

it.each([
  ['nothing is missing', 35_00n, -5_00n, 0n],
  ['a part of it', 35_00n, 11_42n, 11_42n],
  ['no more than the bill itself, where bills before it lack the rest', 35_00n, 46_42n, 35_00n],
])('what a bill lacks: %s', (_case, amount, missing, own) => expect(missingOf(amount, missing)).toBe(own))
