import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ServerProcess {
  readonly port: number
  readonly pid: number
  /** From its start until it was ready. */
  readonly startMs: number
  /** SIGTERM, and wait until it has ended. */
  readonly stop: () => Promise<void>
}

const START_MS = 60_000

const isReady = async (port: number): Promise<boolean> => {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/health/ready`)
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

/**
 * Starts a server as its users would: `node <script>` with an environment; resolves when it is ready.
 * @throws with what the server printed when it ends or is not ready within a minute
 */
export const startServer = async (
  script: string,
  port: number,
  environment: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
): Promise<ServerProcess> => {
  // The same flags as in `npm start` and in the image, for both servers.
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--max-semi-space-size=64', ...nodeOptions, script], {
    env: { PATH: process.env.PATH ?? '', PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4000)))
  }
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const giveUpAt = Date.now() + START_MS
  while (!(await isReady(port))) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      child.kill('SIGKILL')
      throw new Error(`${script} did not get ready:\n${output}`)
    }
    await sleep(50)
  }
  if (child.pid === undefined) throw new Error(`${script} has no process id`)
  return {
    port,
    pid: child.pid,
    startMs: performance.now() - startedAt,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
