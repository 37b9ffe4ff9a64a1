import { sampleOf, type Sample } from '../statistics.ts'
import { openConnection, type Response } from './connection.ts'
import { transferRequest, type BenchAccount, type Workload } from './workload.ts'

export interface GeneratorJob {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  readonly workload: Workload
  readonly accounts: readonly BenchAccount[]
}

export interface GeneratorReport {
  readonly sample: Sample
  /** Transfer ids that were answered with 201. */
  readonly acknowledged: string[]
  /** Other answers: how many of each status, and one of them in full. */
  readonly refused: Record<number, { count: number; example: string }>
  /** CPU time that generating took, in seconds. */
  readonly cpuSeconds: number
  readonly seconds: number
}

const idOf = (response: Response): string => {
  const receipt: unknown = JSON.parse(response.body)
  if (receipt && typeof receipt === 'object' && 'transfer_id' in receipt) return String(receipt.transfer_id)
  throw new Error(`A 201 without transfer_id: ${response.body}`)
}

const run = async (job: GeneratorJob): Promise<GeneratorReport> => {
  const connections = await Promise.all(
    Array.from({ length: job.connections }, () => openConnection(job.port)),
  )
  const latenciesMs: number[] = []
  const created: Response[] = []
  const refused: GeneratorReport['refused'] = {}
  const cpu = process.cpuUsage()
  const begin = performance.now()
  const end = begin + job.seconds * 1000
  await Promise.all(
    connections.map(async (connection) => {
      for (let start = performance.now(); start < end; start = performance.now()) {
        const response = await connection.send(transferRequest(job.workload, job.accounts, job.port))
        if (response.status === 201) {
          latenciesMs.push(performance.now() - start)
          created.push(response)
        } else {
          const others = (refused[response.status] ??= { count: 0, example: response.body })
          others.count += 1
        }
      }
    }),
  )
  const seconds = (performance.now() - begin) / 1000
  const { user, system } = process.cpuUsage(cpu)
  for (const connection of connections) connection.close()
  return {
    sample: sampleOf(latenciesMs, seconds),
    acknowledged: created.map(idOf),
    refused,
    cpuSeconds: (user + system) / 1e6,
    seconds,
  }
}

/** What travels back to the parent. */
export type GeneratorAnswer =
  { readonly ok: true; readonly report: GeneratorReport } | { readonly ok: false; readonly error: string }

process.on('message', (job: GeneratorJob) => {
  run(job)
    .then((report): GeneratorAnswer => ({ ok: true, report }))
    .catch((error: unknown): GeneratorAnswer => {
      return { ok: false, error: error instanceof Error ? `${error.stack}` : String(error) }
    })
    .then((answer) => process.send?.(answer))
    .catch(() => process.exit(1))
})
process.once('disconnect', () => process.exit(0))
