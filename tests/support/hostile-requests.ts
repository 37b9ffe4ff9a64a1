import * as fc from 'fast-check'
import * as z from 'zod/mini'
import { codePoint } from './code-point.ts'

/** The parts of an OpenAPI operation from which requests are generated. */
export const Schema = z.looseObject({})
const Parameter = z.looseObject({ name: z.string(), in: z.enum(['path', 'query', 'header']), schema: Schema })
const Call = z.looseObject({
  operationId: z.string(),
  security: z.array(z.unknown()),
  parameters: z.array(Parameter),
  responses: z.record(z.string(), z.unknown()),
  requestBody: z.optional(
    z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: Schema })) }),
  ),
})
export const Document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), Call)) })
const Answer = z.looseObject({ content: z.optional(z.record(z.string(), z.unknown())) })

/** The document without references: each is replaced by what it leads to. */
export const resolved = (document: unknown): unknown => {
  const known = new Map<string, unknown>()
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null) return value
    const reference: unknown = Reflect.get(value, '$ref')
    if (typeof reference !== 'string')
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolve(inner)]))
    if (!known.has(reference)) {
      const steps = reference.slice(2).split('/')
      known.set(
        reference,
        resolve(steps.reduce<unknown>((at, step) => Reflect.get(Object(at), step), document)),
      )
    }
    return known.get(reference)
  }
  return resolve(document)
}

export interface HostileRequest {
  readonly method: string
  /** Path and query, as they go over the wire. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export interface FuzzedOperation {
  readonly id: string
  /** Whether it requires a session. */
  readonly forMembers: boolean
  /** Media types of its answers, by the statuses that the document lists for it. */
  readonly answers: ReadonlyMap<string, readonly string[]>
  readonly requests: fc.Arbitrary<HostileRequest>
}

const LONE = '\ud800'
/** Texts that are known to have broken a database, parser, shell, page or terminal. */
const TEXTS = [
  '', ' ', '\0', 'a\0b', LONE, `${LONE}a`, '\udc00', '\u202egnp.exe', '\u200b', '\ufeff', '𐏿', '👩‍👩‍👧‍👦', 'e\u0301', 'ﷺ',
  '\u001b[2J\u001b]0;owned\u0007', '\r\nSet-Cookie: a=b', '__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN',
  "'; drop table app.member; --", '" or 1=1', '$1', '%', '_', '\\', '../../etc/passwd', '..%2f..%2f', '%00', '%ff', '%ED%A0%80',
  '<script>alert(1)</script>', '{{7*7}}', '${7*7}', 'javascript:alert(1)', '=cmd|calc', '@', '@@', 'did:youtility:', 'did:youtility:x',
  '0', '-0', '-1', '+1', '01', '0.001', '1e400', '1e-400', '0x10', '9007199254740993', '9999999999999999999', '99999999999999999999',
  '9223372036854775807', '9223372036854775808', '-9223372036854775809', '1.0000000000000000001', '١٢', '1,000', 'Infinity', '2026-02-30',
  '0000-00', '9999-12', '2026-13', '-271821-04-20T00:00:00.000Z', '+275760-09-13T00:00:00.000Z', '2026-11-22T00:00:00.000Z', '9999-12-31T23:59:59.999Z',
  '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '999999999999999.999999999999999999', '999999999999999.1',
] // prettier-ignore
const LONG_TEXTS = ['x'.repeat(500), 'x'.repeat(70_000), '👩‍👩‍👧‍👦'.repeat(2_000), '9'.repeat(400)]
const NUMBERS = [
  0, -0, -1, 1, 0.5, 0.1 + 0.2, 100, 1e21, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 2 ** 63, -(2 ** 63), 1e308, 5e-324,
] // prettier-ignore

const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)])

const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.constantFrom(...LONG_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: codePoint, maxLength: 40 }) },
)

/** Arbitrary JSON, which fits the schema only by chance. */
const anything = fc.oneof(
  text,
  fc.constantFrom<unknown>(...NUMBERS, null, true, false, [], {}, [null], [[]]),
  fc.constantFrom<unknown>(nested(8), nested(60), Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`k${n}`, n]))),
  fc.array(text, { maxLength: 3 }),
) // prettier-ignore

const fields = (
  properties: unknown,
  arbitrary: (schema: unknown) => fc.Arbitrary<unknown>,
): Record<string, fc.Arbitrary<unknown>> =>
  Object.fromEntries(
    Object.entries(Object(properties)).map(([name, property]) => [name, arbitrary(property)] as const),
  )

const isText = (value: unknown): value is string => typeof value === 'string'
const numberOr = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : otherwise

