import type * as z from 'zod/mini'

/** What a saved text says in the shape of today; null when there is none or it is of another shape. */
export const readSaved = <Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string | null,
): z.output<Schema> | null => {
  if (text === null) return null
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  const saved = schema.safeParse(json)
  return saved.success ? saved.data : null
}
