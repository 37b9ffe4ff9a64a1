import * as z from 'zod'
import { derivedId } from './ids.ts'

export const Id = z.uuid()
/** A UTC day, and a moment in UTC. */
export const Day = z.iso.date()
export const Time = z.iso.datetime()

/** Whole numbers as decimal strings: above zero, zero or more, of any sign. */
export const Positive = z.string().regex(/^[1-9]\d{0,18}$/)
export const NotNegative = z.string().regex(/^(0|[1-9]\d{0,18})$/)
export const Signed = z.string().regex(/^(0|-?[1-9]\d{0,18})$/)

const usd = z.literal('USD')
/** US cents above zero, zero or more, of any sign. */
export const Cents = z.strictObject({ currency: usd, minor: Positive })
export const CentsOrNone = z.strictObject({ currency: usd, minor: NotNegative })
export const AnyCents = z.strictObject({ currency: usd, minor: Signed })

/** What is known of a kind of fact. */
export interface Kind {
  readonly type: string
  idOf(data: object): string
  readonly shape: z.ZodRawShape
  readonly level: number
}

/** What is known of each kind of fact, by its schema. */
const known = new WeakMap<z.core.$ZodType, Kind>()

/**
 * Defines a kind of fact: its schema, and its identity within its type as names of fields or a function. The same step
 * decided again yields a fact with the same id, so it is recognised wherever it is stored. `level`: that of the log
 * from which on it may be written (`LEVEL`).
 */
export const fact = <const Type extends string, Shape extends z.ZodRawShape>(
  type: Type,
  identity:
    | readonly [keyof Shape & string, ...(keyof Shape & string)[]]
    | ((data: z.infer<z.ZodObject<Shape, z.core.$strict>>) => string),
  shape: Shape,
  level = 1,
) => {
  const schema = z.object({ type: z.literal(type), data: z.strictObject(shape) })
  const idOf =
    typeof identity === 'function'
      ? identity
      : (data: object) => derivedId(type, ...identity.map((name) => String(Reflect.get(data, name))))
  known.set(schema, { type, idOf, shape, level })
  return schema
}

/** What is known of the kinds of fact with these schemas. */
export const kindsOf = (schemas: readonly z.core.$ZodType[]): readonly Kind[] =>
  schemas.flatMap((schema) => known.get(schema) ?? [])

/** Finds the kind of a fact by its type. */
export const kindOfFact = (kinds: readonly Kind[]): ((type: string) => Kind) => {
  const byType = new Map(kinds.map((kind) => [kind.type, kind]))
  return (type) => {
    const kind = byType.get(type)
    if (!kind) throw new Error(`${type} is no fact of this kind of stream`)
    return kind
  }
}
