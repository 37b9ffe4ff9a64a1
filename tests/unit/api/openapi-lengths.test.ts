import { describe, expect, it } from 'vitest'
import type { Operation } from '../../../api/contract/operation.ts'
import { operations } from '../../../api/contract/operations.ts'
import { schemaOf } from '../../../api/openapi/schemas.ts'

const table: readonly Operation[] = Object.values(operations)

const longest = (property: unknown): number | null => {
  const { maxLength }: { maxLength?: unknown } = Object(property)
  return typeof maxLength === 'number' ? maxLength : null
}

/** Texts of requests that the document lets be longer than the server does, with the server's limit. */
const texts = table.flatMap(({ id, body }) =>
  body === undefined
    ? []
    : Object.entries(Object(schemaOf(body, 'input')['properties'])).flatMap(([field, property]) => {
        const max = longest(property)
        if (max === null) return []
        const result = body.safeParse({ [field]: 'x'.repeat(max) })
        const sentences = result.success
          ? []
          : result.error.issues.filter(({ path }) => path[0] === field).map(({ message }) => message)
        const limit = /at most (\d+) characters/.exec(sentences.join(' '))?.[1]
        const { description = '' }: { description?: string } = Object(property)
        return limit === undefined ? [] : [{ place: `${id}.${field}`, limit, description }]
      }),
)

describe('a text whose limit JSON Schema cannot say', () => {
  it('is described with it: a schema counts code points, people count characters', () => {
    expect(texts.map(({ place }) => place)).toContain('transfer.message')
    expect(
      texts.filter(
        ({ limit, description }) =>
          !description.includes(`At most ${limit} characters, as people count them.`),
      ),
    ).toEqual([])
  })
})