/** Values that the contract accepts; ids come from `ids`, whoever owns them. */
export const fitting = (schema: unknown, ids: readonly string[]): fc.Arbitrary<unknown> => {
  const {
    type,
    format,
    enum: choices,
    anyOf,
    oneOf,
    properties,
    required,
    items,
    minimum,
    maximum,
  } = Schema.parse(schema)
  const constant: unknown = Reflect.get(Object(schema), 'const')
  if (constant !== undefined) return fc.constant(constant)
  if (Array.isArray(choices)) return fc.constantFrom<unknown>(...choices)
  const variants: unknown = anyOf ?? oneOf
  if (Array.isArray(variants)) return fc.oneof(...variants.map((one: unknown) => fitting(one, ids)))
  if (Array.isArray(type))
    return fc.oneof(...type.map((one: unknown) => fitting({ ...Object(schema), type: one }, ids)))
  if (type === 'object') {
    const names: unknown[] = Array.isArray(required) ? required : []
    const inner = fields(properties, (property) => fitting(property, ids))
    return fc.record<Record<string, unknown>, string>(inner, { requiredKeys: names.filter(isText) })
  }
  if (type === 'array') return fc.array(fitting(items ?? {}, ids), { minLength: 1, maxLength: 3 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'integer' || type === 'number')
    return fc.integer({ min: numberOr(minimum, 0), max: numberOr(maximum, 100_000) })
  if (format === 'uuid') return fc.constantFrom(...ids)
  return fc.constantFrom('grace', 'Rainy days', '12.34', '5', '2026-10', '12', ...ids)
}

/** A value escaped for an address; a text with a lone surrogate becomes invalid UTF-8. */
export const inAddress = (value: unknown): string => {
  const written = isText(value) ? value : JSON.stringify(value)
  return written.isWellFormed() ? encodeURIComponent(written) : '%ED%A0%80'
}

const bodyOf = (value: unknown): string =>
  // JSON.stringify writes a lone surrogate as an escape.
  JSON.stringify(value)

/** Valid three times out of four: a request that is wrong everywhere gets no further than the first check. */
const sometimesHostile = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 3, arbitrary: valid }, { weight: 1, arbitrary: anything })

const mutated = (schema: unknown, ids: readonly string[]): fc.Arbitrary<unknown> => {
  const { type, properties } = Schema.parse(schema)
  if (type !== 'object') return sometimesHostile(fitting(schema, ids))
  return fc
    .tuple(
      fc.record(
        fields(properties, (property) => sometimesHostile(fitting(property, ids))),
        { requiredKeys: [] },
      ),
      fitting(schema, ids),
      fc.option(fc.tuple(fc.constantFrom('__proto__', 'constructor', 'id', 'member_id', 'x'), anything), {
        freq: 6,
      }),
    )
    .map(([wrong, right, more]) => {
      const body: Record<string, unknown> = { ...Object(right), ...wrong }
      if (more) Object.defineProperty(body, more[0], { value: more[1], enumerable: true })
      return body
    })
}

const headers = fc.record(
  {
    'Idempotency-Key': fc.oneof(fc.uuid(), fc.constantFrom('x', '0', '__proto__', 'a'.repeat(3_000))),
    'Ledger-Min-Position': fc.constantFrom('0', '1', '-1', '9999999999999999999', 'x', '1.5'),
    'If-None-Match': fc.constantFrom('*', 'x', '"', 'W/"'),
    Accept: fc.constantFrom('*/*', 'text/html', 'application/x', 'x'),
    'X-Forwarded-For': fc.constantFrom('x', '::::', '1.2.3.4, x', '%00'),
    'X-Request-Id': fc.constantFrom('x', 'a'.repeat(300), '<script>'),
  },
  { requiredKeys: [] },
)

const BROKEN_BODIES = ['', '{', '[]', 'null', '"x"', '{"a":1e999}', '{"a":"\\ud800"}', '{"\\ud800":1}', '\ufeff{}', '[[[[[['] // prettier-ignore

/**
 * Hostile requests for every operation of an OpenAPI document. `ids` are used wherever an id is expected; some of
 * them should belong to other members.
 */
export const hostileRequests = (document: unknown, ids: readonly string[]): FuzzedOperation[] =>
  Object.entries(Document.parse(resolved(document)).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security, parameters, responses, requestBody }]) => {
      const placed = (place: 'path' | 'query') =>
        parameters
          .filter((parameter) => parameter.in === place)
          .map(({ name, schema }) => [name, sometimesHostile(fitting(schema, ids)).map(inAddress)] as const)
      const bodySchema = requestBody && Object.values(requestBody.content)[0]?.schema
      const body: fc.Arbitrary<string | undefined> = bodySchema
        ? fc.oneof(
            { weight: 8, arbitrary: mutated(bodySchema, ids).map(bodyOf) },
            { weight: 1, arbitrary: fc.constantFrom(...BROKEN_BODIES) },
          )
        : fc.constant(undefined)
      // An address with an empty part belongs to another operation, or to a page.
      const parts = placed('path').map(
        ([name, written]) => [name, written.filter((part) => part !== '')] as const,
      )
      const query = fc.record(Object.fromEntries(placed('query')), { requiredKeys: [] })
      const requests = fc
        .record({
          params: fc.record(Object.fromEntries(parts)),
          query,
          more: fc.constantFrom('', '', '', 'x=1', '__proto__=1', 'limit=1&limit=2', '%ff=%ff', 'cursor[]=1'),
          headers,
          body,
        })
        .map(({ params, query: wanted, more, headers: extra, body: sent }) => {
          const pairs = Object.entries(wanted).map(([name, value]) => `${name}=${String(value)}`)
          const search = [...pairs, ...(more ? [more] : [])].join('&')
          const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(params[name]))
          return {
            method: method.toUpperCase(),
            target: search ? `${filled}?${search}` : filled,
            headers: { ...extra, ...(sent !== undefined && { 'Content-Type': 'application/json' }) },
            body: sent,
          }
        })
      return {
        id: operationId,
        forMembers: security.length > 0,
        answers: new Map(
          Object.entries(responses).map(([status, answer]) => [
            status,
            Object.keys(Answer.parse(answer).content ?? {}),
          ]),
        ),
        requests,
      }
    }),
  )
