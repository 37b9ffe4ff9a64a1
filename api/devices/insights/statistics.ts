/** The standard normal distribution's 90th percentile. */
const Z_90TH = 1.2815515655446004

/**
 * The 90th percentile of Student's t: an interval of ± this many sigmas holds 80 % where sigma itself is known from
 * `freedom` values only (the expansion of Abramowitz and Stegun 26.7.5, right to 0.01 from 4 on).
 */
export const t90 = (freedom: number): number => {
  const z = Z_90TH
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2)
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** 0 for no values. */
export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : sum(values) / values.length

/** The middle value, or the mean of the two middle ones; 0 for no values. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

/** Median absolute deviation from the median. */
export const medianDeviation = (values: readonly number[]): number => {
  const middle = median(values)
  return median(values.map((value) => Math.abs(value - middle)))
}

/**
 * How far `value` is from the middle of `values`, in standard deviations as the median absolute deviation tells
 * them (Iglewicz and Hoaglin 1993: 0.6745 (x - median) / MAD; above 3.5 is an outlier). `spreadMin` keeps a row
 * of nearly equal values from making an outlier of everything.
 */
export const robustZ = (value: number, values: readonly number[], spreadMin: number): number =>
  (0.6745 * (value - median(values))) / Math.max(medianDeviation(values), spreadMin)

/** The standard normal distribution function (Abramowitz and Stegun 26.2.17, error below 7.5e-8). */
export const normalCdf = (z: number): number => {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return z >= 0 ? 1 - tail : tail
}
