import { defineConfig } from 'vitest/config'

process.env['TZ'] = 'UTC'

/** The unit tests of events/, without those that play through years. */
export default defineConfig({
  test: {
    include: [
      'tests/unit/{audit,bills,credentials,deposits,event-store,events,pools,proof,reports,requests,token,wallet}/**/*.test.ts',
    ],
    exclude: ['tests/unit/pools/simulation.test.ts'],
    setupFiles: ['tests/support/seeded.ts'],
    testTimeout: 30_000,
  },
})
