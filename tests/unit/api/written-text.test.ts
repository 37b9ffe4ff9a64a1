import { describe, expect, it } from 'vitest'
import { writtenLine, writtenText } from '../../../api/contract/fields.ts'

const line = writtenLine('The name', 10)
const text = writtenText('The message', 10)

describe('text that people write', () => {
  it('is kept in its composed spelling', () => {
    expect(line.parse('  Zoe\u0308 ')).toBe('Zoë')
    expect(text.parse('cafe\u0301')).toBe('café')
  })

  it('is as long as people see it', () => {
    expect(text.safeParse('e\u0301'.repeat(10)).success).toBe(true)
    expect(text.safeParse('e\u0301'.repeat(11)).success).toBe(false)
  })

  it.each(['\ud800', 'a\udc00', '\u0000', '\u001b[2J', '\u009b2J'])('has no %j', (bad) => {
    expect(line.safeParse(bad).success).toBe(false)
    expect(text.safeParse(bad).success).toBe(false)
  })

  it('has line breaks only where there is room for them', () => {
    expect(text.parse('a\nb\tc')).toBe('a\nb\tc')
    for (const bad of ['a\nb', 'a\u2028b']) expect(line.safeParse(bad).success).toBe(false)
  })
})
