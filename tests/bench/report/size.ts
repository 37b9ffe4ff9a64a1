import type { Reads } from '../http/alone.ts'
import type { Size } from '../http/size.ts'
import type { Measured } from '../http/run.ts'
import type { Machine } from './machine.ts'
import { ms, ratio, table, whole } from './table.ts'

/** What one row of the table shows of each size. */
interface Row {
  readonly what: string
  readonly of: (size: Size) => number
  readonly written: (value: number) => string
}

const cpuUs = ({ costs }: Measured): number => costs.serverUs + costs.postgresUs

const paying = (what: string, of: (size: Size) => Measured): Row[] => [
  { what: `${what}: transfers/s`, of: (size) => of(size).sample.perSecond, written: whole },
  { what: `${what}: p50 ms`, of: (size) => of(size).sample.p50Ms, written: ms },
  { what: `${what}: p99 ms`, of: (size) => of(size).sample.p99Ms, written: ms },
  { what: `${what}: CPU us`, of: (size) => cpuUs(of(size)), written: whole },
]

const reading = (what: string, of: (size: Size) => Reads): Row[] => [
  { what: `${what}: p50 ms`, of: (size) => of(size).p50Ms, written: ms },
  { what: `${what}: CPU ms`, of: (size) => of(size).cpuMs, written: ms },
]

const ROWS: readonly Row[] = [
  ...paying('32 connections, anybody is paid (cold)', ({ cold }) => cold),
  ...paying('32 connections, among a thousand (warm)', ({ warm }) => warm),
  { what: 'the same: log of one transfer, B', of: ({ warm }) => warm.costs.walBytes, written: whole },
  ...paying('one connection, warm', ({ alone }) => alone),
  ...reading('wallet page', ({ walletPage }) => walletPage),
  ...reading('balances as of the middle of the past', ({ asOf }) => asOf),
  ...reading('any member looked up by handle', ({ lookUp }) => lookUp),
  { what: 'start, ms', of: ({ startMs }) => startMs, written: whole },
  {
    what: 'idle: share of a core, %',
    of: ({ idle }) => (idle.serverShare + idle.postgresShare) * 100,
    written: ms,
  },
  { what: 'memory idle, MB', of: ({ idle }) => idle.residentMb, written: whole },
  { what: 'memory after all load, MB', of: ({ residentMb }) => residentMb, written: whole },
  { what: 'prepared, events/s', of: ({ preparedPerSecond }) => preparedPerSecond, written: whole },
]

const rowOf = ({ what, of, written }: Row, sizes: readonly Size[]): string[] => {
  const values = sizes.map(of)
  return [what, ...values.map(written), ratio(values.at(-1) ?? Number.NaN, values[0] ?? Number.NaN)]
}

export const sizeReport = (machine: Machine, sizes: readonly Size[]): string =>
  [
    `${machine.cores} cores (${machine.cpu}), load average before the run ${machine.loadBefore.toFixed(2)}.`,
    '',
    table(
      [
        'what',
        ...sizes.map(({ members, events }) => `${whole(members)} members, ${whole(events)} events`),
        'ratio',
      ],
      ROWS.map((row) => rowOf(row, sizes)),
      1,
    ),
    '',
    'CPU: processor time of our process and Postgres for one transfer or read. Cold: anybody is paid, most of whom have not',
    'been asked for since the start. Reads: one connection, one after the other.',
  ].join('\n')
