import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { startBaseline } from '../baseline/target.ts'
import type { BenchOptions } from '../options.ts'
import { startOurs } from '../ours/target.ts'
import { administer, type BenchServer } from '../server.ts'
import { median, summarise, type Sample, type Summary } from '../statistics.ts'
import { measureAlone, type Alone } from './alone.ts'
import { cpuSecondsOf } from './cpu.ts'
import { startGenerator, type Generator } from './generator-process.ts'
import type { GeneratorJob, GeneratorReport } from './generator.ts'
import { profiled, type Profile } from './profile.ts'
import { isSound, type StartTarget, type TransferTarget, type Verification } from './target.ts'
import type { Workload } from './workload.ts'

export type TargetName = 'ours' | 'baseline'

const TARGETS: Readonly<Record<TargetName, StartTarget>> = { ours: startOurs, baseline: startBaseline }
const ORDER: readonly TargetName[] = ['ours', 'baseline']

const CONNECTIONS = [1, 8, 32, 64] as const
export const HTTP_CELLS: readonly { readonly workload: Workload; readonly connections: number }[] = (
  ['spread', 'hot'] as const
).flatMap((workload) => CONNECTIONS.map((connections) => ({ workload, connections })))

/** What one transfer costs in a cell, in microseconds of CPU; NaN where the machine cannot measure it. */
export interface Costs {
  readonly serverUs: number
  readonly postgresUs: number
  readonly generatorUs: number
  readonly walBytes: number
  /** The generator's share of one core: near 1 the generator is the bottleneck. */
  readonly generatorShare: number
  /** Events that the slowest read model was behind when the load ended. */
  readonly backlog: number
}

export interface HttpCell extends Summary {
  readonly costs: Costs
  /** Answers other than 201, over all rounds. */
  readonly refused: number
}

export interface HttpResult {
  readonly cells: Readonly<Record<TargetName, HttpCell[]>>
  /** One per round. */
  readonly checks: Readonly<Record<TargetName, Verification[]>>
  /** Where the server's CPU time goes, with the workload `spread` and 32 connections. */
  readonly profiles: Readonly<Record<TargetName, Profile>>
  /** Figures of our server alone. */
  readonly alone: Alone
  /** One example for each status other than 201. */
  readonly refusals: Readonly<Record<TargetName, Record<number, string>>>
}

const SETTLE_MS = 60_000

export interface Measured {
  readonly sample: Sample
  readonly costs: Costs
  readonly refused: GeneratorReport['refused']
}

const walPosition = (databaseUrl: string): Promise<number> =>
  administer(databaseUrl, async (client) => {
    const { rows } = await client.query<{ bytes: string }>(
      `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`,
    )
    return Number(rows[0]?.bytes)
  })

/** Runs a load and returns its costs and speed. */
export const measured = async (
  {
    target,
    postmaster,
    databaseUrl,
  }: { target: TransferTarget; postmaster: number | undefined; databaseUrl: string },
  load: () => Promise<GeneratorReport>,
): Promise<Measured> => {
  const used = async () => [
    cpuSecondsOf(target.pid),
    cpuSecondsOf(postmaster),
    await walPosition(databaseUrl),
  ]
  const before = await used()
  const report = await load()
  const backlog = await target.backlog()
  const after = await used()
  const per = (index: number) =>
    ((after[index] ?? Number.NaN) - (before[index] ?? Number.NaN)) / report.acknowledged.length
  return {
    sample: report.sample,
    refused: report.refused,
    costs: {
      serverUs: per(0) * 1e6,
      postgresUs: per(1) * 1e6,
      walBytes: per(2),
      generatorUs: (report.cpuSeconds / report.acknowledged.length) * 1e6,
      generatorShare: report.cpuSeconds / report.seconds,
      backlog,
    },
  }
}

/** Waits until the backlog is empty, so that a cell does not pay for the one before. */
export const settled = async (target: TransferTarget): Promise<void> => {
  const giveUpAt = Date.now() + SETTLE_MS
  while ((await target.backlog()) > 0) {
    if (Date.now() > giveUpAt) throw new Error('The read models do not catch up with the ledger')
    await sleep(50)
  }
}

