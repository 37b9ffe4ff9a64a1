const GAPS = 4

/** The smallest 1, 2 or 5 times a power of ten that is not below `least`. */
const roundUp = (least: number): number => {
  const power = 10 ** Math.floor(Math.log10(least))
  return (([1, 2, 5] as const).find((times) => times * power >= least) ?? 10) * power
}

/**
 * Round tick values of an axis, from below the least figure to above the greatest, at most six of them and at least
 * `gapMin` apart, so that small changes do not look large. Figures and gap have the same unit, such as cents; there
 * must be at least one figure.
 */
export const axisTicks = (figures: readonly number[], gapMin: number): readonly number[] => {
  const [least, most] = [Math.min(...figures), Math.max(...figures)]
  const gap = roundUp(Math.max((most - least) / GAPS, gapMin))
  const first = Math.floor(least / gap)
  const count = Math.ceil(most / gap) - first
  return Array.from({ length: Math.max(count, 1) + 1 }, (_, place) => (first + place) * gap)
}
