import type { Idle } from '../http/alone.ts'
import { HTTP_CELLS, type HttpResult, type TargetName } from '../http/run.ts'
import { ms, ratio, table, whole } from './table.ts'

const NAMES: readonly TargetName[] = ['ours', 'baseline']

const rateRows = (result: HttpResult): string[][] =>
  HTTP_CELLS.map(({ workload, connections }, index) => {
    const ours = result.cells.ours[index]
    const baseline = result.cells.baseline[index]
    return [
      workload === 'spread' ? 'spread over 1,000 accounts' : 'through one hot wallet',
      String(connections),
      ...[ours, baseline].flatMap((cell) => [
        whole(cell?.perSecond ?? Number.NaN),
        `${ms(cell?.p50Ms ?? Number.NaN)} / ${ms(cell?.p99Ms ?? Number.NaN)}`,
      ]),
      ratio(ours?.perSecond ?? Number.NaN, baseline?.perSecond ?? Number.NaN),
      whole((ours?.refused ?? 0) + (baseline?.refused ?? 0)),
    ]
  })

const costRows = (result: HttpResult): string[][] =>
  HTTP_CELLS.flatMap(({ workload, connections }, index) =>
    NAMES.map((name) => {
      const cell = result.cells[name][index]
      const cost = (value: number | undefined) => whole(value ?? Number.NaN)
      return [
        `${workload}, ${connections}`,
        name,
        cost(cell?.costs.serverUs),
        cost(cell?.costs.postgresUs),
        cost(cell?.costs.generatorUs),
        cost(cell?.costs.walBytes),
        `${cost((cell?.costs.generatorShare ?? Number.NaN) * 100)} %`,
        cost(cell?.costs.backlog),
      ]
    }),
  )

/** Smaller shares are not worth a line. */
const SHARE_MIN = 0.01
/** The profile was taken in this cell of {@link HTTP_CELLS}. */
const PROFILED = HTTP_CELLS.findIndex(
  ({ workload, connections }) => workload === 'spread' && connections === 32,
)

const profileRows = (result: HttpResult): string[][] =>
  NAMES.flatMap((name) => {
    const serverUs = result.cells[name][PROFILED]?.costs.serverUs ?? Number.NaN
    const row = (part: string, share: number) => [
      name,
      part,
      `${(share * 100).toFixed(0)} %`,
      whole(share * serverUs),
    ]
    const small = result.profiles[name].filter(({ share }) => share < SHARE_MIN)
    return [
      ...result.profiles[name]
        .filter(({ share }) => share >= SHARE_MIN)
        .map(({ part, share }) => row(part, share)),
      row(
        `${small.length} smaller parts`,
        small.reduce((sum, { share }) => sum + share, 0),
      ),
    ]
  })

const checkLines = (result: HttpResult): string[] =>
  NAMES.map((name) => {
    const booked = result.checks[name].reduce((sum, check) => sum + check.booked, 0)
    return (
      `- ${name}: ${whole(booked)} transfers in the books of ${result.checks[name].length} rounds; ` +
      'balances add up, nothing in flight, every 201 booked exactly once.'
    )
  })

const refusalLines = (result: HttpResult): string[] =>
  NAMES.flatMap((name) =>
    Object.entries(result.refusals[name]).map(
      ([status, example]) => `- ${name} answered ${status}: ${example}`,
    ),
  )

const aloneLines = ({ alone }: HttpResult): string[] => {
  const { startMs, idle, walletPage, lag, mixed, residentMbAfterLoad } = alone
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`
  const idleWords = ({ serverShare, postgresShare, residentMb }: Idle) =>
    `${percent(serverShare)} of a core in our process, ${percent(postgresShare)} in Postgres, ${whole(residentMb)} MB resident`
  return [
    '## Ours by itself',
    '',
    `- Start: ready after ${whole(startMs.first)} ms the first time, ${whole(startMs.second)} ms the second.`,
    `- Idle, right after the start: ${idleWords(idle.first)}.`,
    `- Idle, a minute later: ${idleWords(idle.rest)} (${whole(residentMbAfterLoad)} MB after all load).`,
    `- The wallet page: ${walletPage.documents} documents in one request, answered after ${ms(walletPage.p50Ms)} ms (p50), ${ms(walletPage.cpuMs)} ms of CPU in our process and Postgres.`,
    `- At ${whole(lag.perSecond)} transfers a second the slowest read model shows an event after ${ms(lag.p50Ms)} ms (p50), ${ms(lag.p99Ms)} ms (p99).`,
    '',
    table(
      ['four reads for each transfer, requests/s asked', 'answered', 'transfer p99 ms', 'read p99 ms'],
      mixed.map(({ wantedPerSecond, perSecond, transferP99Ms, readP99Ms }) => [
        whole(wantedPerSecond),
        whole(perSecond),
        ms(transferP99Ms),
        ms(readP99Ms),
      ]),
      0,
    ),
  ]
}

export const httpReport = (result: HttpResult): string =>
  [
    '## Transfers over HTTP, end to end',
    '',
    table(
      [
        'transfers',
        'connections',
        'ours per second',
        'p50 / p99 ms',
        'baseline per second',
        'p50 / p99 ms',
        'ours / baseline',
        'not 201',
      ],
      rateRows(result),
      1,
    ),
    '',
    'The baseline is Koa with the same JSON parsing and schema and one SQL function in one round trip. It has no',
    'sessions, no idempotency keys, no rate limits, no event log, no read models and no security headers.',
    '',
    ...checkLines(result),
    ...refusalLines(result),
    '',
    '## Where the time goes: CPU and log volume of one transfer',
    '',
    table(
      [
        'workload, connections',
        'server',
        'server us',
        'Postgres us',
        'generator us',
        'WAL bytes',
        "generator's share of a core",
        'events behind',
      ],
      costRows(result),
      2,
    ),
    '',
    'The server column of ours holds everything its process does: sessions, idempotency keys, commands, delivery,',
    'read models. "Events behind" is how far the slowest read model was when the load ended (largest of the rounds).',
    '',
    ...aloneLines(result),
    '',
    '## The same by part of the program: CPU profile of each server, spread, 32 connections',
    '',
    table(['server', 'part', 'of its CPU time', 'us per transfer'], profileRows(result), 2),
  ].join('\n')
