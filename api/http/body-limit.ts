import * as z from 'zod/mini'
import type { Operation } from '../contract/operation.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** Maximum size of any request body, in bytes. */
export const BODY_BYTES_MAX = 1_048_576
/** For white space, and so that a text that is a little too long is told so by its field's own sentence. */
const SPARE_BYTES = 4_096
/** A letter may be written `\u0041`; more letters than these come to more than a megabyte of nothing. */
const LETTER_BYTES = 6
/** Texts and lists whose schema gives no length: amounts, dates, ids, words. */
const TEXT_LETTERS = 400
const LIST_ITEMS = 100
/** A number, true, false or null. */
const SCALAR_BYTES = 32

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const schemasIn = (value: unknown): readonly JsonSchema[] =>
  Array.isArray(value) ? value.filter(isSchema) : []
const numberOr = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise

const lettersOf = (schema: JsonSchema): number => {
  const words = Array.isArray(schema['enum']) ? schema['enum'] : [schema['const']]
  const longest = Math.max(...words.map((word) => (typeof word === 'string' ? word.length : 0)))
  return numberOr(schema['maxLength'], longest || TEXT_LETTERS)
}

/** Bytes of the longest JSON that the schema allows, with a space after each comma and colon, as Python writes it. */
const bytesOf = (schema: JsonSchema): number => {
  const { type, items, properties, anyOf, oneOf, allOf } = schema
  const choices = [...schemasIn(anyOf), ...schemasIn(oneOf)]
  if (choices.length > 0) return Math.max(...choices.map(bytesOf))
  if (schemasIn(allOf).length > 0) return schemasIn(allOf).reduce((sum, part) => sum + bytesOf(part), 0)
  if (type === 'array')
    return numberOr(schema['maxItems'], LIST_ITEMS) * ((isSchema(items) ? bytesOf(items) : SCALAR_BYTES) + 2)
  if (type === 'object' && isSchema(properties))
    return Object.entries(properties).reduce(
      (sum, [name, value]) => sum + name.length + 6 + (isSchema(value) ? bytesOf(value) : SCALAR_BYTES),
      2,
    )
  if (type === 'string' || type === undefined)
    return schema['format'] === 'uuid' ? 38 : LETTER_BYTES * lettersOf(schema) + 2
  return SCALAR_BYTES
}

const limits = new Map<string, number>()

/** Maximum bytes of a body of the operation: what its own schema can need, and some to spare. */
export const bodyBytesMax = ({ id, body }: Pick<Operation, 'id' | 'body'>): number => {
  const known = limits.get(id)
  if (known !== undefined) return known
  const schema = body ? z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) : {}
  const limit = body ? Math.min(BODY_BYTES_MAX, SPARE_BYTES + bytesOf(schema)) : SPARE_BYTES
  limits.set(id, limit)
  return limit
}
