import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { operations } from '../../../api/contract/operations.ts'
import { startOurs } from '../ours/target.ts'
import { administer, type BenchServer } from '../server.ts'
import { sampleOf, type Sample } from '../statistics.ts'
import { openConnection, type Connection } from './connection.ts'
import { cpuSecondsOf } from './cpu.ts'
import type { GeneratorJob } from './generator.ts'
import type { Generator } from './generator-process.ts'
import { isSound, type RestartableTarget, type TransferTarget } from './target.ts'
import { getRequest, WALLET_DOCUMENTS, WALLET_PAGE } from './workload.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'

/** One rate of requests, four reads for each transfer. */
export interface MixedStep {
  readonly wantedPerSecond: number
  readonly perSecond: number
  readonly transferP99Ms: number
  readonly readP99Ms: number
}

/** Shares of a core, and resident memory in MB. */
export interface Idle {
  readonly serverShare: number
  readonly postgresShare: number
  readonly residentMb: number
}

/** Reads on one connection, one after the other. */
export interface Reads {
  /** From the request to its answer. */
  readonly p50Ms: number
  /** CPU time of the server's process and Postgres for each, ms. */
  readonly cpuMs: number
}

/** Figures of our server that the baseline has no counterpart of. */
export interface Alone {
  /** From `node api/main.ts` until it is ready, without and with the compile cache of the start before. */
  readonly startMs: { readonly first: number; readonly second: number }
  /** Without requests: right after the start, and once it is at rest. */
  readonly idle: { readonly first: Idle; readonly rest: Idle }
  /** All documents of the page in one request. */
  readonly walletPage: Reads & { readonly documents: number }
  /** Time from an event until the slowest read model shows it, at about 1,000 transfers a second. */
  readonly lag: { readonly perSecond: number; readonly p50Ms: number; readonly p99Ms: number }
  readonly mixed: readonly MixedStep[]
  readonly residentMbAfterLoad: number
}

const IDLE_SETTLE_MS = 5_000
/** V8's deferred work (compiling, a collection) is done within a minute. */
export const REST_SETTLE_MS = 60_000
const PAGES = 200
const LAG_PER_SECOND = 1_000
const RATES = [250, 500, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000]
const P99_MS_MAX = 100
const READS = 0.8

/** Resident memory of a process in MB; NaN where there is no /proc. */
export const residentMbOf = (pid: number): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024
  } catch {
    return Number.NaN
  }
}

/** Waits `settleMs`, then measures for `seconds` without requests. */
export const idleOf = async (
  { pid }: TransferTarget,
  server: BenchServer,
  seconds: number,
  settleMs: number,
): Promise<Idle> => {
  await sleep(settleMs)
  const shares = () => [cpuSecondsOf(pid), cpuSecondsOf(server.postmaster)] as const
  const before = shares()
  await sleep(seconds * 1_000)
  const after = shares()
  return {
    serverShare: (after[0] - before[0]) / seconds,
    postgresShare: (after[1] - before[1]) / seconds,
    residentMb: residentMbOf(pid),
  }
}

/** Idle figures after a start: from five seconds on, and again a minute later. */
const idleAfterStart = async (
  target: TransferTarget,
  server: BenchServer,
  seconds: number,
): Promise<Alone['idle']> => {
  const first = await idleOf(target, server, seconds, IDLE_SETTLE_MS)
  const rest = await idleOf(target, server, seconds, REST_SETTLE_MS)
  return { first, rest }
}

/** Reads `count` times as a warm-up, then `count` times measured. `visit` numbers the reads from 0. */
export const readsOf = async (
  { port, pid }: TransferTarget,
  { postmaster }: BenchServer,
  count: number,
  read: (connection: Connection, visit: number) => Promise<void>,
): Promise<Reads> => {
  const connection = await openConnection(port)
  try {
    for (let visit = 0; visit < count; visit += 1) await read(connection, visit)
    const cpu = () => cpuSecondsOf(pid) + cpuSecondsOf(postmaster)
    const before = cpu()
    const tookMs: number[] = []
    for (let visit = count; visit < 2 * count; visit += 1) {
      const start = performance.now()
      await read(connection, visit)
      tookMs.push(performance.now() - start)
    }
    return { p50Ms: sampleOf(tookMs, 1).p50Ms, cpuMs: ((cpu() - before) * 1_000) / count }
  } finally {
    connection.close()
  }
}

