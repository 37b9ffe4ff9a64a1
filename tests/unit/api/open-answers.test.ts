import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { discreetWordsOf, placeOf, wordsOf } from '../../../api/contract/notice-words.ts'
import { Notice } from '../../../api/contract/notifications.ts'
import { knownValues, openEnum, UNFAMILIAR } from '../../../api/contract/open.ts'
import type { Operation } from '../../../api/contract/operation.ts'
import { operations } from '../../../api/contract/operations.ts'
import { localizerOf } from '../../../api/localizer.ts'

const TABLE: readonly Operation[] = Object.values(operations)
const RESPONSES = TABLE.flatMap(({ id, response, mediaTypes }) =>
  response && !mediaTypes ? [[id, response] as const] : [],
)

/** A value that no release knows. */
const NEW = 'of_next_year'
/** Formats that texts of the contract have. */
const TEXTS = [
  'text',
  '1',
  '2026-01-31T12:00:00Z',
  '2026-01-31',
  '2026-01',
  'https://app.example',
  '00000000-0000-4000-8000-000000000000',
  'did:youtility:00000000-0000-4000-8000-000000000000',
  `${'A'.repeat(43)}=`,
]

/** One choice: `known`: the values a server of this release sends; else each open value is {@link NEW}. */
interface Choice {
  readonly known: boolean
  /** What no later release could add to: closed enums and objects that refuse further fields. */
  readonly closed: string[]
}

type Def = Readonly<Record<string, unknown>> & { readonly type: string }
const defOf = (schema: z.core.$ZodType): Def => ({ ...schema._zod.def })
const schemaIn = (def: Def, name: string): z.core.$ZodType => {
  const schema = def[name]
  if (!(schema instanceof z.core.$ZodType)) throw new Error(`No schema ${name} in ${def.type}`)
  return schema
}
const schemasIn = (def: Def, name: string): Readonly<Record<string, z.core.$ZodType>> => Object(def[name])

const textOf = (schema: z.core.$ZodType): string => {
  const text = TEXTS.find((one) => z.safeParse(schema, one).success)
  if (text === undefined) throw new Error('No text fits')
  return text
}

/** An answer as JSON that the schema describes. */
const sampleOf = (schema: z.core.$ZodType, choice: Choice, place: string): unknown => {
  const def = defOf(schema)
  const inner = (name: string) => sampleOf(schemaIn(def, name), choice, place)
  const open = knownValues.get(schema)
  if (open) return choice.known ? open.values[0] : NEW
  switch (def.type) {
    case 'object': {
      if (def['catchall'] instanceof z.core.$ZodType && defOf(def['catchall']).type === 'never')
        choice.closed.push(`${place} refuses further fields`)
      const fields = Object.entries(schemasIn(def, 'shape'))
      return Object.fromEntries([
        ...fields.map(([name, field]) => [name, sampleOf(field, choice, `${place}.${name}`)]),
        ['added_next_year', 1],
      ])
    }
    case 'array':
      return [inner('element')]
    case 'record':
      if (defOf(schemaIn(def, 'keyType')).type !== 'string') choice.closed.push(`${place} has closed keys`)
      return { key: inner('valueType') }
    case 'nullable':
    case 'optional':
    case 'default':
      return inner('innerType')
    case 'pipe': {
      // A union of kinds, or a list of values.
      const out = schemaIn(def, 'out')
      if (defOf(out).type === 'array') return choice.known ? [] : [NEW]
      const kinds = Object.values(schemasIn(defOf(out), 'options'))
      const one = Object(sampleOf(kinds[choice.known ? 0 : kinds.length - 1] ?? out, choice, place))
      for (const kind of kinds) sampleOf(kind, choice, place)
      return choice.known ? one : { ...one, kind: NEW }
    }
    case 'union':
      return sampleOf(Object.values(schemasIn(def, 'options'))[0] ?? schema, choice, place)
    case 'enum':
      choice.closed.push(`${place} is a closed enum`)
      return Object.values(schemasIn(def, 'entries'))[0]
    case 'literal':
      return Object.values(schemasIn(def, 'values'))[0]
    case 'string':
      return textOf(schema)
    case 'number':
    case 'int':
      return 1
    case 'boolean':
      return true
    case 'unknown':
    case 'any':
      return NEW
    default:
      throw new Error(`What is a sample of ${def.type} at ${place}?`)
  }
}

describe.each(RESPONSES)('an answer to %s', (id, response) => {
  it('can be read when a later release adds values, kinds and fields', () => {
    const choice = { known: false, closed: [] }
    const answer = sampleOf(response, choice, id)
    expect(choice.closed).toEqual([])
    const read = z.safeParse(response, answer)
    expect(read.error).toBeUndefined()
    expect(JSON.stringify(read.data)).not.toContain(NEW)
  })

  it('is not sent with a value that this release does not know', () => {
    const known = { known: true, closed: [] }
    const answer = z.parse(response, sampleOf(response, known, id))
    expect(z.safeEncode(response, answer).error).toBeUndefined()
    const later = z.parse(response, sampleOf(response, { known: false, closed: [] }, id))
    if (JSON.stringify(later).includes(`"${UNFAMILIAR}"`))
      expect(z.safeEncode(response, later).success).toBe(false)
  })
})

it('reads what it does not know as told, where any known value does for it', () => {
  const Color = openEnum(z.enum(['red', 'blue']), 'red')
  expect(z.parse(Color, 'mauve')).toBe('red')
  expect(z.parse(Color, 'blue')).toBe('blue')
  expect(z.safeParse(Color, 1).success).toBe(false)
})

describe('a notice of a later kind', () => {
  const common = { id: '1', at: '2026-01-31T12:00:00Z', read: false }
  const localizer = localizerOf('en')

  it('is shown by its label, or by a sentence for any', () => {
    const labelled = z.parse(Notice, { ...common, kind: 'card', label: 'Your card was used.', card: 1 })
    expect(labelled).toEqual({ ...common, kind: UNFAMILIAR, label: 'Your card was used.' })
    expect(wordsOf(labelled, localizer)).toEqual({ title: 'Something new', text: 'Your card was used.' })
    const bare = z.parse(Notice, { ...common, kind: 'card' })
    expect(wordsOf(bare, localizer).text).toBe('A newer version of the app shows what it is.')
    expect(discreetWordsOf(bare, localizer).text).toBe('A newer version of the app shows what it is.')
    expect(placeOf(bare.kind)).toBe('/notifications')
  })

  it('has amounts in a currency that is not known either', () => {
    const notice = { ...common, kind: 'money_in', how: 'gift', from: null, amount: '12.5', currency: 'EUR' }
    expect(wordsOf(z.parse(Notice, notice), localizer).text).toBe('12.50 ¤ is in your wallet.')
  })

  it('is not one when a known kind lacks what it must have', () => {
    expect(z.safeParse(Notice, { ...common, kind: 'vote' }).success).toBe(false)
  })
})
