import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../support/free-port.ts'

const READY_WITHIN_MS = 90_000

/** A server with the demo members on a data folder of its own. */
export interface DemoServer {
  /** Origin, such as `http://localhost:40123`. */
  readonly url: string
  /** Stops it and deletes its data. */
  readonly stop: () => Promise<void>
}

const until = async (deadline: number, isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('the server did not become ready')
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Starts it with the app as built, on a free port, without limits on sign-ins. Resolves when it is ready. */
export const startDemoServer = async (env: Readonly<Record<string, string>> = {}): Promise<DemoServer> => {
  const url = `http://localhost:${await freePort()}`
  const server = spawn(process.execPath, ['tests/browser/support/server.ts'], {
    env: {
      ...process.env,
      PORT: new URL(url).port,
      NODE_ENV: 'development',
      SEED: 'demo',
      RATE_LIMIT_SIGN_IN_PER_MINUTE: '0',
      RATE_LIMIT_LOOKUP_PER_MINUTE: '0',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(server, 'exit')
  await until(Date.now() + READY_WITHIN_MS, () =>
    fetch(`${url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return {
    url,
    stop: async () => {
      server.kill('SIGTERM')
      await ended
    },
  }
}
