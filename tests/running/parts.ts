import path from 'node:path'

/** What a part cannot run without, as api/commands/bootstrap.mjs prepares it. */
export type Need = 'app' | 'chromium'

/** A check or suite that runs on its own. */
export interface Part {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly env?: Readonly<Record<string, string>>
  readonly needs?: readonly Need[]
}

const tool = (...parts: string[]): string => path.join('node_modules', ...parts)

export const vitest = (
  name: string,
  projects: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Part => ({
  name,
  command: [
    process.execPath,
    tool('vitest', 'vitest.mjs'),
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=./tests/running/vitest-reporter.ts',
  ],
  env,
})

/**
 * Walks: `gate` runs each task of a member once, `rest` what the gate leaves out, `sizes` both again on a phone, `all`
 * everything. See playwright.config.ts.
 */
export const walks = (name: string, which: 'gate' | 'rest' | 'sizes' | 'all'): Part => {
  const shown = process.env['CI'] === 'true' ? 'list,html' : 'list'
  return {
    name,
    command: [
      process.execPath,
      tool('@playwright', 'test', 'cli.js'),
      'test',
      `--reporter=${shown},./tests/running/playwright-reporter.ts`,
    ],
    env: { PLAYWRIGHT_HTML_OPEN: 'never', BROWSER_TESTS: which },
    needs: ['app', 'chromium'],
  }
}

const CHECK: Part = { name: 'types, lint, format', command: ['npm', 'run', '--silent', 'check'] }

export const ENGINES: Part = {
  name: 'WebKit and Firefox',
  command: [process.execPath, path.join('tests', 'engines', 'run.ts')],
  needs: ['app'],
}

const SERVERS = ['unit', 'component', 'contract', 'api']

/** The walks again, at the other screen size. */
export const PHONE_WALKS = walks('walks on a phone', 'sizes')

/** The parts of each tier; README has them in a table. `npm run test:quick` is tests/quick.ts. */
export const TIERS = {
  /** `npm test`. */
  gate: [
    CHECK,
    vitest('unit to API, first crashes', [...SERVERS, 'crash'], { API_TESTS: 'gate' }),
    walks('walks', 'gate'),
  ],
  /** `npm run test:full`: what the gate leaves out. */
  full: [
    vitest('all other API, crashes, chaos', ['api', 'more-crash'], { API_TESTS: 'rest' }),
    walks('all other walks', 'rest'),
    ENGINES,
    PHONE_WALKS,
  ],
  /** `npm run test:long`: all suites at full size with new seeds. */
  long: [
    CHECK,
    vitest('unit to chaos', [...SERVERS, 'crash', 'more-crash']),
    vitest('image', ['image']),
    walks('walks, both sizes', 'all'),
  ],
} satisfies Readonly<Record<string, readonly Part[]>>

export type Tier = keyof typeof TIERS

export const isTier = (text: string): text is Tier => Object.hasOwn(TIERS, text)
