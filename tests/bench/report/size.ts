import type { Size } from '../http/size.ts'
import type { Measured } from '../http/run.ts'
import type { Machine } from './machine.ts'
import { ms, table, whole } from './table.ts'

const HEAD = [
  'members',
  'events before',
  'prepared, events/s',
  'start ms',
  'cold: us',
  'p50 / p99 ms',
  'warm: us',
  'p50 / p99 ms',
  'WAL bytes',
  'wallet page: p50 ms',
  'CPU ms',
  'MB',
]

const costOf = ({ sample, costs }: Measured): string[] => [
  `${whole(costs.serverUs)} + ${whole(costs.postgresUs)}`,
  `${ms(sample.p50Ms)} / ${ms(sample.p99Ms)}`,
]

const rowOf = ({ members, events, cold, warm, walletPage, ...size }: Size): string[] => [
  whole(members),
  whole(events),
  whole(size.preparedPerSecond),
  whole(size.startMs),
  ...costOf(cold),
  ...costOf(warm),
  whole(warm.costs.walBytes),
  ms(walletPage.p50Ms),
  ms(walletPage.cpuMs),
  whole(size.residentMb),
]

export const sizeReport = (machine: Machine, sizes: readonly Size[]): string =>
  [
    `${machine.cores} cores (${machine.cpu}), load average before the run ${machine.loadBefore.toFixed(2)}; 32 connections`,
    '',
    table(HEAD, sizes.map(rowOf), 0),
    '',
    'us: processor time of our process + of Postgres for one transfer. Cold: anybody is paid, most of whom have not been',
    'asked for since the start. Warm: among a thousand members.',
  ].join('\n')
