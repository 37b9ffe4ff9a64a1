import * as z from 'zod/mini'
import { expect, it } from 'vitest'
import { openApiDocument } from '../../../api/openapi/document.ts'
import { Document, resolved, Schema } from '../../support/hostile-requests.ts'

const Bounds = z.object({
  type: z.optional(z.unknown()),
  format: z.optional(z.string()),
  pattern: z.optional(z.string()),
  maxLength: z.optional(z.number()),
  maxItems: z.optional(z.number()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
})

/** Formats that have one length, or nearly. */
const FORMATS: ReadonlySet<string> = new Set(['uuid', 'date', 'date-time'])
/** Texts that are read line by line: what is too long is an error of its line, and the body has a limit. */
const BY_LINE = /^importContacts body\.contacts\[\]\.(contact_(name|handle|type)|phone_number)$/

/** Whether a pattern ends somewhere: it is anchored, and repeats nothing for ever. */
const isBoundedPattern = (pattern: string): boolean =>
  pattern.startsWith('^') &&
  pattern.endsWith('$') &&
  !/[*+]|\{\d+,\}/.test(pattern.replaceAll(/\[[^\]]*\]|\\./g, 'x'))

const faultsOf = (schema: unknown, where: string): readonly string[] => {
  const { enum: choices, anyOf, oneOf, properties, items } = Schema.parse(schema)
  if (choices !== undefined || Reflect.has(Object(schema), 'const')) return []
  const variants: unknown = anyOf ?? oneOf
  if (Array.isArray(variants)) return variants.flatMap((one: unknown) => faultsOf(one, where))
  const { type, format, pattern, maxLength, maxItems, minimum, maximum } = Bounds.parse(schema)
  const types: readonly unknown[] = Array.isArray(type) ? type : [type]
  const isEnded = (end: number | undefined) => end !== undefined && Math.abs(end) < Number.MAX_SAFE_INTEGER
  return [
    ...((types.includes('integer') || types.includes('number')) && !(isEnded(minimum) && isEnded(maximum))
      ? [`${where}: a number without a least and a most`]
      : []),
    ...(types.includes('string') &&
    maxLength === undefined &&
    !FORMATS.has(format ?? '') &&
    !isBoundedPattern(pattern ?? '')
      ? [`${where}: a text without a most`]
      : []),
    ...(types.includes('array') && maxItems === undefined ? [`${where}: a list without a most`] : []),
    ...(items === undefined ? [] : faultsOf(items, `${where}[]`)),
    ...Object.entries(Object(properties)).flatMap(([name, inner]) => faultsOf(inner, `${where}.${name}`)),
  ]
}

it('every number, text and list that a request may have has its ends in the contract', () => {
  const { paths } = Document.parse(resolved(openApiDocument('__Host-youtility', 'https://app.example')))
  const faults = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, parameters, requestBody }) => [
      ...parameters
        .filter((one) => one.in !== 'header')
        .flatMap(({ name, schema }) => faultsOf(schema, `${operationId} ${name}`)),
      ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
        faultsOf(schema, `${operationId} body`),
      ),
    ])
  expect(faults.filter((fault) => !BY_LINE.test(fault.split(':')[0] ?? ''))).toEqual([])
})
