import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Operation } from '../../../api/contract/operation.ts'
import { operations } from '../../../api/contract/operations.ts'

/**
 * Texts that are compared, hashed or looked up and shown to nobody: whoever sends half a character here finds
 * nothing. Lines of a file are read by the contact's own schemas, one by one, so that a bad one keeps out no other.
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

/** Every schema of a text inside `schema`, with the name of its field; one that reads a text further is one too. */
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
      // One of its members may be a text; what is checked of it is checked of the whole.
      return (Array.isArray(def['options']) ? def['options'] : []).some(
        (one) => textsIn(one, name).length > 0,
      )
        ? [[name, schema]]
        : []
    case 'pipe':
      // A text that is read as something else (a number, a date) has to be taken whole.
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
    // A cosigned note is signed as it stands.
    const kept = LEAVES.filter(([, name]) => name !== 'note').flatMap(([name, , schema]) => {
      const read = schema.safeParse('Ame\u0301lie')
      return read.success && read.data !== 'Amélie' ? [name] : []
    })
    expect(kept).toEqual([])
  })
})
