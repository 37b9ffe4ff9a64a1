import { startOursOn, type Population } from '../ours/target.ts'
import type { BenchServer } from '../server.ts'
import { residentMbOf, walletPageOf, type Alone } from './alone.ts'
import { startGenerator } from './generator-process.ts'
import { measured, settled, type Measured } from './run.ts'
import { isSound, type RestartableTarget } from './target.ts'

/** What an installation of one size costs. */
export interface Size extends Population {
  /** The whole past: events loaded and read models built, a second. */
  readonly preparedPerSecond: number
  /** The second start, with the read models up to date. */
  readonly startMs: number
  /** Any member is paid, whose wallet nobody has asked for before. */
  readonly cold: Measured
  /** The same among a thousand members, whose wallets are in memory. */
  readonly warm: Measured
  readonly walletPage: Alone['walletPage']
  readonly residentMb: number
}

const CONNECTIONS = 32

/** @throws when the books are wrong after the load */
export const sizeOf = async (
  server: BenchServer,
  { seconds, ...population }: Population & { readonly seconds: number },
  progress: (line: string) => void,
): Promise<Size> => {
  const { members, events } = population
  const database = await server.freshDatabase(`size_${members}`)
  const generator = startGenerator()
  let target: RestartableTarget | undefined
  try {
    progress(`${members} members: ${events} events and their read models`)
    const begunAt = performance.now()
    target = await startOursOn(null, population)(database.url, [])
    const preparedPerSecond = events / ((performance.now() - begunAt) / 1_000)
    const startMs = await target.restart()
    const running = target
    const acknowledged: string[] = []
    const load = async (recipients: number | undefined, loadSeconds: number) => {
      const { port, accounts } = running
      const among = recipients === undefined ? {} : { recipients }
      const report = await generator.run({
        port,
        connections: CONNECTIONS,
        seconds: loadSeconds,
        workload: 'spread',
        accounts,
        ...among,
      })
      for (const id of report.acknowledged) acknowledged.push(id)
      return report
    }
    const parts = { target, postmaster: server.postmaster, databaseUrl: database.url }
    progress(`${members} members: transfers`)
    await load(undefined, 2 * seconds)
    await settled(target)
    const cold = await measured(parts, () => load(members, seconds))
    await settled(target)
    const warm = await measured(parts, () => load(undefined, seconds))
    await settled(target)
    progress(`${members} members: the wallet page`)
    const walletPage = await walletPageOf(target, server)
    const residentMb = residentMbOf(target.pid)
    if (!isSound(await target.verify(acknowledged)))
      throw new Error(`The books of ${members} members are wrong after the load`)
    return { ...population, preparedPerSecond, startMs, cold, warm, walletPage, residentMb }
  } finally {
    generator.stop()
    await target?.stop()
    await database.drop()
  }
}
