import * as z from 'zod/mini'
import { AmountText, characterLimits, DecimalText, MinorText } from '../contract/fields.ts'
import { knownValues, UNFAMILIAR } from '../contract/open.ts'
import { type JsonSchema, portable } from './portable.ts'

/** Says that an answer may have further fields, and which values of an open enum there are today, not for ever. */
const describeOpen = (schema: z.core.$ZodType, written: JsonSchema): void => {
  const { def } = schema._zod
  if (def.type === 'object' && !('catchall' in def)) delete written['additionalProperties']
  const known = knownValues.get(schema)
  if (known === undefined) return
  written['x-extensible-enum'] = [...known.values]
  written['description'] = `${known.values.join(', ')}, or what a later release adds.`
}

const Bound = z.object({
  _zod: z.object({ def: z.object({ check: z.enum(['greater_than', 'less_than']), value: z.number() }) }),
})

/** A number that is read from text, as in a query, with its bounds: its text is what the server reads it from. */
const describeNumber = (schema: z.core.$ZodType, written: JsonSchema): void => {
  const { def } = schema._zod
  if (def.type !== 'pipe' || !('checks' in def) || !Array.isArray(def.checks)) return
  const bounds = def.checks.flatMap((check) => {
    const { success, data } = Bound.safeParse(check)
    return success ? [data._zod.def] : []
  })
  if (bounds.length === 0) return
  delete written['pattern']
  written['type'] = 'integer'
  for (const { check, value } of bounds) written[check === 'less_than' ? 'maximum' : 'minimum'] = value
}

/** A default that JSON Schema leaves out, since it is no value of the text that is read. */
const describeDefault = (schema: z.core.$ZodType, written: JsonSchema): void => {
  const { def } = schema._zod
  if (def.type === 'default' && 'defaultValue' in def && written['type'] === 'integer')
    written['default'] = def.defaultValue
}

/** Amounts as texts, by the schema that the contract uses for them. */
const AMOUNTS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [DecimalText, 'A decimal in units of the currency.'],
  [MinorText, 'Minor units: cents, or millionths of YUT and USDC.'],
  [AmountText, 'A decimal in units of the currency.'],
])

/** Units that fields have by their names: for integers, and for texts. */
const UNITS: readonly (readonly [type: 'integer' | 'string', name: RegExp, unit: string])[] = [
  ['integer', /^(?:amount|fee|total)$|_cents(?:$|_)/, 'US cents.'],
  ['integer', /_per_mille$|^per_mille$/, 'Thousandths of the amount.'],
  ['string', /_usd$/, 'A decimal in US dollars.'],
]

/** The real limit of a text: `maxLength` only bounds the work, because it counts code points. */
const describeLength = (schema: z.core.$ZodType, written: JsonSchema): void => {
  const { def } = schema._zod
  const checks: readonly object[] = 'checks' in def && Array.isArray(def.checks) ? def.checks : []
  const limit = checks.map((check) => characterLimits.get(check)).find((max) => max !== undefined)
  if (limit !== undefined) written['description'] = `At most ${limit} characters, as people count them.`
}

const typeOf = ({ type, anyOf }: JsonSchema): unknown =>
  Array.isArray(anyOf) ? Reflect.get(Object(anyOf[0]), 'type') : type

const describeAmounts = (schema: z.core.$ZodType, written: JsonSchema): void => {
  const amount = AMOUNTS.get(schema)
  if (amount !== undefined) written['description'] = amount
  for (const [name, property] of Object.entries(Object(written['properties']))) {
    const field: JsonSchema = Object(property)
    const unit = UNITS.find(([type, pattern]) => type === typeOf(field) && pattern.test(name))
    if (unit !== undefined) field['description'] ??= unit[2]
  }
}

const kindOf = (variant: unknown): unknown =>
  Reflect.get(Object(Reflect.get(Object(Reflect.get(Object(variant), 'properties')), 'kind')), 'const')

/** The variant that stands in the app for kinds that it does not know is never sent. */
const withoutUnfamiliar = (written: JsonSchema): void => {
  const variants = written['oneOf']
  if (Array.isArray(variants)) written['oneOf'] = variants.filter((one) => kindOf(one) !== UNFAMILIAR)
}

/** A schema of the contract as JSON Schema, without references and in words that all generators understand. */
export const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      describeOpen(zodSchema, jsonSchema)
      describeNumber(zodSchema, jsonSchema)
      describeDefault(zodSchema, jsonSchema)
      describeAmounts(zodSchema, jsonSchema)
      describeLength(zodSchema, jsonSchema)
      withoutUnfamiliar(jsonSchema)
    },
  })
  return portable(rest)
}