/** One round of one target: fresh database, fresh process, warm-up, every cell, then its books are checked. */
const measure = async (
  server: BenchServer,
  name: TargetName,
  generator: Generator,
  options: BenchOptions,
): Promise<{ cells: Measured[]; check: Verification }> => {
  const database = await server.freshDatabase(name)
  let target: TransferTarget | undefined
  try {
    target = await TARGETS[name](database.url, [])
    const { port, accounts } = target
    const acknowledged: string[] = []
    const load = async (workload: Workload, connections: number, until: GeneratorJob['until']) => {
      const report = await generator.run({ port, connections, until, workload, accounts })
      for (const id of report.acknowledged) acknowledged.push(id)
      return report
    }
    await load('spread', 16, { requests: options.warmUpTransfers })
    await settled(target)
    const cells: Measured[] = []
    for (const { workload, connections } of HTTP_CELLS) {
      cells.push(
        await measured({ target, postmaster: server.postmaster, databaseUrl: database.url }, () =>
          load(workload, connections, { seconds: options.cellSeconds }),
        ),
      )
      await settled(target)
    }
    return { cells, check: await target.verify(acknowledged) }
  } finally {
    await target?.stop()
    await database.drop()
  }
}

const medianCosts = (rounds: readonly Costs[]): Costs => ({
  serverUs: median(rounds.map((round) => round.serverUs)),
  postgresUs: median(rounds.map((round) => round.postgresUs)),
  generatorUs: median(rounds.map((round) => round.generatorUs)),
  walBytes: median(rounds.map((round) => round.walBytes)),
  generatorShare: Math.max(...rounds.map((round) => round.generatorShare)),
  backlog: Math.max(...rounds.map((round) => round.backlog)),
})

const countRefused = (refused: GeneratorReport['refused']): number =>
  Object.values(refused).reduce((sum, { count }) => sum + count, 0)

const summariseRounds = (rounds: readonly Measured[][]): HttpCell[] =>
  HTTP_CELLS.map((_, index) => {
    const measured = rounds.flatMap((cells) => cells[index] ?? [])
    return {
      ...summarise(measured.map((cell) => cell.sample)),
      costs: medianCosts(measured.map((cell) => cell.costs)),
      refused: measured.reduce((sum, cell) => sum + countRefused(cell.refused), 0),
    }
  })

/** A separate round, because profiling costs time. */
const profile = (
  server: BenchServer,
  name: TargetName,
  generator: Generator,
  seconds: number,
): Promise<Profile> =>
  profiled(async (nodeOptions) => {
    const database = await server.freshDatabase(`${name}-profile`)
    try {
      const target = await TARGETS[name](database.url, nodeOptions)
      const { port, accounts } = target
      await generator.run({
        port,
        connections: 32,
        until: { seconds: 2 * seconds },
        workload: 'spread',
        accounts,
      })
      await target.stop()
    } finally {
      await database.drop()
    }
  }, tmpdir())

/**
 * Both servers take turns, round by round.
 * @throws when a server's books are wrong after the load: then its speed means nothing
 */
export const runHttp = async (
  server: BenchServer,
  options: BenchOptions,
  progress: (line: string) => void,
): Promise<HttpResult> => {
  const rounds: Record<TargetName, Measured[][]> = { ours: [], baseline: [] }
  const checks: Record<TargetName, Verification[]> = { ours: [], baseline: [] }
  const refusals: Record<TargetName, Record<number, string>> = { ours: {}, baseline: {} }
  const profiles: Record<TargetName, Profile> = { ours: [], baseline: [] }
  const generator = startGenerator()
  let alone: Alone
  try {
    for (let round = 1; round <= options.repeats; round += 1) {
      for (const name of ORDER) {
        progress(`HTTP transfers, round ${round} of ${options.repeats}: ${name}`)
        const { cells, check } = await measure(server, name, generator, options)
        if (!isSound(check)) {
          const found = Object.entries(check).map(([what, value]) => `${what} ${value}`)
          throw new Error(`The books of ${name} are wrong after the load: ${found.join(', ')}`)
        }
        rounds[name].push(cells)
        checks[name].push(check)
        for (const cell of cells) {
          for (const [status, { example }] of Object.entries(cell.refused)) {
            refusals[name][Number(status)] = example
          }
        }
      }
    }
    for (const name of ORDER) {
      progress(`HTTP transfers, where the CPU time goes: ${name}`)
      profiles[name] = await profile(server, name, generator, options.cellSeconds)
    }
    alone = await measureAlone(
      server,
      generator,
      { seconds: options.cellSeconds, idleSeconds: options.idleSeconds },
      progress,
    )
  } finally {
    generator.stop()
  }
  return {
    cells: { ours: summariseRounds(rounds.ours), baseline: summariseRounds(rounds.baseline) },
    checks,
    profiles,
    alone,
    refusals,
  }
}
