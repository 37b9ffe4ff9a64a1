import type { Json } from '../store/event-store.ts'

/** Strings with nothing to escape: ids, codes, amounts, times and property names, nearly everything in the log. */
const PLAIN = /^[\w @.:/-]*$/

const text = (value: string): string => {
  if (PLAIN.test(value)) return `"${value}"`
  if (!value.isWellFormed()) throw new Error('A lone surrogate has no canonical form (RFC 8785, 3.2.2.2)')
  return JSON.stringify(value)
}

/**
 * The canonical text of a JSON value by RFC 8785 (JCS): properties sorted by their names' UTF-16 code units, no
 * whitespace, strings and numbers as ECMAScript writes them. Properties that are `undefined` are left out, as in JSON.
 * @throws {Error} for values that JSON cannot represent: NaN, infinities, lone surrogates
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
  let members = ''
  for (const name of inOrder(Object.keys(value))) {
    const member = value[name]
    if (member !== undefined) members += `${members === '' ? '' : ','}${text(name)}:${canonicalJson(member)}`
  }
  return `{${members}}`
}

/** Sorted by UTF-16 code units, as RFC 8785 requires: the order of `<` and of `sort` without a comparator. */
const inOrder = (names: string[]): string[] => {
  let before = ''
  for (const name of names) {
    if (name < before) return names.sort()
    before = name
  }
  return names
}

const isList = (value: Exclude<Json, null | string | number | boolean>): value is readonly Json[] =>
  Array.isArray(value)
