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

interface Identity {
  readonly type: string
  idOf(data: object): string
}

/** The identity of each kind of fact, by its schema. */
const identities = new WeakMap<z.core.$ZodType, Identity>()

/**
 * Defines a kind of fact: its schema, and its identity within its type as names of fields or a function. The same step
 * decided again yields a fact with the same id, so it is recognised wherever it is stored.
 */
export const fact = <const Type extends string, Shape extends z.ZodRawShape>(
  type: Type,
  identity:
    | readonly [keyof Shape & string, ...(keyof Shape & string)[]]
    | ((data: z.infer<z.ZodObject<Shape, z.core.$strict>>) => string),
  shape: Shape,
) => {
  const schema = z.object({ type: z.literal(type), data: z.strictObject(shape) })
  const idOf =
    typeof identity === 'function'
      ? identity
      : (data: object) => derivedId(type, ...identity.map((name) => String(Reflect.get(data, name))))
  identities.set(schema, { type, idOf })
  return schema
}

/** The id of any fact of these kinds. */
export const factIds = (
  kinds: readonly z.core.$ZodType[],
): ((fact: { type: string; data: object }) => string) => {
  const byType = new Map(
    kinds.flatMap((kind) => {
      const identity = identities.get(kind)
      return identity ? [[identity.type, identity] as const] : []
    }),
  )
  return ({ type, data }) => {
    const identity = byType.get(type)
    if (!identity) throw new Error(`${type} is no fact of this kind of stream`)
    return identity.idOf(data)
  }
}
