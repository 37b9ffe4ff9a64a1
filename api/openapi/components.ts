import { type JsonSchema, mapChildren } from './portable.ts'

const SCHEMAS = '#/components/schemas/'
export const schemaRef = (name: string): JsonSchema => ({ $ref: `${SCHEMAS}${name}` })

export const capitalised = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]/)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('')

/** `devices` names a list of what one is a `Device`. */
const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/(?<=[a-z]{2})(?<![su])s$/, '')

/** Objects with fields of their own; what is only a map, or anything, has no name. */
const isNamed = ({ type, properties }: JsonSchema): boolean =>
  type === 'object' && typeof properties === 'object' && Object.keys(Object(properties)).length > 0

/** The field with one value each, different in every variant, and these values. */
const discriminatorOf = (
  variants: readonly JsonSchema[],
): { readonly field: string; readonly values: readonly string[] } | undefined => {
  const valueOf = (variant: JsonSchema, field: string): unknown => {
    const { enum: values }: { enum?: unknown } = Object(Reflect.get(Object(variant['properties']), field))
    const isRequired = Array.isArray(variant['required']) && variant['required'].includes(field)
    return isRequired && Array.isArray(values) && values.length === 1 ? values[0] : undefined
  }
  const [first] = variants
  if (first === undefined || variants.length < 2 || !variants.every(isNamed)) return undefined
  for (const field of Object.keys(Object(first['properties']))) {
    const values = variants.map((variant) => valueOf(variant, field)).filter((one) => typeof one === 'string')
    if (new Set(values).size === variants.length) return { field, values }
  }
  return undefined
}

export interface Components {
  /** Puts every object in the schema among the components, once, and returns the schema with references to them. */
  readonly place: (schema: JsonSchema, name: string) => JsonSchema
  /** The components so far, by name. */
  readonly schemas: Readonly<Record<string, JsonSchema>>
}

/** `nameOf`: the name that the contract gives to a schema; else its place names it, such as `ListBillsAnswerBill`. */
export const createComponents = (nameOf: (schema: JsonSchema) => string | undefined): Components => {
  const schemas: Record<string, JsonSchema> = {}
  const names = new Map<string, string>()

  const free = (wanted: string): string => {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? wanted : `${wanted}${number}`
      if (!(name in schemas)) return name
    }
  }

  /** A union has the name of its place in generated clients, so a variant may have it only where it is the only one. */
  const placeVariants = (variants: readonly JsonSchema[], name: string): readonly JsonSchema[] => {
    // What may be null has the name of its place alone.
    const isOne = variants.filter(({ type }) => type !== 'null').length === 1
    return variants.map((variant, at) => place(variant, isOne ? name : `${name}${at + 1}`))
  }

  const placeUnion = (variants: readonly JsonSchema[], name: string): JsonSchema => {
    const found = discriminatorOf(variants)
    if (!found) return { oneOf: placeVariants(variants, name) }
    const placed = variants.map((variant, at) =>
      place(variant, `${name}${capitalised(found.values[at] ?? '')}`),
    )
    const mapping = Object.fromEntries(found.values.map((value, at) => [value, placed[at]?.['$ref']]))
    return { oneOf: placed, discriminator: { propertyName: found.field, mapping } }
  }

  const placeFields = (schema: JsonSchema, name: string): JsonSchema => {
    const { oneOf, anyOf, ...rest } = schema
    const variants: unknown = oneOf
    const choices: unknown = anyOf
    const children = mapChildren(rest, (child, field) =>
      place(child, field === '' ? name : `${name}${capitalised(singular(field))}`),
    )
    return {
      ...children,
      ...(Array.isArray(choices) && { anyOf: placeVariants(choices, name) }),
      ...(Array.isArray(variants) && placeUnion(variants, name)),
    }
  }

  const place = (schema: JsonSchema, name: string): JsonSchema => {
    const known = nameOf(schema)
    if (known === undefined && !isNamed(schema)) return placeFields(schema, name)
    const key = JSON.stringify(schema)
    const placed = names.get(key)
    if (placed !== undefined) return schemaRef(placed)
    const own = free(known ?? name)
    names.set(key, own)
    // Taken before its fields are named, and in the order of their names at the end.
    schemas[own] = {}
    schemas[own] = placeFields(schema, own)
    return schemaRef(own)
  }
  return { place, schemas }
}
