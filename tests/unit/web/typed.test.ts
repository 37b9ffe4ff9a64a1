import { expect, test } from 'vitest'
import { digitsIn, visibleText } from '../../../web/texts/typed.ts'

test.each([
  ['\u202A021000021\u202C', '021000021'],
  ['0210 0002-1', '021000021'],
  [' 0210\u00A00002\u20111 '.replace('\u2011', '\u2013'), '021000021'],
  ['02100002x', '02100002x'],
])('%j has the digits %s', (typed, digits) => expect(digitsIn(typed)).toBe(digits))

test('a text keeps its blanks and letters, without what nobody sees', () => {
  expect(visibleText('\uFEFF SM\u200B1a 2b ')).toBe('SM1a 2b')
})