/** Fetches everything that the wallet page shows, in one request. */
const openPage = async (
  { send }: Connection,
  { port, accounts }: TransferTarget,
  visit: number,
): Promise<void> => {
  const account = accounts[visit % accounts.length]
  if (!account) return
  const { status, body } = await send(getRequest(WALLET_PAGE, account, port))
  const { answers } = operations.getTogether.response.parse(JSON.parse(body))
  const bad = answers.find((answer) => answer.status !== 200)
  if (status !== 200 || bad) throw new Error(`The wallet page was answered ${status}: ${bad?.body ?? body}`)
}

export const walletPageOf = async (
  target: TransferTarget,
  server: BenchServer,
  pages = PAGES,
): Promise<Alone['walletPage']> => ({
  ...(await readsOf(target, server, pages, (connection, visit) => openPage(connection, target, visit))),
  documents: WALLET_DOCUMENTS.length,
})

/** Measures repeatedly, while the load runs, how long every read model takes to reach the end of the log. */
export const lagWhile = (databaseUrl: string, load: Promise<unknown>): Promise<Sample> =>
  administer(databaseUrl, async (client) => {
    const end = new AbortController()
    const ended = load.finally(() => end.abort())
    const lagsMs: number[] = []
    while (!end.signal.aborted) {
      const { rows } = await client.query<{ head: string }>(
        'select max(position) as head from event_store.event',
      )
      const start = performance.now()
      let reached = false
      while (!reached) {
        await sleep(2)
        const shown = await client.query<{ reached: boolean }>(
          `select min(position) >= $1 as reached from ${READ_SCHEMA}.checkpoint`,
          [rows[0]?.head],
        )
        reached = shown.rows[0]?.reached ?? false
      }
      lagsMs.push(performance.now() - start)
    }
    await ended
    return sampleOf(lagsMs, 1)
  })

/**
 * Our server by itself on a database of its own: start, idleness, a page, lag, and reads beside writes at a rising rate.
 * @throws when its books are wrong afterwards
 */
export const measureAlone = async (
  server: BenchServer,
  generator: Generator,
  { seconds, idleSeconds }: { readonly seconds: number; readonly idleSeconds: number },
  progress: (line: string) => void,
): Promise<Alone> => {
  const database = await server.freshDatabase('alone')
  let target: RestartableTarget | undefined
  try {
    progress('Ours alone: start')
    target = await startOurs(database.url, [])
    const first = target.startMs
    const second = await target.restart()
    progress('Ours alone: idle')
    const idle = await idleAfterStart(target, server, idleSeconds)
    const { port, accounts } = target
    const acknowledged: string[] = []
    const load = async (job: Pick<GeneratorJob, 'connections' | 'until' | 'perSecond' | 'reads'>) => {
      const report = await generator.run({ port, workload: 'spread', accounts, ...job })
      for (const id of report.acknowledged) acknowledged.push(id)
      return report
    }
    await load({ connections: 32, until: { seconds } })
    progress('Ours alone: wallet page')
    const walletPage = await walletPageOf(target, server)
    progress(`Ours alone: lag at ${LAG_PER_SECOND} transfers a second`)
    const loading = load({ connections: 64, until: { seconds }, perSecond: LAG_PER_SECOND })
    const { p50Ms, p99Ms } = await lagWhile(database.url, loading)
    const lag = { perSecond: (await loading).sample.perSecond, p50Ms, p99Ms }
    const mixed: MixedStep[] = []
    for (const wantedPerSecond of RATES) {
      progress(`Ours alone: four reads for each transfer, ${wantedPerSecond} requests a second`)
      const { sample, readSample } = await load({
        connections: 64,
        until: { seconds: seconds / 2 },
        perSecond: wantedPerSecond,
        reads: READS,
      })
      mixed.push({
        wantedPerSecond,
        perSecond: sample.perSecond + readSample.perSecond,
        transferP99Ms: sample.p99Ms,
        readP99Ms: readSample.p99Ms,
      })
      if (Math.max(sample.p99Ms, readSample.p99Ms) > P99_MS_MAX) break
    }
    const check = await target.verify(acknowledged)
    if (!isSound(check)) throw new Error('The books of ours are wrong after reads beside writes')
    return {
      startMs: { first, second },
      idle,
      walletPage,
      lag,
      mixed,
      residentMbAfterLoad: residentMbOf(target.pid),
    }
  } finally {
    await target?.stop()
    await database.drop()
  }
}
