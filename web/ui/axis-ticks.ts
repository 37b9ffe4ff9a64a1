const GAPS = 4

/** The smallest of 1, 2 and 5 times a power of ten that is not below. */
const roundUp = (least: number): number => {
  const power = 10 ** Math.floor(Math.log10(least))
  return (([1, 2, 5] as const).find((times) => times * power >= least) ?? 10) * power
}

/**
 * Round marks of an axis around some figures, from below the least to above the most, at most six of them and at least
 * `gapMin` apart, so that a quiet week does not look like a storm. The figures and the gap in the same unit, such as
 * cents; at least one figure.
 */
export const axisTicks = (figures: readonly number[], gapMin: number): readonly number[] => {
  const [least, most] = [Math.min(...figures), Math.max(...figures)]
  const gap = roundUp(Math.max((most - least) / GAPS, gapMin))
  const first = Math.floor(least / gap)
  const count = Math.ceil(most / gap) - first
  return Array.from({ length: Math.max(count, 1) + 1 }, (_, place) => (first + place) * gap)
}
