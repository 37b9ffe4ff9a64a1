import * as fc from 'fast-check'
import { Document, fitting, inAddress, resolved, Schema, type HostileRequest } from './hostile-requests.ts'

/** Days and times at the ends of what PostgreSQL, JavaScript and ISO 8601 can hold, and just beyond. */
const TIMES = [
  '0000-01-01', '0000-12-31', '0001-01-01', '1000-01-01', '9999-12-31', '10000-01-01', '-4713-11-24', '2026-02-30',
  '0000-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '2026-12-31T23:59:60Z', '0000-01', '9999-12',
] // prettier-ignore
/** Whole numbers at the ends of 32, 53 and 64 bits, of 15 and 18 digits, and just beyond. */
const INTEGERS = [
  '0', '-1', '2147483647', '2147483648', '9007199254740991', '9007199254740993', '999999999999999', '999999999999999999',
  '9223372036854775807', '9223372036854775808', '00000000000000000001',
] // prettier-ignore
const UUIDS = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
]
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
/** What cursors hold: a place in the log, a time with an id, or both as JSON. */
const CURSORS = [
  '999999999999999.999999999999999999', '8640000000000000.1', '8640000000000001.1', '0.0',
  ...['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '+275760-09-13T00:00:00.000Z', '2026-02-30T00:00:00Z'].map(
    (time) => encoded([time, UUIDS[1]]),
  ),
] // prettier-ignore
const AMOUNTS = ['0.000000000000000001', '999999999999999.999999999999999999', '0.005', '999999999']
const NUMBERS = [
  0,
  -1,
  0.5,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 - 1,
  -(2 ** 53) + 1,
  2 ** 63,
  1e308,
  5e-324,
]

/** The extremes of a schema's type: ends that it names itself, too. */
const extremesOf = (schema: unknown, place: 'address' | 'body'): readonly unknown[] => {
  const { type, format, enum: choices, anyOf, oneOf, minimum, maximum, items } = Schema.parse(schema)
  const variants: unknown = anyOf ?? oneOf
  if (Array.isArray(variants)) return variants.flatMap((one: unknown) => extremesOf(one, place))
  if (Array.isArray(choices) || Reflect.has(Object(schema), 'const')) return []
  if (type === 'integer' || type === 'number') {
    const ends = [minimum, maximum].filter((end) => typeof end === 'number')
    return [...ends.flatMap((end) => [end - 1, end, end + 1]), ...NUMBERS]
  }
  if (type === 'array') return extremesOf(items ?? {}, place).map((one) => [one])
  if (type !== 'string') return []
  if (format === 'uuid') return UUIDS
  // What a member writes is a text or an amount; places, days and ids are in addresses.
  return place === 'body' ? [...AMOUNTS, ...INTEGERS] : [...TIMES, ...INTEGERS, ...CURSORS]
}

/** The parts of a body that have a type of their own, each by its way into the body. */
const leavesOf = (
  schema: unknown,
  way: readonly string[] = [],
): readonly { readonly schema: unknown; readonly way: readonly string[] }[] => {
  const { type, properties } = Schema.parse(schema)
  if (type !== 'object') return [{ schema, way }]
  return Object.entries(Object(properties)).flatMap(([name, inner]) => leavesOf(inner, [...way, name]))
}

/** The body with another value at the end of the way. */
const changedAt = (body: unknown, [name, ...way]: readonly string[], value: unknown): unknown =>
  name === undefined
    ? value
    : { ...Object(body), [name]: changedAt(Reflect.get(Object(body), name), way, value) }

export interface ExtremeRequests {
  readonly id: string
  readonly forMembers: boolean
  readonly requests: readonly HostileRequest[]
}

/** For every operation and every part of its requests, the extremes of the part's type; the rest is valid. */
export const extremeRequests = (document: unknown, ids: readonly string[]): ExtremeRequests[] =>
  Object.entries(Document.parse(resolved(document)).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security, parameters, requestBody }]) => {
      const valid = (schema: unknown): unknown => fc.sample(fitting(schema, ids), { seed: 1, numRuns: 1 })[0]
      const inPlace = parameters.filter((one) => one.in !== 'header')
      const bodySchema = requestBody && Object.values(requestBody.content)[0]?.schema
      const body = bodySchema === undefined ? undefined : valid(bodySchema)
      const usual = new Map(
        inPlace.filter((one) => one.in === 'path').map(({ name, schema }) => [name, valid(schema)]),
      )
      const request = (changed: ReadonlyMap<string, unknown>, sent: unknown): HostileRequest => {
        const parts = new Map([...usual, ...changed])
        const written = (name: string) => inAddress(parts.get(name))
        const query = inPlace.filter((one) => one.in === 'query' && parts.has(one.name))
        const search = query.map(({ name }) => `${name}=${written(name)}`).join('&')
        const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => written(name))
        return {
          method: method.toUpperCase(),
          target: search ? `${filled}?${search}` : filled,
          headers: sent === undefined ? {} : { 'Content-Type': 'application/json' },
          body: sent === undefined ? undefined : JSON.stringify(sent),
        }
      }
      const requests = [
        ...inPlace.flatMap(({ name, schema }) =>
          extremesOf(schema, 'address').map((value) => request(new Map([[name, value]]), body)),
        ),
        ...(bodySchema === undefined ? [] : leavesOf(bodySchema)).flatMap(({ schema, way }) =>
          extremesOf(schema, 'body').map((value) => request(new Map(), changedAt(body, way, value))),
        ),
      ]
      return { id: operationId, forMembers: security.length > 0, requests }
    }),
  )
