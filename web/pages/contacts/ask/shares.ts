/** A dollar amount of cents as a form takes it: "12.50". */
const typed = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

/**
 * What each of `others` is asked for when `cents` are shared evenly with the member: rounded down, so that the member
 * bears what does not divide. Empty while there is nobody or less than a cent for each.
 */
export const evenShare = (cents: bigint, others: number): string => {
  const each = others === 0 ? 0n : cents / BigInt(others + 1)
  return each === 0n ? '' : typed(each)
}
