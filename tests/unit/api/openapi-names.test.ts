import { describe, expect, it } from 'vitest'
import { capitalised } from '../../../api/openapi/components.ts'
import { openApiDocument } from '../../../api/openapi/document.ts'

const { schemas } = openApiDocument('__Host-youtility', 'https://app.example').components

type Found = readonly { readonly place: string; readonly schema: object }[]

/** Every schema below a component, with the name that generators make of its place. */
const schemasBelow = (place: string, value: unknown): Found => {
  if (Array.isArray(value)) return value.flatMap((one) => schemasBelow(place, one))
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, child]) =>
    key === 'properties'
      ? Object.entries(Object(child)).flatMap(([field, one]) =>
          schemasBelow(`${place}${capitalised(field)}`, one),
        )
      : schemasBelow(place, child),
  )
  return [{ place, schema: value }, ...inner]
}
const all = Object.entries(schemas).flatMap(([name, schema]) => schemasBelow(name, schema))

const isUnion = (schema: object): boolean =>
  ['oneOf', 'anyOf'].some((keyword) => {
    const variants: unknown = Reflect.get(schema, keyword)
    return Array.isArray(variants) && variants.filter((one) => Object(one).type !== 'null').length > 1
  })

describe('names that generators make', () => {
  it('of a union by its place are no component’s: one would replace the other', () => {
    const unions = all.filter(({ schema }) => isUnion(schema)).map(({ place }) => place)
    expect(unions.length).toBeGreaterThan(3)
    // A component that is a union has its own name, which is not made.
    const made = unions.filter((place) => !(place in schemas && isUnion(Object(schemas[place]))))
    expect(made.filter((place) => place in schemas)).toEqual([])
  })

  it('of a constant are those of a text: true has none in Java', () => {
    const constants = all.filter(
      ({ schema }) => Reflect.get(schema, 'type') === 'boolean' && 'enum' in schema,
    )
    expect(constants).toEqual([])
  })

  it('are not numbered where the contract could give one', () => {
    const numbered = Object.keys(schemas).filter((name) => /[a-z][2-9]$/.test(name))
    expect(numbered).toEqual([])
  })
})
