import { fork } from 'node:child_process'
import { once } from 'node:events'

export interface StandInProcess {
  readonly port: number
  /** Breaks all connections and takes no new ones. What was stored stays. */
  kill(): Promise<void>
  /** Takes connections again, at the same port. */
  start(): Promise<void>
  /** Stores appends and holds back their answers until {@link release}. */
  hold(): Promise<void>
  release(): Promise<void>
  /** Suspends the process: its connections stay open, but it sends nothing. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

const portOf = (message: unknown): number => {
  const port = typeof message === 'object' && message && 'port' in message ? message.port : null
  if (typeof port !== 'number') throw new Error('The stand-in for EventStoreDB did not tell its port')
  return port
}

/** Starts the stand-in in a process of its own, so that what it stores does not count as the client's memory. */
export const startStandInProcess = async (): Promise<StandInProcess> => {
  const child = fork(new URL('./main.ts', import.meta.url), { stdio: 'inherit' })
  const ended = once(child, 'exit')
  const failed = ended.then(() => {
    throw new Error('The stand-in for EventStoreDB has ended')
  })
  failed.catch(() => {})
  const answer = async (): Promise<unknown> => (await Promise.race([once(child, 'message'), failed]))[0]
  const port = portOf(await answer())
  const order = async (what: 'kill' | 'start' | 'hold' | 'release') => {
    const done = answer()
    child.send(what)
    await done
  }
  return {
    port,
    kill: () => order('kill'),
    start: () => order('start'),
    hold: () => order('hold'),
    release: () => order('release'),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: async () => {
      // It has nothing to save.
      child.kill('SIGKILL')
      await ended
    },
  }
}
