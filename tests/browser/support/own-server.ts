import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test as base } from '@playwright/test'
import { freePort } from '../../support/free-port.ts'

const READY_WITHIN_MS = 90_000

const until = async (deadline: number, isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('the server did not become ready')
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/**
 * Tests with a server of their own for each worker: they put its clock forward, which would close other
 * tests' votes and let their requests expire.
 */
export const test = base.extend<object, { readonly ownServer: string }>({
  ownServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from the pattern
    async ({}, provide) => {
      const url = `http://localhost:${await freePort()}`
      const server = spawn(process.execPath, ['tests/browser/support/server.ts'], {
        env: {
          ...process.env,
          PORT: new URL(url).port,
          NODE_ENV: 'development',
          SEED: 'demo',
          RATE_LIMIT_SIGN_IN_PER_MINUTE: '0',
          RATE_LIMIT_LOOKUP_PER_MINUTE: '0',
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
      await provide(url)
      server.kill('SIGTERM')
      await ended
    },
    { scope: 'worker', timeout: READY_WITHIN_MS + 30_000 },
  ],
  baseURL: async ({ ownServer }, provide) => {
    await provide(ownServer)
  },
})
