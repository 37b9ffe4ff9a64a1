import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from './read-models.ts'

/** The whole server, `node api/main.ts`, in a process that can be killed. */
export interface ServerProcess {
  /** Origin, such as `http://localhost:40123`. */
  readonly url: string
  /** Starts the process; does not wait until it is {@link ready}. */
  readonly start: () => void
  /** Resolves when its readiness check succeeds, within a minute unless it may take longer. */
  readonly ready: (withinMs?: number) => Promise<void>
  /** SIGKILL; resolves when the process is gone, at once if it was never started. */
  readonly kill: () => Promise<void>
  /** SIGSTOP and SIGCONT: it stands still while its connections stay open. Nothing happens where it does not run. */
  readonly freeze: () => void
  readonly thaw: () => void
  /** Whether it was started and does not run any more. */
  readonly hasEnded: () => boolean
  /** SIGTERM; resolves to the exit code. */
  readonly terminate: () => Promise<number | null>
  /** Closes the channel to it, as the system does when the program that started it is killed; resolves to the exit code. */
  readonly abandon: () => Promise<number | null>
  /** The last lines it wrote, for a failed test's message. */
  readonly said: () => string
}

/** If the run's clock is set back, the servers' clocks are too. */
const CLOCK =
  process.env['TEST_CLOCK_BACK_MS'] === undefined
    ? {}
    : { TEST_CLOCK_BACK_MS: process.env['TEST_CLOCK_BACK_MS'], NODE_OPTIONS: process.env['NODE_OPTIONS'] }
const SAID_MAX = 20_000
const START_MS_MAX = 60_000
const POLL_MS = 25

/** Describes a server; nothing runs before `start`. Its port and data folder stay the same over restarts. */
export const serverProcess = ({
  port,
  dataDir,
  cwd,
  env = {},
}: {
  port: number
  dataDir: string
  /** The folder with the server's code; this one by default. */
  cwd?: string
  env?: Readonly<Record<string, string>>
}): ServerProcess => {
  const url = `http://localhost:${port}`
  let child: ChildProcess | undefined
  let said = ''
  let answered = ''

  const hasEnded = (): boolean =>
    child !== undefined && (child.exitCode !== null || child.signalCode !== null)

  const isReady = async (): Promise<boolean> => {
    if (!child || hasEnded()) throw new Error(`The server has ended:\n${said}`)
    try {
      const response = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(5_000) })
      answered = await response.text()
      if (response.ok) return true
    } catch (error) {
      answered = String(error)
    }
    await sleep(POLL_MS) // polling takes processor time from the start
    return false
  }

  const end = async (by: (process: ChildProcess) => void): Promise<number | null> => {
    if (!child) throw new Error('The server was not started')
    const ending = child
    if (ending.exitCode === null && ending.signalCode === null) {
      const exited = once(ending, 'exit')
      by(ending)
      await exited
    }
    return ending.exitCode
  }

  return {
    url,
    start: () => {
      child = spawn(process.execPath, ['api/main.ts'], {
        cwd,
        env: {
          PATH: process.env.PATH ?? '',
          NODE_ENV: 'test',
          // A run starts a server some hundred times: Node's compile cache saves most of the compiling.
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? path.resolve('node_modules/.cache/node'),
          PORT: String(port),
          DATA_DIR: dataDir,
          LOG_LEVEL: 'warn',
          DATABASE_CONNECTIONS: '8',
          ...CLOCK,
          ...env,
        },
        // The channel ends it when this process is killed.
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => {
          if (!text.includes('/api/health/ready')) said = (said + text).slice(-SAID_MAX)
        })
    },
    ready: async (withinMs = START_MS_MAX) => {
      await eventually(isReady, 'the server is ready', withinMs).catch((cause: unknown) => {
        throw new Error(`The server does not become ready; it answered ${answered} and said:\n${said}`, {
          cause,
        })
      })
    },
    kill: async () => {
      if (child) await end((process) => process.kill('SIGKILL'))
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    hasEnded,
    terminate: () => end((process) => process.kill('SIGTERM')),
    abandon: () => end((process) => process.disconnect()),
    said: () => said,
  }
}
