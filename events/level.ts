import * as z from 'zod'

/**
 * What this release can read and write in a log. An older release reads no kind of fact, no field and no value that it
 * does not know: its commands on the stream fail and its projections stop. So a release that adds one raises the level
 * and marks what is new with it (`since`, `widened`, a fact's own level). While processes of a lower level may run, a
 * log stays at theirs, and what is new is not written; `tests/unit/events/level.test.ts` finds what is not marked.
 */
export const LEVEL = 4

/** A fact, or a value in one, is of a higher level than the log: processes that could not read it may still run. */
export class TooNew extends Error {
  override name = 'TooNew'
  constructor(type: string, level: number) {
    super(`${type} is written from level ${level} on; npm run migrate -- --finish raises it`)
  }
}

interface Widening {
  readonly level: number
  /** What a lower level takes in its place; null for a field that it does not know. */
  readonly before: z.core.$ZodType | null
  /** Without the field the fact would mean something else. */
  readonly isNeeded?: boolean
}

const widenings = new WeakMap<z.core.$ZodType, Widening>()

/** A new field. Below its level it is left out, so the fact has to mean the same without it; otherwise add a kind. */
export const since = <Schema extends z.ZodOptional>(level: number, field: Schema): Schema => {
  const own = field.clone()
  widenings.set(own, { level, before: null })
  return own
}

/** A new field without which the fact would mean something else: below its level, a fact with it is not written. */
export const neededSince = <Schema extends z.ZodOptional>(level: number, field: Schema): Schema => {
  const own = field.clone()
  widenings.set(own, { level, before: null, isNeeded: true })
  return own
}

/** A field that takes more values than before. Below its level, a fact with one of the new values is not written. */
export const widened = <Schema extends z.ZodType>(
  level: number,
  before: z.core.$ZodType,
  field: Schema,
): Schema => {
  const own = field.clone()
  widenings.set(own, { level, before })
  return own
}

/** The shape of a fact's data as releases of a level know it. */
export const shapeAt = (shape: z.core.$ZodShape, level: number): z.core.$ZodShape =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, field]) => {
      const widening = widenings.get(field)
      if (!widening || widening.level <= level) return [[name, field]]
      return widening.before === null ? [] : [[name, widening.before]]
    }),
  )

/**
 * The data of a fact as it may be written at a level: without its newer fields.
 * @throws {TooNew} when a field has a value that the level does not know
 */
export const dataAt = <Data extends object>(
  { type, data }: { readonly type: string; readonly data: Data },
  shape: z.core.$ZodShape,
  level: number,
): Data => {
  const written = { ...data }
  for (const [name, field] of Object.entries(shape)) {
    const widening = widenings.get(field)
    if (!widening || widening.level <= level) continue
    const value: unknown = Reflect.get(data, name)
    const fits =
      widening.before === null
        ? !widening.isNeeded || value === undefined
        : z.safeParse(widening.before, value).success
    if (!fits) throw new TooNew(`${type} with this ${name}`, widening.level)
    if (widening.before === null) Reflect.deleteProperty(written, name)
  }
  return written
}
