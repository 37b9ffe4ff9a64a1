import type { Size } from '../http/size.ts'
import { median } from '../statistics.ts'
import type { Machine } from './machine.ts'
import { ms, table, whole } from './table.ts'

const written = (value: number): string => (value < 100 ? ms(value) : whole(value))

/** The median of the rounds in which it was measured. */
const middle = (values: readonly (number | undefined)[]): number =>
  median(values.filter((value) => value !== undefined))

const rowOf = (what: string, sizes: readonly Size[]): string[] => {
  const [first, last] = [sizes[0]?.rounds ?? [], sizes.at(-1)?.rounds ?? []]
  const ratios = last.map((figures, round) => (figures.get(what) ?? NaN) / (first[round]?.get(what) ?? NaN))
  const values = sizes.map(({ rounds }) => middle(rounds.map((figures) => figures.get(what))))
  return [what, ...values.map(written), middle(ratios.filter(Number.isFinite)).toFixed(2)]
}

export const sizeReport = (machine: Machine, sizes: readonly Size[]): string => {
  const rows = new Set(sizes.flatMap(({ rounds }) => rounds.flatMap((figures) => [...figures.keys()])))
  return [
    `${machine.cores} cores (${machine.cpu}), load average before the run ${machine.loadBefore.toFixed(2)}.`,
    '',
    table(
      [
        'what',
        ...sizes.map(({ members, events }) => `${whole(members)} members, ${whole(events)} events`),
        'ratio',
      ],
      [
        ...[...rows].map((what) => rowOf(what, sizes)),
        ['prepared, events/s', ...sizes.map(({ perSecond }) => whole(perSecond)), ''],
      ],
      1,
    ),
    '',
    'Medians of rounds in which the sizes took turns; ratio: median of the ratios of each round, last size to first.',
    'CPU: processor time of our process and Postgres for one transfer or read. Cold: each is paid to a member who has not',
    'been asked for since the start. Reads: one connection, one after the other.',
  ].join('\n')
}
