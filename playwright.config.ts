import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { anyVariant } from './tests/browser/variants.ts'
import { chromiumFlags, headlessShellPath } from './tests/browser/support/chromium.ts'
import { PHONE_WINDOW } from './tests/browser/support/phone.ts'
import { TRIES_AGAIN } from './tests/running/report.ts'

// The browser's too: tests expect dates as a member in this time zone reads them.
process.env['TZ'] = 'UTC'

/** What to run, as tests/running/parts.ts says; `npx playwright test path` runs all of a file, once. */
const which = process.env['BROWSER_TESTS'] ?? 'once'
/** Only what depends on the screen size runs on a phone, unless every walk is run there too. */
const ON_A_PHONE = /on a phone/
const NOTHING = /^$/
/** What the desktop's projects run. */
const AT_THE_DESK: Readonly<Record<string, { grep?: RegExp; grepInvert?: RegExp[] }>> = {
  once: { grepInvert: [ON_A_PHONE] },
  gate: { grepInvert: [anyVariant, ON_A_PHONE] },
  rest: { grep: anyVariant, grepInvert: [ON_A_PHONE] },
  sizes: { grep: NOTHING },
  all: {},
}
/** What the phone's project runs. */
const ON_THE_PHONE: Readonly<Record<string, { grep?: RegExp; grepInvert?: RegExp }>> = {
  once: { grep: ON_A_PHONE },
  gate: { grep: ON_A_PHONE },
  rest: { grep: NOTHING },
  sizes: { grepInvert: ON_A_PHONE },
  all: {},
}
if (AT_THE_DESK[which] === undefined)
  throw new Error(`BROWSER_TESTS is "${which}": use ${Object.keys(AT_THE_DESK).join(', ')}`)
const isWhole = which === 'all'
const port = process.env['BROWSER_TEST_PORT'] ?? '4180'
const baseURL = `http://localhost:${port}`

/** These tests have a server of their own, because they move its clock forward or change balances that others add up. */
const OWN_SERVER = [
  'dashboard',
  'whole-way',
  'passkeys',
  'pools',
  'pools-bills',
  'pools-views',
  'taps',
  'translated',
  'withdraw',
].map((file) => `**/${file}.spec.ts`)
const desktop = { viewport: { width: 1280, height: 800 } }

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  reporter: process.env['CI'] ? [['list'], ['html', { open: 'never' }]] : 'list',
  // A walk uses three quarters of a core and waits for the rest of its time: three keep two cores busy. With four, each
  // was so slow on a busy machine that two of them failed by chance.
  workers: Math.ceil(availableParallelism() * 1.5),
  // A test that passes only when repeated is a defect, which `.ci/run` lists as FLAKY.
  retries: TRIES_AGAIN ? 1 : 0,
  // A walk is a whole task of a member, several minutes of their time.
  timeout: 120_000,
  // Long enough for a busy machine; an expectation that is met does not wait.
  expect: { timeout: 30_000 },
  use: {
    baseURL,
    // A walk has to wait for animations: they run only when all tests do.
    contextOptions: isWhole ? {} : { reducedMotion: 'reduce' },
    // Recording every step is a third of a walk's work: pass `--trace on` when one has failed.
    trace: isWhole ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: headlessShellPath(), args: chromiumFlags },
  },
  projects: [
    // The longest walks: they run one after another from the beginning, beside all others.
    { name: 'own server', testMatch: OWN_SERVER, workers: 1, ...AT_THE_DESK[which], use: desktop },
    { name: 'desktop', testIgnore: OWN_SERVER, ...AT_THE_DESK[which], use: desktop },
    {
      name: 'phone',
      // What only a phone has; problems at 320 pixels are found by the desktop project, with narrow pages.
      ...ON_THE_PHONE[which],
      use: PHONE_WINDOW,
    },
  ],
  webServer: {
    command: 'node tests/browser/support/server.ts',
    env: {
      ...process.env,
      PORT: port,
      NODE_ENV: 'development',
      SEED: 'demo',
      // An eSIM is active after 4 to 10 seconds: long enough for a test to see its activation, on a busy machine too.
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
