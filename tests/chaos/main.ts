/**
 * `npm run chaos -- --minutes 10 --rounds 20 --seed 7 [--ledger eventstoredb]`: processes of both roles, a database and the
 * ways between them fail for so long, while members send money; then everything is compared. After that, in so many rounds,
 * keys are used at several processes while these fail, and each history is checked. Zero of either leaves it out. Exits
 * with 1 if anything was wrong.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'

const USAGE = `npm run chaos -- [--minutes N] [--rounds N] [--seed N] [--ledger postgres|eventstoredb]`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string' },
    ledger: { type: 'string', default: 'postgres' },
    help: { type: 'boolean', default: false },
  },
})
const { minutes, rounds, ledger, help } = values
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31))
const files = [
  ...(Number(minutes) > 0 ? ['tests/chaos/chaos.test.ts'] : []),
  ...(Number(rounds) > 0 ? ['tests/chaos/histories.test.ts'] : []),
]
const isRight =
  Number(minutes) >= 0 &&
  [rounds, seed].every((text) => /^\d+$/.test(text)) &&
  /^(postgres|eventstoredb)$/.test(ledger) &&
  files.length > 0
if (help || !isRight) {
  console.error(USAGE)
  process.exit(help ? 0 : 2)
}
console.log(`chaos: ${minutes} minutes, ${rounds} rounds, seed ${seed}, the ledger in ${ledger}`)
const root = path.resolve(import.meta.dirname, '../..')
const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'crash',
    '--no-file-parallelism',
    ...files,
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_SEED: seed,
      CHAOS_SECONDS: String(Math.ceil(Number(minutes) * 60)),
      CHAOS_ROUNDS: rounds,
      CRASH_LEDGER: ledger,
    },
  },
)
process.exitCode = status ?? 1
