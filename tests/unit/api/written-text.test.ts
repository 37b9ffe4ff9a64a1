import { describe, expect, it } from 'vitest'
import { charactersIn, firstCharacters, withoutLast } from '../../../api/contract/characters.ts'
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

  it('counts what people see as one character as one, and is bounded all the same', () => {
    const family = '👨‍👩‍👧'
    expect(text.safeParse(family.repeat(10)).success).toBe(true)
    expect(text.safeParse(family.repeat(11)).success).toBe(false)
    expect(text.safeParse(`a${'\u0301'.repeat(500)}`).success).toBe(false)
    expect(charactersIn(`${family}a\r\n`)).toBe(3)
    expect(firstCharacters(`${family}${family}b`, 2)).toBe(`${family}${family}`)
    expect(withoutLast(`a${family}b`, 2)).toBe('a')
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
