import { defineConfig } from 'vitest/config'

const project = (name: string, include: string[], more: Record<string, unknown> = {}) => ({
  test: { name, include, environment: 'node', testTimeout: 30_000, hookTimeout: 60_000, ...more },
})

/** A machine that CI shares may stall for seconds: what runs real servers gets one more try there, and says so. */
const realServers = { retry: process.env['CI'] ? 1 : 0, testTimeout: 60_000 }

/** `tests/support/postgres-server.ts` starts one Postgres for a whole run; each test file makes its own database in it. */
const withPostgres = {
  ...realServers,
  globalSetup: ['tests/support/postgres-server.ts'],
}

export default defineConfig({
  test: {
    projects: [
      project('unit', ['tests/unit/**/*.test.ts', 'tests/unit/**/*.test.tsx']),
      project('contract', ['tests/contract/**/*.test.ts'], { ...withPostgres, testTimeout: 120_000 }),
      project('api', ['tests/api/**/*.test.ts'], withPostgres),
      project('crash', ['tests/crash/**/*.test.ts'], {
        ...realServers,
        testTimeout: 600_000,
        fileParallelism: false,
      }),
      project('eventstoredb', ['tests/contract/eventstoredb.real.ts'], { testTimeout: 120_000 }),
    ],
  },
})
