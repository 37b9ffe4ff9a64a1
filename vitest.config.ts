import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { LATER } from './tests/running/later.ts'
import { TRIES_AGAIN } from './tests/running/report.ts'

// Dates are expected as a member in this time zone reads them; a test that needs another zone sets it.
process.env['TZ'] = 'UTC'

/**
 * The files that take longest of all, the longest first: started last, one of them would keep the other cores waiting.
 */
const FIRST = [
  'component/devices-dialogs',
  'crash/server-killed',
  'crash/postgres-killed',
  'crash/two-servers',
  'crash/two-releases',
  'crash/devices-killed',
  'crash/both-killed',
  'crash/deposits-killed',
  'crash/',
]

/** Files that run first among those of their project. */
const LONGEST = [
  'unit/pools/simulation',
  'unit/model/everything',
  'unit/model/faults',
  'contract/eventstoredb.test',
  'contract/postgres.test',
  'api/wallet/processes',
  'api/ledger-cli/read-models',
  'api/devices/devices',
  'api/requests/processes',
  'api/ledger-cli/year',
  'api/deposits/ach',
  'api/proof/sealing',
]

const placeIn = (parts: readonly string[], { moduleId }: TestSpecification): number => {
  const place = parts.findIndex((part) => moduleId.includes(part))
  return place === -1 ? parts.length : place
}

/** One project after the other: a worker whose next file belongs to another project is ended, with all its modules. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = await super.sort(files)
    const projects = [...new Set(byProject.map(({ project: { name } }) => name))]
    const rank = (file: TestSpecification) => [
      placeIn(FIRST, file),
      projects.indexOf(file.project.name),
      placeIn(LONGEST, file),
    ]
    const compare = (one: readonly number[], other: readonly number[]) =>
      one.map((value, n) => value - (other[n] ?? 0)).find((difference) => difference !== 0) ?? 0
    return byProject.toSorted((one, other) => compare(rank(one), rank(other)))
  }
}

/** Which files of `tests/api`: `gate`, `rest` or, by default, all of them. */
const which = process.env['API_TESTS']

/** With this seed `npm run test:flakes` runs files and tests in random order. */
const shuffled = process.env['TEST_SHUFFLE']
const sequence =
  shuffled === undefined
    ? { sequencer: LongestFirst }
    : { shuffle: { files: true, tests: true }, seed: Number(shuffled) }

/** The kills that have found most: they run in the gate, all others in `npm run test:full`. */
const FIRST_CRASHES = [
  ...['server-killed', 'postgres-killed', 'one-commit', 'backends-terminated'].map(
    (file) => `tests/crash/${file}.test.ts`,
  ),
  'tests/chaos/histories.test.ts',
]

const project = (name: string, include: string[], more: Record<string, unknown> = {}) => ({
  test: {
    name,
    include,
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    setupFiles: ['tests/support/seeded.ts'],
    sequence,
    retry: TRIES_AGAIN ? 1 : 0,
    // A shared CI machine may stall for longer than a second.
    expect: { poll: { timeout: 15_000 } },
    ...more,
  },
})

/** A shared CI machine may stall for seconds. */
const realServers = { testTimeout: 60_000 }

/** `tests/support/postgres-server.ts` starts one Postgres for a whole run; each test file makes its own database in it. */
const withPostgres = {
  ...realServers,
  globalSetup: ['tests/support/postgres-server.ts'],
}

/** They start whole servers, each of which is slower the busier the machine is with the others. */
const withServers = { testTimeout: 600_000, hookTimeout: 180_000 }

export default defineConfig({
  test: {
    // Much of a test is waiting for a server: more workers than cores keep all cores busy.
    maxWorkers: availableParallelism() * 2,
    sequence,
    projects: [
      // Pure functions leave no state behind: their modules are loaded once for all tests.
      project('unit', ['tests/unit/**/*.test.ts', 'tests/unit/**/*.test.tsx'], { isolate: false }),
      // The app's real screens, rendered without a browser, against one whole server with the demo members.
      {
        ...project('component', ['tests/component/**/*.test.tsx'], {
          ...realServers,
          testTimeout: 120_000,
          environment: './tests/component/support/environment.ts',
          globalSetup: ['tests/component/support/server.ts'],
          env: { NODE_ENV: 'production' },
        }),
        oxc: { jsx: { development: false } },
        resolve: {
          alias: { 'virtual:pwa-register': path.resolve('tests/component/support/pwa-register.ts') },
        },
      },
      project('contract', ['tests/contract/**/*.test.ts'], {
        ...withPostgres,
        isolate: false,
        testTimeout: 120_000,
      }),
      project('api', which === 'rest' ? [...LATER] : ['tests/api/**/*.test.ts'], {
        ...withPostgres,
        isolate: false,
        exclude: which === 'gate' ? [...LATER] : [],
      }),
      project('crash', FIRST_CRASHES, withServers),
      project('more-crash', ['tests/crash/**/*.test.ts', 'tests/chaos/**/*.test.ts'], {
        ...withServers,
        exclude: FIRST_CRASHES,
      }),
      project('image', ['tests/image/**/*.test.ts'], withPostgres),
      project('eventstoredb', ['tests/contract/eventstoredb.real.ts'], {
        ...withPostgres,
        testTimeout: 180_000,
      }),
    ],
  },
})
