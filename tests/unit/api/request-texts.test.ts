import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Operation } from '../../../api/contract/operation.ts'
import { operations } from '../../../api/contract/operations.ts'

/**
 * Exempt texts: only compared, hashed or looked up, never shown, so that half a character just finds nothing. Each
 * line of an imported file is parsed by the contact's own schemas, so that a bad line does not reject the others.
 */
const OPAQUE = new Set([
  'code',
  'state',
  'iss',
  'contacts.contact_name',
  'contacts.contact_handle',
  'contacts.phone_number',
  'contacts.contact_type',
])

type Leaf = readonly [name: string, schema: z.ZodMiniType]

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value

/** All text schemas inside `schema`, with their field names, including schemas that parse a text further. */
const textsIn = (schema: unknown, name: string): readonly Leaf[] => {
  if (!isSchema(schema)) return []
  const def: Readonly<Record<string, unknown>> = { ...schema._zod.def }
  const within = (key: string, inner = name) => textsIn(def[key], inner)
  switch (def['type']) {
    case 'string':
      return [[name, schema]]
    case 'object':
      return Object.entries(Object(def['shape'])).flatMap(([field, inner]) =>
        textsIn(inner, name === '' ? field : `${name}.${field}`),
      )
    case 'array':
      return within('element')
    case 'record':
      return within('valueType')
    case 'union':
      // If one option is a text, the union as a whole is tested.
      return (Array.isArray(def['options']) ? def['options'] : []).some(
        (one) => textsIn(one, name).length > 0,
      )
        ? [[name, schema]]
        : []
    case 'pipe':
      // A text that is parsed to another type (a number, a date) is tested with its transformation.
      return isSchema(def['in']) && def['in']._zod.def.type === 'string' ? [[name, schema]] : within('in')
    default:
      return within('innerType')
  }
}

const TABLE: readonly Operation[] = Object.values(operations)
const LEAVES = TABLE.flatMap(({ id, params, query, body }) =>
  [params, query, body].flatMap((part) =>
    textsIn(part, '').map(([name, schema]) => [`${id}: ${name}`, name, schema] as const),
  ),
).filter(([, name]) => !OPAQUE.has(name))

describe('every text of a request', () => {
  it('is found', () => expect(LEAVES.length).toBeGreaterThan(60))

  it('is refused where it is no text of Unicode', () => {
    const taken = LEAVES.filter(([, , schema]) =>
      ['a\ud800', '\udc00b', 'ada\ud83d'].some((text) => schema.safeParse(text).success),
    )
    expect(taken.map(([name]) => name)).toEqual([])
  })

  it('is kept composed, so that equal texts are equal and limits count what is seen', () => {
    // Except `note`: a cosigned note must stay exactly as it was signed.
    const kept = LEAVES.filter(([, name]) => name !== 'note').flatMap(([name, , schema]) => {
      const read = schema.safeParse('Ame\u0301lie')
      return read.success && read.data !== 'Amélie' ? [name] : []
    })
    expect(kept).toEqual([])
  })
})
