import { fork } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BenchOptions } from '../options.ts'
import type { BenchServer } from '../server.ts'
import { summarise, type Sample, type Summary } from '../statistics.ts'
import type { GateResult } from './gate.ts'
import type { LoadShape } from './load.ts'
import type { AppendsJob, AppendsReport } from './worker.ts'

export type ContenderName = 'ours' | 'emmett' | 'message-db'

const MODULES: Readonly<Record<ContenderName, string>> = {
  ours: 'appends/ours.ts',
  emmett: 'peers/emmett.ts',
  'message-db': 'peers/message-db.ts',
}
export const CONTENDERS: readonly ContenderName[] = ['ours', 'emmett', 'message-db']

/** Columns of the table. `shared` is the one hot stream. */
export const CELLS: readonly {
  readonly title: string
  readonly inFlight: number
  readonly streams: LoadShape['streams']
}[] = [
  { title: '1 in flight', inFlight: 1, streams: 'distinct' },
  { title: '16 in flight', inFlight: 16, streams: 'distinct' },
  { title: '64 in flight', inFlight: 64, streams: 'distinct' },
  { title: '16, one hot stream', inFlight: 16, streams: 'shared' },
]

export interface AppendsResult {
  readonly gates: Readonly<Record<ContenderName, GateResult>>
  /** Per contender, one summary per cell of {@link CELLS}. */
  readonly cells: Readonly<Record<ContenderName, Summary[]>>
}

const inOwnProcess = (job: AppendsJob): Promise<AppendsReport> =>
  new Promise((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, 'worker.ts'), { serialization: 'advanced' })
    child.once('message', (report: AppendsReport) => resolve(report))
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`An append process ended early: ${signal ?? code}`)),
    )
    child.send(job)
  })

/** Runs one job of one contender on a fresh database, in a process that does nothing else. */
const measure = async (
  server: BenchServer,
  name: ContenderName,
  job: Omit<AppendsJob, 'contender' | 'databaseUrl'>,
): Promise<{ gate: GateResult | null; samples: Sample[] }> => {
  const database = await server.freshDatabase(name)
  try {
    const contender = pathToFileURL(path.join(import.meta.dirname, '..', MODULES[name])).href
    const report = await inOwnProcess({ ...job, contender, databaseUrl: database.url })
    if (!report.ok) throw new Error(`${name}: ${report.error}`)
    return report
  } finally {
    await database.drop()
  }
}

const forEach = async <T>(work: (name: ContenderName) => Promise<T>): Promise<Record<ContenderName, T>> => ({
  ours: await work('ours'),
  emmett: await work('emmett'),
  'message-db': await work('message-db'),
})

/**
 * First the correctness gate for each, then the rounds, contenders taking turns in each round so that a
 * noisy minute hits all of them.
 */
export const runAppends = async (
  server: BenchServer,
  options: BenchOptions,
  progress: (line: string) => void,
): Promise<AppendsResult> => {
  const gates = await forEach(async (name) => {
    progress(`correctness gate: ${name}`)
    const { gate } = await measure(server, name, { gateSeconds: options.gateSeconds, cells: [] })
    if (!gate) throw new Error(`The gate of ${name} gave no result`)
    return gate
  })
  const cells = CELLS.map(({ inFlight, streams }) => ({ inFlight, streams, seconds: options.cellSeconds }))
  const warmUp: LoadShape = { inFlight: 16, streams: 'distinct', seconds: options.warmUpSeconds }
  const rounds: Record<ContenderName, Sample[][]> = { ours: [], emmett: [], 'message-db': [] }
  for (let round = 1; round <= options.repeats; round += 1) {
    for (const name of CONTENDERS) {
      progress(`appends, round ${round} of ${options.repeats}: ${name}`)
      rounds[name].push((await measure(server, name, { warmUp, cells })).samples)
    }
  }
  const summaries = (name: ContenderName): Summary[] =>
    CELLS.map((_, cell) => summarise(rounds[name].flatMap((samples) => samples[cell] ?? [])))
  return {
    gates,
    cells: { ours: summaries('ours'), emmett: summaries('emmett'), 'message-db': summaries('message-db') },
  }
}
