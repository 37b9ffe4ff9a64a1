import { ONE_LINE, PLAIN_TEXT } from '../contract/fields.ts'

export type JsonSchema = Record<string, unknown>

/** Written anew, because Unicode categories (`\p{Cc}`) are unknown to Python, Go and several generators. */
const REWRITTEN: ReadonlyMap<string, string> = new Map([
  // Without lone surrogates in the class: only UTF-16 has them.
  [PLAIN_TEXT.source, '^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$'],
  [ONE_LINE.source, '^[^\\x00-\\x1f\\x7f-\\x9f\u2028\u2029]*$'],
])

/** Shorthands that mean other characters elsewhere: Python's `\d` and `\w` are Unicode's, and not all know `\/`. */
const SHORTHANDS: Readonly<Record<string, string>> = { d: '0-9', w: 'A-Za-z0-9_' }

/**
 * A pattern as the regular expressions of JavaScript, Python, Go, Java and Rust all understand it. The strict check is
 * the server's.
 */
export const portablePattern = (source: string): string => {
  const rewritten = REWRITTEN.get(source)
  if (rewritten !== undefined) return rewritten
  let inClass = false
  return source.replaceAll(/\\(.)|\[|\]/gu, (written, escaped: string | undefined) => {
    if (escaped === undefined) {
      inClass = written === '['
      return written
    }
    if (escaped === '/') return '/'
    const meant = SHORTHANDS[escaped]
    if (meant === undefined) return written
    return inClass ? meant : `[${meant}]`
  })
}

/** Beyond this, an integer needs 64 bits. */
const INT32_MAX = 2 ** 31 - 1

/**
 * Formats that say well enough what the server's own long pattern for them says. Beside a pattern, a client that makes a
 * time of the text fails at checking it.
 */
const SAID_BY_FORMAT: readonly unknown[] = ['uuid', 'date', 'date-time']

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

const SCALARS: readonly unknown[] = ['string', 'integer', 'number', 'boolean']

/**
 * What may be null, in the two ways that generators for C# understand: a text, number or boolean as one schema with both
 * types, anything else as one of two. As any of two, they make a class of a text, which cannot be sent back, and refuse
 * an object that is null.
 */
const nullable = (schema: JsonSchema): JsonSchema => {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema
  const [value, nothing]: readonly JsonSchema[] = anyOf
  if (value === undefined || nothing?.['type'] !== 'null') return schema
  // An enum would have to list null, for which an enum of texts has no name.
  const isScalar = SCALARS.includes(value['type']) && value['enum'] === undefined
  return isScalar
    ? { ...value, type: [value['type'], 'null'], ...rest }
    : { oneOf: [value, nothing], ...rest }
}

/** Keywords of one schema that several generators do not understand, in words that they do. */
const portableKeywords = (schema: JsonSchema): JsonSchema => {
  const { type, const: only, pattern, format, maximum, default: otherwise, propertyNames, ...rest } = schema
  const written =
    typeof pattern === 'string' && !SAID_BY_FORMAT.includes(format) ? portablePattern(pattern) : undefined
  // Each name is a text: only a narrower rule is worth a word that few know.
  const names = JSON.stringify(propertyNames) === '{"type":"string"}' ? undefined : propertyNames
  const isLong = type === 'integer' && typeof maximum === 'number' && maximum > INT32_MAX
  return {
    ...(Array.isArray(type)
      ? { anyOf: type.map((one: unknown) => ({ type: one })) }
      : type !== undefined && { type }),
    ...(format !== undefined && { format }),
    ...(isLong && { format: 'int64' }),
    // Generators for Java write a constant that is a boolean as a text.
    ...(only !== undefined && type !== 'boolean' && { enum: [only] }),
    ...(written !== undefined && { pattern: written }),
    ...(maximum !== undefined && { maximum }),
    ...(otherwise !== undefined && !isEmptyObject(otherwise) && { default: otherwise }),
    ...(names !== undefined && { propertyNames: names }),
    ...rest,
  }
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Applies `change` to every schema in the fields of `schema`. */
export const mapChildren = (
  schema: JsonSchema,
  change: (child: JsonSchema, name: string) => JsonSchema,
): JsonSchema => {
  const one = (name: string, value: unknown): unknown => (isSchema(value) ? change(value, name) : value)
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]): [string, unknown] => {
      switch (keyword) {
        case 'properties':
          return [
            keyword,
            Object.fromEntries(
              Object.entries(Object(value)).map(([name, inner]) => [name, one(name, inner)]),
            ),
          ]
        case 'items':
        case 'additionalProperties':
        case 'propertyNames':
          return [keyword, one('', value)]
        case 'prefixItems':
        case 'anyOf':
        case 'oneOf':
        case 'allOf':
          return [keyword, Array.isArray(value) ? value.map((inner: unknown) => one('', inner)) : value]
        default:
          return [keyword, value]
      }
    }),
  )
}

/** The schema in words that generators of clients in other languages understand; it accepts no less than before. */
export const portable = (schema: JsonSchema): JsonSchema =>
  nullable(portableKeywords(mapChildren(schema, (child) => portable(child))))
