/**
 * What `npm test` runs after the install: every check and suite, one after the other, and at the end one table.
 * `npm run test:long` runs the same at full size with new seeds (`TEST_LONG=1`).
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { clocksOfTheRun } from './support/clocks-of-the-run.ts'
import { scratchFolder } from './support/scratch-folder.ts'

const ROOT = path.dirname(import.meta.dirname)
const REPORTS = path.join(ROOT, 'node_modules', '.cache', 'test-reports')

/** Where temporary folders of tests and of the programs that they start are made. */
const scratch = scratchFolder()

const clocks = clocksOfTheRun(Date.now())

interface Line {
  readonly suite: string
  /** Null where nothing is counted. */
  readonly tests: number | null
  readonly seconds: number
}
const lines: Line[] = []

const table = (): string => {
  const total = lines.reduce((sum, { seconds }) => sum + seconds, 0)
  const tests = lines.reduce((sum, line) => sum + (line.tests ?? 0), 0)
  const row = (suite: string, count: string, seconds: number) =>
    `${suite.padEnd(24)}${count.padStart(8)}${seconds.toFixed(0).padStart(10)}`
  return [
    `${'suite'.padEnd(24)}${'tests'.padStart(8)}${'seconds'.padStart(10)}`,
    ...lines.map(({ suite, tests: count, seconds }) => row(suite, count?.toString() ?? '', seconds)),
    row('total', tests.toString(), total),
  ].join('\n')
}

/** Runs a tool of this package; exits when it fails. */
const run = (
  suite: string,
  [command, ...args]: readonly [string, ...string[]],
  { env = {}, count }: { env?: Record<string, string>; count?: () => number } = {},
): void => {
  const begun = performance.now()
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    // Many tests start our programs, which share Node's compile cache.
    env: {
      NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules', '.cache', 'node'),
      ...process.env,
      ...clocks,
      ...(scratch && { TMPDIR: scratch }),
      ...env,
    },
  })
  const seconds = (performance.now() - begun) / 1_000
  lines.push({ suite, tests: status === 0 && count ? count() : null, seconds })
  if (status === 0) return
  console.error(`\n${table()}\n\n${suite} failed.`)
  process.exit(status ?? 1)
}

const tool = (...parts: string[]): string => path.join('node_modules', ...parts)

/** A number in a JSON report, such as `numTotalTests`. */
const numberIn = (report: string, ...keys: string[]): number => {
  let value: unknown = JSON.parse(readFileSync(report, 'utf8'))
  for (const key of keys) value = value !== null && typeof value === 'object' ? Reflect.get(value, key) : null
  return typeof value === 'number' ? value : 0
}

const vitest = (suite: string, projects: readonly string[]): void => {
  const report = path.join(REPORTS, `${projects.join('-')}.json`)
  run(
    suite,
    [
      process.execPath,
      tool('vitest', 'vitest.mjs'),
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { count: () => numberIn(report, 'numPassedTests') },
  )
}

const browser = (): void => {
  const report = path.join(REPORTS, 'browser.json')
  run(
    'browser',
    [
      process.execPath,
      tool('@playwright', 'test', 'cli.js'),
      'test',
      `--reporter=${process.env['CI'] ? 'list,html,json' : 'list,json'}`,
    ],
    {
      env: {
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        PLAYWRIGHT_HTML_OPEN: 'never',
        ...(process.env['TEST_LONG'] === '1' && { BROWSER_TESTS: 'all' }),
      },
      count: () => numberIn(report, 'stats', 'expected'),
    },
  )
}

rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })
run('types, lint, format', ['npm', 'run', '--silent', 'check'])
vitest('unit to crash', ['unit', 'component', 'contract', 'api', 'crash'])
if (process.env['TEST_LONG'] === '1') vitest('image', ['image'])
browser()
console.log(`\n${table()}`)
