import type { Json } from '../store/event-store.ts'

const text = (value: string): string => {
  if (!value.isWellFormed()) throw new Error('A lone surrogate has no canonical form (RFC 8785, 3.2.2.2)')
  return JSON.stringify(value)
}

/**
 * The one text of a JSON value by RFC 8785 (JCS): members sorted by their names' UTF-16 code units, no blanks,
 * strings and numbers as ECMAScript writes them. Members that are `undefined` are left out, as in JSON.
 * @throws {Error} for what JSON cannot say: NaN, infinities, lone surrogates
 */
export const canonicalJson = (value: Json): string => {
  if (value === null) return 'null'
  if (typeof value === 'string') return text(value)
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`${value} has no canonical form (RFC 8785, 3.2.2.3)`)
    return JSON.stringify(value)
  }
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members: string[] = []
  // Without a comparator, sort orders by UTF-16 code units: the order that the RFC asks for.
  for (const name of Object.keys(value).sort()) {
    const member = value[name]
    if (member !== undefined) members.push(`${text(name)}:${canonicalJson(member)}`)
  }
  return `{${members.join(',')}}`
}

const isList = (value: Exclude<Json, null | string | number | boolean>): value is readonly Json[] =>
  Array.isArray(value)
