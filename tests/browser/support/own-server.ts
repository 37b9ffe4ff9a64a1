import { test as base } from '@playwright/test'
import { startDemoServer } from './demo-server.ts'
import { PHONE_WINDOW } from './phone.ts'

/** Tests with a separate server for each worker, with these variables. */
export const testOn = (env: Readonly<Record<string, string>>) =>
  base.extend<object, { readonly ownServer: string }>({
    ownServer: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from the pattern
      async ({}, provide) => {
        const server = await startDemoServer(env)
        await provide(server.url)
        await server.stop()
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    baseURL: async ({ ownServer }, provide) => {
      await provide(ownServer)
    },
  })

/**
 * For tests that move their server's clock forward, which would close other tests' votes and expire their requests. Its
 * identity provider states no time of sign-in, as Google.
 */
export const test = testOn({ SANDBOX_AUTH_TIME: 'off' })

/** A phone without a service worker, so that each page is the server's. */
export const PHONE = { ...PHONE_WINDOW, serviceWorkers: 'block' } as const
