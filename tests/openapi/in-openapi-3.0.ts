import { mapChildren, type JsonSchema } from '../../api/openapi/portable.ts'

const isNull = (schema: unknown): boolean => Object(schema).type === 'null'

/** A schema as OpenAPI 3.0 writes it: null is no type there, and beside a reference nothing counts. */
const schemaIn30 = (schema: JsonSchema): JsonSchema => {
  const written = mapChildren(schema, schemaIn30)
  const { type, oneOf, ...rest } = written
  if (Array.isArray(type)) return { ...rest, type: type[0], nullable: true }
  if (!Array.isArray(oneOf) || !oneOf.some(isNull)) return written
  return { ...rest, allOf: oneOf.filter((one) => !isNull(one)), nullable: true }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const partIn30 = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(partIn30)
  if (!isObject(part)) return part
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (key === 'example') return [key, value]
      if (key === 'schema' && isObject(value)) return [key, schemaIn30(value)]
      if (key === 'schemas' && isObject(value)) return [key, schemasIn30(value)]
      if (key === 'license' && isObject(value)) return [key, { name: value['name'] }]
      return [key, partIn30(value)]
    }),
  )
}

const schemasIn30 = (schemas: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, isObject(schema) ? schemaIn30(schema) : schema]),
  )

/** Our document for a generator that reads OpenAPI 3.0 only. Of what 3.1 added it has the type null and a licence's identifier. */
export const inOpenApi30 = (document: unknown): unknown => ({
  ...Object(partIn30(document)),
  openapi: '3.0.3',
})
