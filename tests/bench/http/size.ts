import { startOursOn, type Population } from '../ours/target.ts'
import type { BenchServer } from '../server.ts'
import { idleAfterStart, readsOf, residentMbOf, walletPageOf, type Idle, type Reads } from './alone.ts'
import type { Connection } from './connection.ts'
import { startGenerator } from './generator-process.ts'
import { measured, settled, type Measured } from './run.ts'
import { isSound, type RestartableTarget, type TransferTarget } from './target.ts'
import { getRequest, handleOf } from './workload.ts'

/** What an installation of one size costs. */
export interface Size extends Population {
  /** The whole past: events loaded and read models built, a second. */
  readonly preparedPerSecond: number
  /** The second start, with the read models up to date. */
  readonly startMs: number
  /** At rest after that start. */
  readonly idle: Idle
  /** Any member is paid, whose wallet nobody has asked for before; 32 connections. */
  readonly cold: Measured
  /** The same among a thousand members, whose wallets are in memory. */
  readonly warm: Measured
  /** As warm, on one connection. */
  readonly alone: Measured
  readonly walletPage: Reads
  /** One's balances in the middle of the past. */
  readonly asOf: Reads
  /** Any member, found by handle. */
  readonly lookUp: Reads
  readonly residentMb: number
}

const CONNECTIONS = 32
const READS = 200
const IDLE_SECONDS = 20

const openRead =
  ({ port, accounts }: TransferTarget, pathOf: (visit: number) => string) =>
  async ({ send }: Connection, visit: number): Promise<void> => {
    const account = accounts[visit % accounts.length]
    if (!account) throw new Error('There are no accounts')
    const { status, body } = await send(getRequest(pathOf(visit), account, port))
    if (status !== 200) throw new Error(`${pathOf(visit)} was answered ${status}: ${body}`)
  }

/** @throws when the books are wrong after the load */
export const sizeOf = async (
  server: BenchServer,
  { seconds, ...population }: Population & { readonly seconds: number },
  progress: (line: string) => void,
): Promise<Size> => {
  const { members, events } = population
  const told = (what: string) => progress(`${members} members, ${events} events: ${what}`)
  const database = await server.freshDatabase(`size_${members}`)
  const generator = startGenerator()
  let target: RestartableTarget | undefined
  try {
    told('are made, and their read models')
    const begunAt = performance.now()
    target = await startOursOn(null, population)(database.url, [])
    const preparedPerSecond = events / ((performance.now() - begunAt) / 1_000)
    const startMs = await target.restart()
    told('idle')
    const { rest: idle } = await idleAfterStart(target, server, IDLE_SECONDS)
    const running = target
    const acknowledged: string[] = []
    const load = async (connections: number, recipients: number, loadSeconds: number) => {
      const { port, accounts } = running
      const job = {
        port,
        accounts,
        connections,
        recipients,
        seconds: loadSeconds,
        workload: 'spread' as const,
      }
      const report = await generator.run(job)
      for (const id of report.acknowledged) acknowledged.push(id)
      return report
    }
    const paying = async (connections: number, recipients: number): Promise<Measured> => {
      const parts = { target: running, postmaster: server.postmaster, databaseUrl: database.url }
      const found = await measured(parts, () => load(connections, recipients, seconds))
      await settled(running)
      return found
    }
    told('transfers')
    const among = target.accounts.length
    await load(CONNECTIONS, among, 2 * seconds)
    await settled(target)
    const cold = await paying(CONNECTIONS, members)
    const warm = await paying(CONNECTIONS, among)
    const alone = await paying(1, among)
    told('reads')
    const walletPage = await walletPageOf(target, server)
    const read = (pathOf: (visit: number) => string) =>
      readsOf(running, server, READS, openRead(running, pathOf))
    const asOf = await read(() => `/api/wallet/balances?at=${Math.floor(events / 2)}`)
    const stride = Math.max(1, Math.floor(members / (2 * READS)))
    const lookUp = await read(
      (visit) =>
        `/api/members/lookup?identifier=${encodeURIComponent(`@${handleOf((visit * stride + 1) % members)}`)}`,
    )
    const residentMb = residentMbOf(target.pid)
    if (!isSound(await target.verify(acknowledged)))
      throw new Error(`The books of ${members} members are wrong after the load`)
    const paid = { cold, warm, alone }
    const asked = { walletPage, asOf, lookUp }
    return { ...population, preparedPerSecond, startMs, idle, ...paid, ...asked, residentMb }
  } finally {
    generator.stop()
    await target?.stop()
    await database.drop()
  }
}
