import { setImmediate as nextTurn } from 'node:timers/promises'
import { Written } from './reply.ts'

/** Rows that take a millisecond or two. */
const ROWS_AT_ONCE = 500

/**
 * An answer whose only field is a list of thousands: written in pieces, between which other members are served, as one
 * call of `JSON.stringify` would make them wait.
 */
export const writtenList = async <Row>(
  name: string,
  rows: readonly Row[],
  shown: (row: Row) => unknown,
  details: { readonly asOf: Date },
): Promise<Written> => {
  const pieces: string[] = []
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    if (at > 0) await nextTurn()
    const piece = rows.slice(at, at + ROWS_AT_ONCE)
    pieces.push(piece.map((row) => JSON.stringify(shown(row))).join(','))
  }
  return new Written(`{"${name}":[${pieces.join(',')}]}`, details)
}
