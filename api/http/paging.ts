import { HttpError } from './errors.ts'
import { readPosition } from './position.ts'

/** The cursor is not one of ours. `field`: its parameter. */
export const invalidCursor = (field = 'cursor'): HttpError => {
  const sentence = 'This cursor is not valid. Start again without one.'
  return new HttpError(400, 'invalid_cursor', sentence, { fields: { [field]: sentence } })
}

/** The integer in a cursor: a ledger position or a row's id. @throws {HttpError} 400 */
export const placeOf = (cursor: string | undefined, field?: string): bigint | undefined => {
  if (cursor === undefined) return undefined
  const place = readPosition(cursor)
  if (place === undefined) throw invalidCursor(field)
  return place
}

/** The page, and the cursor of the next page if any, from rows that were queried with `limit` plus one. */
export const pageOf = <Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { readonly page: readonly Row[]; readonly next_cursor: string | null } => {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next_cursor: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}
