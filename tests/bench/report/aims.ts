import type { BenchOptions } from '../options.ts'
import { HTTP_CELLS, type HttpCell, type HttpResult } from '../http/run.ts'
import type { Workload } from '../http/workload.ts'
import { ms, ratio, table, whole } from './table.ts'

/** A figure and its aim: `least` where more is better, `most` where less is. */
interface Aim {
  readonly what: string
  readonly found: number
  readonly least?: number
  readonly most?: number
  readonly written: (value: number) => string
}

const times = (value: number): string => ratio(value, 1)
const cellOf = (cells: readonly HttpCell[], workload: Workload, connections: number): HttpCell | undefined =>
  cells[HTTP_CELLS.findIndex((cell) => cell.workload === workload && cell.connections === connections)]

const aimsOf = ({ cells: { ours, baseline }, alone }: HttpResult): readonly Aim[] => {
  const of = (workload: Workload, connections: number, figure: (cell: HttpCell) => number) => {
    const [own, other] = [cellOf(ours, workload, connections), cellOf(baseline, workload, connections)]
    return { own: own ? figure(own) : Number.NaN, other: other ? figure(other) : Number.NaN }
  }
  const rate = (workload: Workload, connections: number, least: number): Aim => {
    const { own, other } = of(workload, connections, ({ perSecond }) => perSecond)
    const where = workload === 'spread' ? 'spread' : 'one hot wallet'
    return {
      what: `transfers/s against the baseline, ${where}, ${connections} connections`,
      found: own / other,
      least,
      written: times,
    }
  }
  const p50 = of('spread', 1, ({ p50Ms }) => p50Ms)
  const cpu = of('spread', 32, ({ costs }) => costs.serverUs + costs.postgresUs)
  const inMs = (value: number) => `${ms(value)} ms`
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`
  return [
    ...[8, 32, 64].map((connections) => rate('spread', connections, 1)),
    rate('hot', 8, 1),
    ...[32, 64].map((connections) => rate('hot', connections, 2)),
    {
      what: "p50 on one connection, against the baseline's",
      found: p50.own / p50.other,
      most: 2,
      written: times,
    },
    {
      what: 'p99 at 32 connections',
      found: of('spread', 32, ({ p99Ms }) => p99Ms).own,
      most: 30,
      written: inMs,
    },
    {
      what: "CPU of one transfer, 32 connections, against the baseline's",
      found: cpu.own / cpu.other,
      most: 1.5,
      written: times,
    },
    {
      what: 'log volume of one transfer, 32 connections',
      found: of('spread', 32, ({ costs }) => costs.walBytes).own,
      most: 4_000,
      written: (value) => `${whole(value)} B`,
    },
    {
      what: `slowest read model behind at ${whole(alone.lag.perSecond)} transfers/s, p99`,
      found: alone.lag.p99Ms,
      most: 100,
      written: inMs,
    },
    { what: 'share of a core, idle', found: alone.idle.rest.serverShare, most: 0.005, written: percent },
    {
      what: 'resident memory, idle',
      found: alone.idle.rest.residentMb,
      most: 180,
      written: (value) => `${whole(value)} MB`,
    },
    {
      what: `the wallet page (${alone.walletPage.documents} documents in one request), CPU of the server and Postgres`,
      found: alone.walletPage.cpuMs,
      most: 3,
      written: inMs,
    },
  ]
}

const isReached = ({ found, least = -Infinity, most = Infinity }: Aim): boolean =>
  found >= least && found <= most

/** Each aim with its figure, and how busy the machine was. */
export const aimsReport = (
  result: HttpResult,
  { cellSeconds }: BenchOptions,
  load: readonly [number, number],
): string =>
  [
    '## Against the aims',
    '',
    `Load average ${load[0].toFixed(1)} before the run and ${load[1].toFixed(1)} after it, which the run itself makes; cells of ${cellSeconds} s.`,
    ...(load[0] > 1
      ? [
          '**The machine was busy with other things: throughput and latency say little, CPU and log volume more.**',
        ]
      : []),
    '',
    table(
      ['what', 'found', 'aim', 'reached'],
      aimsOf(result).map((aim) => [
        aim.what,
        Number.isFinite(aim.found) ? aim.written(aim.found) : '-',
        aim.least === undefined
          ? `at most ${aim.written(aim.most ?? Number.NaN)}`
          : `at least ${aim.written(aim.least)}`,
        isReached(aim) ? 'yes' : 'no',
      ]),
      1,
    ),
  ].join('\n')
