import { describe, expect, it } from 'vitest'
import { printable } from '../../api/ledger-cli/printable.ts'

describe('what an auditor\u2019s terminal is given', () => {
  it.each([
    ['\u001b[2J', String.raw`\u001b[2J`],
    ['\u009b2J', String.raw`\u009b2J`],
    ['a\rb', String.raw`a\u000db`],
    ['\u202egnp.exe', String.raw`\u202egnp.exe`],
    ['a\u0000', String.raw`a\u0000`],
  ])('of %j is an escape', (text, shown) => expect(printable(text)).toBe(shown))

  it('keeps lines, tabs and everything that people write', () => {
    const text = 'Zoë\t12.34\n👩‍👩‍👧‍👦 李\n'
    expect(printable(text)).toBe(text)
  })

  it('means the same when it is JSON', () => {
    const value = { text: '\u009b\u202e' }
    expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(value)
  })
})
