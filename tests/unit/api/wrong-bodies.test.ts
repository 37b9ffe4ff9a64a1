import { describe, expect, it } from 'vitest'
import { HttpError } from '../../../api/http/errors.ts'
import { parseRequest } from '../../../api/http/validation.ts'
import type { Operation } from '../../../api/contract/operation.ts'
import { ById } from '../../../api/contract/fields.ts'
import { operations } from '../../../api/contract/operations.ts'
import { ask, inCents, REFUSED, unified } from './refused-bodies.ts'

const TABLE: readonly Operation[] = Object.values(operations)
const BODIES = TABLE.flatMap(({ id, body }) => (body ? [[id, body] as const] : []))
const VALUES = [undefined, null, true, -1, 1e308, '', '\0', 'x'.repeat(5_000), [], {}, ['x'], { x: 1 }]

/** The message for each invalid field. */
const refusalsOf = (
  schema: NonNullable<Operation['body' | 'params' | 'query']>,
  input: unknown,
  part: 'body' | 'path' | 'query' = 'body',
): Readonly<Record<string, string>> => {
  try {
    parseRequest(schema, part, input)
    return {}
  } catch (error) {
    if (!(error instanceof HttpError) || error.fields === undefined) throw error
    return error.fields
  }
}

describe('a wrong body', () => {
  it.each(BODIES)('of %s names a field that is not known', (_id, body) => {
    expect(refusalsOf(body, { nobody_knows: 1 })).toHaveProperty('nobody_knows')
  })

  it.each(BODIES)('of %s is refused in sentences for people', (_id, body) => {
    const def: Readonly<Record<string, unknown>> = { ...body._zod.def }
    const said = Object.keys(Object(def['shape'])).flatMap((name) =>
      VALUES.flatMap((value) => Object.values(refusalsOf(body, { [name]: value }))),
    )
    expect(said.filter((sentence) => /^(Invalid|Too |Unrecognized)|NaN|undefined/.test(sentence))).toEqual([])
  })
})

const refusedCases = Object.entries(REFUSED).flatMap(([id, cases]) =>
  cases.map(([body, field, sentence = /./]) => ({ id, body, field, sentence })),
)

const TAKEN = [
  ['requestTransfer', { ...ask, message: '–'.repeat(200) }],
  ['requestTransfer', { ...ask, message: '👍'.repeat(100), from_user_identifier: 'GRACE@youtility.example' }],
  ['provisionProfile', { device_label: '–'.repeat(60) }],
  ['transfer', { ...unified, amount: '10000.00' }],
  ['transfer', { ...unified, currency: 'YUT', amount: '10000.000001' }],
  ['sendTransfer', { ...inCents, amount: 1_000_000 }],
] as const

describe('the contract', () => {
  it.each(refusedCases)('of $id refuses $body for its $field', ({ id, body, field, sentence }) => {
    const schema = TABLE.find((one) => one.id === id)?.body
    if (!schema) throw new Error(`${id} takes no body`)
    const fields = refusalsOf(schema, body)
    expect(Object.keys(fields)).toEqual([field])
    if (typeof sentence === 'string') expect(fields[field]).toBe(sentence)
    else expect(fields[field]).toMatch(sentence)
  })

  it.each(TAKEN)('of %s takes as much as it says: %j', (id, body) => {
    expect(refusalsOf(operations[id].body, body)).toEqual({})
  })

  it('knows an id in capitals, refuses what is none, and every operation on an id asks this', () => {
    const id = '3f2b8e0e-6f1b-4c35-9f2e-0a1b2c3d4e5f'
    expect(parseRequest(ById, 'path', { id: id.toUpperCase() })).toEqual({ id })
    for (const { path, params } of TABLE.filter((one) => one.path.includes('{id}')))
      for (const none of ['nonsense', '1', '\u0000', "'; drop table app.telecom_device; --"])
        expect(params && refusalsOf(params, { id: none }, 'path'), path).toHaveProperty('id')
  })

  it.each([
    ['getDailyUsage', ['days=0', 'days=91', 'days=x', 'days=-1', 'days=1.5', 'day=3']],
    ['listTelecomActivity', ['limit=0', 'limit=101', `cursor=${'9'.repeat(201)}`]],
  ] as const)('of %s refuses the queries %j', (id, queries) => {
    for (const query of queries)
      expect(
        refusalsOf(operations[id].query, Object.fromEntries(new URLSearchParams(query)), 'query'),
        query,
      ).not.toEqual({})
  })
})
