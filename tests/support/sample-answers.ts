import * as z from 'zod/mini'
import { knownValues } from '../../api/contract/open.ts'

/** A value that no release knows. */
export const NEW = 'of_next_year'
/** Formats that texts of the contract have. */
const TEXTS = [
  'text',
  '1',
  '2026-01-31T12:00:00Z',
  '2026-01-31',
  '2026-01',
  'https://app.example',
  '00000000-0000-4000-8000-000000000000',
  'did:youtility:00000000-0000-4000-8000-000000000000',
  `${'A'.repeat(43)}=`,
  '4242424242424242',
  '110000000',
  'DE',
  'en',
]

/** `known`: the values a server of this release sends; else each open value is {@link NEW}. */
export interface Choice {
  readonly known: boolean
  /** What no later release could add to: closed enums and objects that refuse further fields. */
  readonly closed: string[]
  /** Which of several possible values, kinds and absences is taken, going round. Default 0, the first, and nothing absent. */
  readonly nth?: number
}

const nthOf = <T>(all: readonly T[], { nth = 0 }: Choice): T | undefined => all[nth % all.length]

type Def = Readonly<Record<string, unknown>> & { readonly type: string }
const defOf = (schema: z.core.$ZodType): Def => ({ ...schema._zod.def })
const schemaIn = (def: Def, name: string): z.core.$ZodType => {
  const schema = def[name]
  if (!(schema instanceof z.core.$ZodType)) throw new Error(`No schema ${name} in ${def.type}`)
  return schema
}
const schemasIn = (def: Def, name: string): Readonly<Record<string, z.core.$ZodType>> => Object(def[name])

const textOf = (schema: z.core.$ZodType): string => {
  const text = TEXTS.find((one) => z.safeParse(schema, one).success)
  if (text === undefined) throw new Error('No text fits')
  return text
}

/** An answer as JSON that the schema describes. */
export const sampleOf = (schema: z.core.$ZodType, choice: Choice, place: string): unknown => {
  const def = defOf(schema)
  const inner = (name: string) => sampleOf(schemaIn(def, name), choice, place)
  const open = knownValues.get(schema)
  if (open) return choice.known ? nthOf(open.values, choice) : NEW
  switch (def.type) {
    case 'object': {
      if (def['catchall'] instanceof z.core.$ZodType && defOf(def['catchall']).type === 'never')
        choice.closed.push(`${place} refuses further fields`)
      const fields = Object.entries(schemasIn(def, 'shape'))
      return Object.fromEntries([
        ...fields.map(([name, field]) => [name, sampleOf(field, choice, `${place}.${name}`)]),
        ...(choice.known ? [] : [['added_next_year', 1]]),
      ])
    }
    case 'array':
      return [inner('element')]
    case 'record':
      if (defOf(schemaIn(def, 'keyType')).type !== 'string') choice.closed.push(`${place} has closed keys`)
      return { key: inner('valueType') }
    case 'nullable':
      return (choice.nth ?? 0) % 3 === 2 ? null : inner('innerType')
    case 'optional':
    case 'default':
      return (choice.nth ?? 0) % 5 === 4 ? undefined : inner('innerType')
    case 'pipe': {
      // A text that is read as a number.
      if (defOf(schemaIn(def, 'out')).type === 'transform' || defOf(schemaIn(def, 'in')).type === 'string')
        return inner('in')
      // A union of kinds, or a list of values.
      const out = schemaIn(def, 'out')
      if (defOf(out).type === 'array') return choice.known ? [] : [NEW]
      const kinds = Object.values(schemasIn(defOf(out), 'options'))
      const kind = choice.known ? nthOf(kinds, choice) : kinds.at(-1)
      const one = Object(sampleOf(kind ?? out, choice, place))
      for (const kind of kinds) sampleOf(kind, choice, place)
      return choice.known ? one : { ...one, kind: NEW }
    }
    case 'union':
      return sampleOf(nthOf(Object.values(schemasIn(def, 'options')), choice) ?? schema, choice, place)
    case 'enum':
      choice.closed.push(`${place} is a closed enum`)
      return nthOf(Object.values(schemasIn(def, 'entries')), choice)
    case 'literal':
      return Object.values(schemasIn(def, 'values'))[0]
    case 'string':
      return textOf(schema)
    case 'number':
    case 'int':
      return 1
    case 'boolean':
      return true
    // Read by a schema of its own, which has its sample too.
    case 'unknown':
    case 'any':
      return 'text'
    default:
      throw new Error(`What is a sample of ${def.type} at ${place}?`)
  }
}
