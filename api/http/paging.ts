import { HttpError } from './errors.ts'
import { readPosition } from './position.ts'

/** No answer of ours had this cursor. `field`: the parameter that it came in. */
export const invalidCursor = (field = 'cursor'): HttpError => {
  const sentence = 'This cursor is not valid. Start again without one.'
  return new HttpError(400, 'invalid_cursor', sentence, { fields: { [field]: sentence } })
}

/** The whole number, a ledger position or a row's id, that a cursor stands for. @throws {HttpError} 400 */
export const placeOf = (cursor: string | undefined, field?: string): bigint | undefined => {
  if (cursor === undefined) return undefined
  const place = readPosition(cursor)
  if (place === undefined) throw invalidCursor(field)
  return place
}

/** Of rows of which one more than `limit` was asked for: the page, and the cursor of the next where there is one. */
export const pageOf = <Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { readonly page: readonly Row[]; readonly next_cursor: string | null } => {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next_cursor: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}
