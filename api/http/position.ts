/** Positions are 64-bit integers of Postgres and EventStoreDB. */
const POSITION_MAX = 2n ** 63n - 1n
const DIGITS = /^\d{1,19}$/

/** Parses a ledger position; `undefined` when the text is not one. */
export const readPosition = (text: string): bigint | undefined => {
  if (!DIGITS.test(text)) return undefined
  const position = BigInt(text)
  return position <= POSITION_MAX ? position : undefined
}
