import * as z from 'zod/mini'
import { expect, it } from 'vitest'
import { operations } from '../../../api/contract/operations.ts'
import { BODY_BYTES_MAX, bodyBytesMax } from '../../../api/http/body-limit.ts'

/** As `json.dumps` of Python writes it by default: a space after each comma and each colon. */
const spaced = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${spaced(inner)}`)
    .join(', ')}}`
}

/** The longest list that the document allows. */
const full = (body: z.ZodMiniType): unknown => {
  const { properties } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  return Object.fromEntries(
    Object.entries(properties ?? {}).flatMap(([name, property]): readonly [string, unknown][] => {
      const { maxItems, items }: { maxItems?: number; items?: unknown } = Object(property)
      if (maxItems === undefined || Reflect.get(Object(items), 'format') !== 'uuid') return []
      return [[name, Array.from({ length: maxItems }, () => crypto.randomUUID())]]
    }),
  )
}

const lists = Object.values(operations).flatMap((operation) => {
  if (!('body' in operation) || operation.body === undefined) return []
  const body = full(operation.body)
  return Object.keys(Object(body)).length === 0 ? [] : [{ id: operation.id, operation, text: spaced(body) }]
})

it.each(lists)('$id reads the longest list also with a space after each comma', ({ operation, text }) => {
  expect(bodyBytesMax(operation)).toBeGreaterThanOrEqual(Math.min(text.length, BODY_BYTES_MAX))
})
