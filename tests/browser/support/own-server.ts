import { test as base } from '@playwright/test'
import { startDemoServer } from './demo-server.ts'

/**
 * Tests with a separate server for each worker: they move its clock forward, which would close other tests'
 * votes and expire their requests. Its identity provider states no time of sign-in, as Google.
 */
export const test = base.extend<object, { readonly ownServer: string }>({
  ownServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from the pattern
    async ({}, provide) => {
      const server = await startDemoServer({ SANDBOX_AUTH_TIME: 'off' })
      await provide(server.url)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ ownServer }, provide) => {
    await provide(ownServer)
  },
})
