import { errorFunction, median, medianAbsoluteDeviation } from 'simple-statistics'

/** The standard normal distribution's 90th percentile. */
const Z_90TH = 1.2815515655446004

/**
 * The 90th percentile of Student's t: an interval of ± this many sigmas contains 80 % where sigma itself is estimated
 * with `freedom` degrees of freedom (expansion of Abramowitz and Stegun 26.7.5, accurate to 0.01 from 4 on).
 */
export const t90 = (freedom: number): number => {
  const z = Z_90TH
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2)
}

/**
 * Distance of `value` from the median of `values`, in standard deviations estimated from the median absolute deviation
 * (Iglewicz and Hoaglin 1993: 0.6745 (x - median) / MAD; above 3.5 is an outlier). `spreadMin` prevents nearly equal
 * values from making everything an outlier.
 */
export const robustZ = (value: number, values: readonly number[], spreadMin: number): number =>
  (0.6745 * (value - median([...values]))) / Math.max(medianAbsoluteDeviation([...values]), spreadMin)

/** The standard normal distribution function, accurate to 1e-7. */
export const normalCdf = (z: number): number => (1 + errorFunction(z / Math.SQRT2)) / 2
