import { startOursAgain } from '../ours/target.ts'
import type { Prepared } from '../ours/prepared.ts'
import type { BenchServer } from '../server.ts'
import { idleOf, lagWhile, readsOf, residentMbOf, REST_SETTLE_MS, walletPageOf, type Reads } from './alone.ts'
import { startGenerator, type Generator } from './generator-process.ts'
import type { GeneratorJob, GeneratorReport } from './generator.ts'
import { measured, settled, type Measured } from './run.ts'
import { ACCOUNTS, isSound, type RestartableTarget } from './target.ts'
import { getRequest, handleOf } from './workload.ts'

/** Figures of an installation of one size: for each round, by the name of the row in the table. */
export interface Size extends Prepared {
  readonly rounds: readonly ReadonlyMap<string, number>[]
}

type Figures = readonly (readonly [what: string, value: number])[]

/** A number of transfers, not a time, so that every size has as much in memory. */
const WARM_UP = 6_000
const STRANGERS = 1_500
const WARM = 2_000
const LONE = 500
const CONNECTIONS = 32
const READS = 100
const LAG = { perSecond: 200, seconds: 4 }

/** A size while it is measured. */
interface Subject {
  readonly prepared: Prepared
  readonly server: BenchServer
  readonly target: RestartableTarget
  readonly load: (
    job: Pick<GeneratorJob, 'connections' | 'until' | 'strangers' | 'perSecond'>,
  ) => Promise<GeneratorReport>
  readonly acknowledged: readonly string[]
  /** Members for a round, spread over all, none of whom was paid or looked up in an earlier round. */
  readonly strangersOf: (round: number, count: number) => { readonly first: number; readonly stride: number }
}

const subjectOf = async (
  server: BenchServer,
  generator: Generator,
  prepared: Prepared,
  rounds: number,
): Promise<Subject> => {
  const target = await startOursAgain(prepared.url, [])
  const { port, accounts } = target
  const acknowledged: string[] = []
  return {
    prepared,
    server,
    target,
    acknowledged,
    load: async (job) => {
      const report = await generator.run({ port, accounts, workload: 'spread', ...job })
      for (const id of report.acknowledged) acknowledged.push(id)
      return report
    },
    strangersOf: (round, count) => {
      const stride = Math.floor((prepared.members - ACCOUNTS) / (rounds * count))
      return { first: ACCOUNTS + round * count * stride, stride }
    },
  }
}

const paying = async (
  what: string,
  { prepared, server, target, load }: Subject,
  job: Pick<GeneratorJob, 'connections' | 'until' | 'strangers'>,
): Promise<Measured & { readonly figures: Figures }> => {
  const parts = { target, postmaster: server.postmaster, databaseUrl: prepared.url }
  const found = await measured(parts, () => load(job))
  await settled(target)
  const { sample, costs } = found
  const figures: Figures = [
    [`${what}: transfers/s`, sample.perSecond],
    [`${what}: p50 ms`, sample.p50Ms],
    [`${what}: p99 ms`, sample.p99Ms],
    [`${what}: CPU us`, costs.serverUs + costs.postgresUs],
  ]
  return { ...found, figures }
}

const reading = (what: string, { p50Ms, cpuMs }: Reads): Figures => [
  [`${what}: p50 ms`, p50Ms],
  [`${what}: CPU ms`, cpuMs],
]

const readsBy = ({ target, server }: Subject, pathOf: (visit: number) => string): Promise<Reads> =>
  readsOf(target, server, READS, async ({ send }, visit) => {
    const account = target.accounts[visit % target.accounts.length]
    if (!account) throw new Error('There are no accounts')
    const { status, body } = await send(getRequest(pathOf(visit), account, target.port))
    if (status !== 200) throw new Error(`${pathOf(visit)} was answered ${status}: ${body}`)
  })

