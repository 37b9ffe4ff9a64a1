/**
 * Staking rewards: 8.2 % a year, simple, accrued per second on the stake. Computed in integers, so that any
 * history of stakes gives the closed formula to the last millionth:
 * earned = floor(Σ stake × seconds × 82 / (1000 × 31 536 000)), in millionths of a YUT.
 */
export const APY_PERMILLE = 82n
const SECONDS_PER_YEAR = 31_536_000n

/** A time in which nothing accrued because the reserve was empty; `to` is null while it lasts. ISO times. */
export interface AccrualPause {
  readonly from: string
  readonly to: string | null
}

/** Whole seconds since 1970. */
const secondsOf = (iso: string): bigint => BigInt(Math.floor(Date.parse(iso) / 1_000))

const overlap = (from: bigint, to: bigint, pause: AccrualPause): bigint => {
  const start = secondsOf(pause.from)
  const end = pause.to === null ? to : secondsOf(pause.to)
  const begin = start > from ? start : from
  const finish = end < to ? end : to
  return finish > begin ? finish - begin : 0n
}

/** Seconds from `from` to `to` in which rewards accrued; 0n when `to` is not later. Pauses don't overlap. */
export const accruingSeconds = (from: string, to: string, pauses: readonly AccrualPause[]): bigint => {
  const [start, end] = [secondsOf(from), secondsOf(to)]
  if (end <= start) return 0n
  return pauses.reduce((seconds, pause) => seconds - overlap(start, end, pause), end - start)
}

/** Millionths of a YUT earned since the first stake by `stakeSeconds` (millionths of a YUT × seconds). */
export const earnedBy = (stakeSeconds: bigint): bigint =>
  (stakeSeconds * APY_PERMILLE) / (1_000n * SECONDS_PER_YEAR)
