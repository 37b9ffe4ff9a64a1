import { sampleOf, type Sample } from '../statistics.ts'
import type { OpenContender } from './contender.ts'
import { gate, type GateResult } from './gate.ts'
import { load, type LoadShape } from './load.ts'

/** The job that the parent sends to this process. */
export interface AppendsJob {
  /** Module URL of the contender. */
  readonly contender: string
  readonly databaseUrl: string
  readonly gateSeconds?: number
  readonly warmUp?: LoadShape
  readonly cells: readonly LoadShape[]
}

export type AppendsReport =
  | { readonly ok: true; readonly gate: GateResult | null; readonly samples: Sample[] }
  | { readonly ok: false; readonly error: string }

const run = async (job: AppendsJob): Promise<AppendsReport> => {
  const { open }: { open: OpenContender } = await import(job.contender)
  const contender = await open(job.databaseUrl)
  try {
    const gateResult = job.gateSeconds ? await gate(contender, job.gateSeconds) : null
    let acknowledged = gateResult?.stored ?? 0
    const samples: Sample[] = []
    if (job.warmUp) acknowledged += (await load(contender, job.warmUp)).latenciesMs.length
    for (const cell of job.cells) {
      const { latenciesMs, seconds } = await load(contender, cell)
      acknowledged += latenciesMs.length
      samples.push(sampleOf(latenciesMs, seconds))
    }
    const stored = await contender.count()
    if (stored !== acknowledged)
      throw new Error(`${acknowledged} appends were acknowledged, but ${stored} events are stored`)
    return { ok: true, gate: gateResult, samples }
  } finally {
    await contender.close()
  }
}

// One job per process: a contender may change the process it lives in (emmett's driver changes how pg parses types).
process.once('message', (job: AppendsJob) => {
  run(job)
    .catch((error: unknown): AppendsReport => {
      return { ok: false, error: error instanceof Error ? `${error.stack}` : String(error) }
    })
    .then((report) => process.send?.(report, () => process.exit(0)))
    .catch(() => process.exit(1))
})
