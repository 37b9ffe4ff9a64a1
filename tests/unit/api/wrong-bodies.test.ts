import { describe, expect, it } from 'vitest'
import { HttpError } from '../../../api/http/errors.ts'
import { parseRequest } from '../../../api/http/validation.ts'
import type { Operation } from '../../../api/contract/operation.ts'
import { operations } from '../../../api/contract/operations.ts'

const TABLE: readonly Operation[] = Object.values(operations)
const BODIES = TABLE.flatMap(({ id, body }) => (body ? [[id, body] as const] : []))
const VALUES = [undefined, null, true, -1, 1e308, '', '\0', 'x'.repeat(5_000), [], {}, ['x'], { x: 1 }]

/** The message for each invalid field. */
const refusalsOf = (
  body: NonNullable<Operation['body']>,
  input: unknown,
): Readonly<Record<string, string>> => {
  try {
    parseRequest(body, 'body', input)
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
