import type { Report } from './report.ts'

/** How a part of a run ended. */
export interface Outcome extends Report {
  readonly part: string
  readonly seconds: number
}

const NAME_WIDTH = 32

const row = (name: string, tests: string, failed: string, seconds: string): string =>
  `${name.padEnd(NAME_WIDTH)}${tests.padStart(8)}${failed.padStart(8)}${seconds.padStart(10)}`

const table = (outcomes: readonly Outcome[]): string[] => {
  const sum = (count: (outcome: Outcome) => number): number =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0)
  return [
    row('part', 'passed', 'failed', 'seconds'),
    ...outcomes.map(({ part, passed, failed, seconds }) =>
      row(part, passed?.toString() ?? '', failed.length === 0 ? '' : `${failed.length}`, seconds.toFixed(0)),
    ),
    row(
      'total',
      `${sum(({ passed }) => passed ?? 0)}`,
      `${sum(({ failed }) => failed.length)}`,
      sum(({ seconds }) => seconds).toFixed(0),
    ),
  ]
}

const list = (
  title: string,
  outcomes: readonly Outcome[],
  names: (outcome: Outcome) => readonly string[],
): string[] => {
  const lines = outcomes.flatMap((outcome) => names(outcome).map((name) => `  ${outcome.part}: ${name}`))
  return lines.length === 0 ? [] : ['', title, ...lines]
}

/** What a run ends with: one table, then the names of what failed and of what passed only when tried again. */
export const summary = (outcomes: readonly Outcome[], seed: number): string =>
  [
    ...table(outcomes),
    ...list(
      `FLAKY (seed ${seed}): passed only when tried again; to be mended before anything else`,
      outcomes,
      ({ flaky }) => flaky,
    ),
    ...list('FAILED', outcomes, ({ failed }) => failed),
  ].join('\n')

/** 0 only when nothing failed. */
export const exitCodeOf = (outcomes: readonly Outcome[]): 0 | 1 =>
  outcomes.length > 0 && outcomes.every(({ failed }) => failed.length === 0) ? 0 : 1
