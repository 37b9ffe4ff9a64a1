import { defineConfig } from '@playwright/test'
import { chromiumFlags, chromiumPath } from './tests/browser/support/chromium.ts'

const port = process.env['BROWSER_TEST_PORT'] ?? '4180'
const baseURL = `http://localhost:${port}`

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  reporter: process.env['CI'] ? [['list'], ['html', { open: 'never' }]] : 'list',
  workers: 2,
  // A try that fails and then passes is reported as flaky.
  retries: process.env['CI'] ? 2 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL,
    trace: 'retain-on-failure',
    launchOptions: { executablePath: chromiumPath(), args: chromiumFlags },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      // What does not depend on the size is walked on the desktop; BROWSER_TESTS=all walks everything on both.
      ...(process.env['BROWSER_TESTS'] === 'all' ? {} : { grepInvert: /@desktop/ }),
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: {
    command: 'node tests/browser/support/server.ts',
    env: {
      ...process.env,
      PORT: port,
      NODE_ENV: 'development',
      SEED: 'demo',
      // An eSIM is active after 2 to 5 seconds.
      SANDBOX_MINUTE_SECONDS: '1',
      RATE_LIMIT_SIGN_IN_PER_MINUTE: '0',
      RATE_LIMIT_LOOKUP_PER_MINUTE: '0',
    },
    url: `${baseURL}/api/health/ready`,
    timeout: 60_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
