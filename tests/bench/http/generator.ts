import { setTimeout as sleep } from 'node:timers/promises'
import { sampleOf, type Sample } from '../statistics.ts'
import { openConnection, type Response } from './connection.ts'
import { readRequest, transferRequest, type BenchAccount, type Workload } from './workload.ts'

export interface GeneratorJob {
  readonly port: number
  readonly connections: number
  /** Ends after this many seconds, or this many requests. */
  readonly until: { readonly seconds: number } | { readonly requests: number }
  readonly workload: Workload
  readonly accounts: readonly BenchAccount[]
  /** Members other than the accounts, by index, each of whom is paid once; default: the accounts are paid. */
  readonly strangers?: { readonly first: number; readonly stride: number }
  /** Share of the requests (0 to 1) that are reads; default none. */
  readonly reads?: number
  /** Requests a second on all connections together, evenly spaced; default: as fast as they are answered. */
  readonly perSecond?: number
}

export interface GeneratorReport {
  /** Of transfers. */
  readonly sample: Sample
  readonly readSample: Sample
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

/** When a request is due, and how many were started before it. */
interface Start {
  readonly at: number
  readonly nth: number
}

/**
 * When a connection's requests start: one after the other, or at the times that the pace sets. A request that is sent
 * late, because the one before took too long, is still measured from the time at which it was due.
 * @param take returns the number of a request that starts at this time; null when the run is over
 */
async function* starts(
  { connections, perSecond }: GeneratorJob,
  place: number,
  begin: number,
  take: (at: number) => number | null,
): AsyncGenerator<Start> {
  const everyMs = perSecond === undefined ? null : (connections * 1_000) / perSecond
  let at = begin + (everyMs === null ? 0 : (everyMs * place) / connections)
  for (;;) {
    const nth = take(at)
    if (nth === null) return
    const waitMs = at - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    yield { at, nth }
    at = everyMs === null ? performance.now() : at + everyMs
  }
}

const strangerOf = ({ strangers }: GeneratorJob, nth: number): number | undefined =>
  strangers && strangers.first + strangers.stride * nth

const run = async (job: GeneratorJob): Promise<GeneratorReport> => {
  const connections = await Promise.all(
    Array.from({ length: job.connections }, () => openConnection(job.port)),
  )
  const latenciesMs: number[] = []
  const readsMs: number[] = []
  const created: Response[] = []
  const refused: GeneratorReport['refused'] = {}
  const cpu = process.cpuUsage()
  const begin = performance.now()
  const end = 'seconds' in job.until ? begin + job.until.seconds * 1_000 : Infinity
  const requestsMax = 'requests' in job.until ? job.until.requests : Infinity
  let begun = 0
  const take = (at: number) => (at < end && begun < requestsMax ? begun++ : null)
  await Promise.all(
    connections.map(async (connection, place) => {
      for await (const { at, nth } of starts(job, place, begin, take)) {
        const isRead = Math.random() < (job.reads ?? 0)
        const request = isRead
          ? readRequest(job.accounts, job.port)
          : transferRequest(job.workload, job.accounts, job.port, strangerOf(job, nth))
        const response = await connection.send(request)
        if (isRead && response.status === 200) readsMs.push(performance.now() - at)
        else if (response.status === 201) {
          latenciesMs.push(performance.now() - at)
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
    readSample: sampleOf(readsMs, seconds),
    acknowledged: created.map(idOf),
    refused,
    cpuSeconds: (user + system) / 1e6,
    seconds,
  }
}

/** The message to the parent process. */
export type GeneratorAnswer =
  | { readonly ok: true; readonly report: GeneratorReport }
  | { readonly ok: false; readonly error: string }

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
