/** Value below which the share `p` (0 to 1) of the sorted values lies; NaN if there are none. */
const percentile = (sorted: Float64Array, p: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN

/** Figures of one cell in one round. */
export interface Sample {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export const sampleOf = (latenciesMs: readonly number[], seconds: number): Sample => {
  const sorted = Float64Array.from(latenciesMs).sort()
  return {
    perSecond: latenciesMs.length / seconds,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
  }
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
  return (lower + upper) / 2
}

/** Several rounds of a cell: medians, and the lowest and highest throughput. */
export interface Summary extends Sample {
  readonly lowest: number
  readonly highest: number
}

export const summarise = (rounds: readonly Sample[]): Summary => {
  const rates = rounds.map((round) => round.perSecond)
  return {
    perSecond: median(rates),
    p50Ms: median(rounds.map((round) => round.p50Ms)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
    lowest: Math.min(...rates),
    highest: Math.max(...rates),
  }
}
