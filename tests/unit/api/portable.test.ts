import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DecimalText, Language, ONE_LINE, PLAIN_TEXT } from '../../../api/contract/fields.ts'
import { portable, portablePattern } from '../../../api/openapi/portable.ts'
import { schemaOf } from '../../../api/openapi/schemas.ts'

const TEXTS = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 5 }),
  fc.constantFrom('', 'a\nb', 'a\tb', 'a\0b', '\u2028', '\u2029', '\u0085', '\u007f', '\u200b', '👩‍👩‍👧‍👦'),
)

describe('a portable pattern', () => {
  it.each([PLAIN_TEXT, ONE_LINE])('accepts what %s accepts', (strict) => {
    const written = new RegExp(portablePattern(strict.source))
    fc.assert(
      fc.property(TEXTS, (text) => {
        expect(written.test(text), JSON.stringify(text)).toBe(strict.test(text))
      }),
    )
  })

  it.each([
    ['^\\d{1,3}$', '^[0-9]{1,3}$'],
    ['^[\\w.-]+$', '^[A-Za-z0-9_.-]+$'],
    ['^https?:\\/\\/', '^https?://'],
    ['^-?\\d+(\\.\\d+)?$', '^-?[0-9]+(\\.[0-9]+)?$'],
    ['^[\\d\\s()]\\d$', '^[0-9\\s()][0-9]$'],
  ])('%s is written as %s', (source, written) => {
    expect(portablePattern(source)).toBe(written)
  })
})

describe('a portable schema', () => {
  it('says nothing about ids, days, times and names that their format or place says', () => {
    for (const format of ['uuid', 'date', 'date-time'])
      expect(portable({ type: 'string', format, pattern: 'long' })).toEqual({ type: 'string', format })
    expect(portable({ type: 'object', propertyNames: { type: 'string' } })).toEqual({ type: 'object' })
    const named = { type: 'object', propertyNames: { enum: ['a'] } }
    expect(portable(named)).toEqual(named)
  })

  it('has one type each, beside which only null stands, and what an integer needs in 32 bits or 64', () => {
    expect(portable({ type: ['string', 'number'] })).toEqual({
      anyOf: [{ type: 'string' }, { type: 'number' }],
    })
    const nothing = { type: 'null' }
    expect(portable({ anyOf: [{ type: 'string', format: 'uuid' }, nothing], description: 'Who' })).toEqual({
      type: ['string', 'null'],
      format: 'uuid',
      description: 'Who',
    })
    const named = { type: 'string', enum: ['a'] }
    expect(portable({ anyOf: [named, nothing] })).toEqual({ oneOf: [named, nothing] })
    const thing = { type: 'object', properties: {} }
    expect(portable({ anyOf: [thing, nothing] })).toEqual({ oneOf: [thing, nothing] })
    expect(portable({ anyOf: [thing, named] })).toEqual({ anyOf: [thing, named] })
    expect(portable({ type: 'integer', maximum: 2 ** 53 })).toMatchObject({ format: 'int64' })
    expect(portable({ type: 'integer', maximum: 100 })).toEqual({ type: 'integer', maximum: 100 })
  })

  it('does not take a field that is called like a keyword for one', () => {
    const schema = {
      type: 'object',
      properties: { pattern: { const: true }, default: { type: 'string' }, enum: {} },
    }
    expect(portable(schema)).toEqual({
      type: 'object',
      properties: { pattern: { enum: [true] }, default: { type: 'string' }, enum: {} },
    })
  })

  it('is made of the contract without being changed by it', () => {
    expect(schemaOf(DecimalText, 'input')).toMatchObject({
      type: 'string',
      pattern: '^-?[0-9]+(\\.[0-9]+)?$',
    })
    expect(schemaOf(Language, 'input')).toMatchObject({ pattern: '^[a-z]{2,3}(-([A-Z]{2}|[0-9]{3}))?$' })
  })
})
