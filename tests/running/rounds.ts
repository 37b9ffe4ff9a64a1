import type { Outcome } from './outcome.ts'

/** One run of all parts, in the order of its seed. */
export interface Round {
  readonly seed: number
  readonly outcomes: readonly Outcome[]
}

/** What failed in some round, the most frequent first, with the seeds of these rounds. */
export const roundsSummary = (rounds: readonly Round[]): string => {
  const seeds = new Map<string, number[]>()
  for (const { seed, outcomes } of rounds)
    for (const { part, failed } of outcomes)
      for (const name of new Set(failed)) {
        const known = `${part}: ${name}`
        seeds.set(known, [...(seeds.get(known) ?? []), seed])
      }
  const lines = [...seeds]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([name, at]) => `  ${at.length} of ${rounds.length}  ${name}  (seeds ${at.join(', ')})`)
  return [
    `${rounds.length} ${rounds.length === 1 ? 'round' : 'rounds'}, ${lines.length === 0 ? 'nothing failed' : 'FAILED'}`,
    ...lines,
  ].join('\n')
}
