import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { anyVariant } from './tests/browser/variants.ts'
import { chromiumFlags, headlessShellPath } from './tests/browser/support/chromium.ts'

// The browser's too: tests write days as a member of this zone reads them.
process.env['TZ'] = 'UTC'

/** Every test on both sizes; else the gate, which walks each way once. */
const isWhole = process.env['BROWSER_TESTS'] === 'all'
const port = process.env['BROWSER_TEST_PORT'] ?? '4180'
const baseURL = `http://localhost:${port}`

/** These put the clock of a server of their own forward, which each worker of theirs would have to start. */
const OWN_SERVER = ['dashboard', 'pools', 'pools-bills', 'pools-views'].map((file) => `**/${file}.spec.ts`)
const desktop = { viewport: { width: 1280, height: 800 } }
const isNoVariant = isWhole ? {} : { grepInvert: [anyVariant, /on a phone/] }

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  reporter: process.env['CI'] ? [['list'], ['html', { open: 'never' }]] : 'list',
  // A walk uses three quarters of a core, and waits for the rest of its time: three keep two cores busy. With four,
  // each was so slow in a slow hour that two of them failed by chance.
  workers: Math.ceil(availableParallelism() * 1.5),
  // A test that passes at its second try is a defect: it is mended, not repeated.
  retries: 0,
  // A walk is a thing that a member does from its beginning to its end, several minutes of theirs.
  timeout: 120_000,
  // A busy machine takes its time; what has come is not waited for.
  expect: { timeout: 30_000 },
  use: {
    baseURL,
    // A walk waits for what moves. Whatever moves is seen moving in the whole run.
    contextOptions: isWhole ? {} : { reducedMotion: 'reduce' },
    // Recording every step is a third of a walk's work: asked for with `--trace on` when one has failed.
    trace: isWhole ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: headlessShellPath(), args: chromiumFlags },
  },
  projects: [
    // The longest walks, one after another from the beginning, beside all others.
    { name: 'own server', testMatch: OWN_SERVER, workers: 1, ...isNoVariant, use: desktop },
    { name: 'desktop', testIgnore: OWN_SERVER, ...isNoVariant, use: desktop },
    {
      name: 'phone',
      // What only a phone has; what is wrong at 320 pixels is found on the desktop's pages made narrow.
      ...(isWhole ? {} : { grep: /on a phone/ }),
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
      // An eSIM is active after 4 to 10 seconds: it is seen on its way, on a busy machine too.
      SANDBOX_MINUTE_SECONDS: '2',
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