/** The steps of a round; each runs for every size before the next one. */
const STEPS: readonly ((subject: Subject, round: number) => Promise<Figures>)[] = [
  async (subject, round) => {
    const strangers = subject.strangersOf(round, STRANGERS)
    const job = { connections: CONNECTIONS, until: { requests: STRANGERS }, strangers }
    return (await paying('32 connections, strangers are paid (cold)', subject, job)).figures
  },
  async (subject) => {
    const job = { connections: CONNECTIONS, until: { requests: WARM } }
    const { figures, costs } = await paying('32 connections, among a thousand (warm)', subject, job)
    return [...figures, ['the same: log of one transfer, B', costs.walBytes]]
  },
  async (subject) => {
    const job = { connections: 1, until: { requests: LONE } }
    return (await paying('one connection, among a thousand', subject, job)).figures
  },
  async ({ prepared, load }) => {
    const { perSecond, seconds } = LAG
    const loading = load({ connections: CONNECTIONS, until: { seconds }, perSecond })
    const { p50Ms, p99Ms } = await lagWhile(prepared.url, loading)
    const what = `slowest read model behind, ${perSecond} transfers/s`
    return [
      [`${what}: p50 ms`, p50Ms],
      [`${what}: p99 ms`, p99Ms],
    ]
  },
  async ({ target, server }) => reading('wallet page', await walletPageOf(target, server, READS)),
  async (subject) => {
    const path = `/api/wallet/balances?at=${Math.floor(subject.prepared.events / 2)}`
    return reading('balances as of the middle of the past', await readsBy(subject, () => path))
  },
  async (subject, round) => {
    const { first, stride } = subject.strangersOf(round, 2 * READS)
    const handleAt = (visit: number) => encodeURIComponent(`@${handleOf(first + visit * stride)}`)
    const found = await readsBy(subject, (visit) => `/api/members/lookup?identifier=${handleAt(visit)}`)
    return reading('any member looked up by handle', found)
  },
  async ({ target }) => [['memory after the load, MB', residentMbOf(target.pid)]],
]

/** Measured while the other servers are stopped, as Postgres's CPU time is that of all. */
const atRest = async ({ target, server }: Subject, seconds: number): Promise<Figures> => {
  const { serverShare, postgresShare, residentMb } = await idleOf(target, server, seconds, REST_SETTLE_MS)
  return [
    ['idle: share of a core, %', (serverShare + postgresShare) * 100],
    ['memory idle, MB', residentMb],
  ]
}

/**
 * Measures all sizes in turns, so that other work on the machine affects them alike.
 * @throws when anybody's books are wrong after the load
 */
export const measureSizes = async (
  server: BenchServer,
  sizes: readonly Prepared[],
  { rounds, idleSeconds }: { readonly rounds: number; readonly idleSeconds: number },
  progress: (line: string) => void,
): Promise<readonly Size[]> => {
  const generator = startGenerator()
  const subjects: Subject[] = []
  const found = sizes.map(() => Array.from({ length: rounds }, () => new Map<string, number>()))
  /** Runs a step for each size, in reverse order every other round. */
  const inTurns = async (round: number, step: (subject: Subject) => Promise<Figures>): Promise<void> => {
    const turns = [...subjects.entries()]
    for (const [place, subject] of round % 2 === 0 ? turns : turns.toReversed())
      for (const [what, value] of await step(subject)) found[place]?.[round]?.set(what, value)
  }
  try {
    for (const size of sizes) {
      const subject = await subjectOf(server, generator, size, rounds)
      subjects.push(subject)
      await subject.target.pause()
    }
    for (let round = 0; round < rounds; round += 1) {
      progress(`Start, round ${round + 1} of ${rounds}`)
      await inTurns(round, async (subject) => {
        const start = ['start, ms', await subject.target.restart()] as const
        const rest = round === 0 ? await atRest(subject, idleSeconds) : []
        await subject.target.pause()
        return [start, ...rest]
      })
    }
    for (const { target, load } of subjects) {
      await target.restart()
      await load({ connections: CONNECTIONS, until: { requests: WARM_UP } })
      await settled(target)
    }
    for (let round = 0; round < rounds; round += 1) {
      progress(`Transfers and reads, round ${round + 1} of ${rounds}`)
      for (const step of STEPS) await inTurns(round, (subject) => step(subject, round))
    }
    for (const { target, prepared, acknowledged } of subjects)
      if (!isSound(await target.verify(acknowledged)))
        throw new Error(`The books of ${prepared.members} members are wrong after the load`)
    return sizes.map((size, place) => ({ ...size, rounds: found[place] ?? [] }))
  } finally {
    generator.stop()
    for (const { target } of subjects) await target.stop()
  }
}
