/**
 * `npm run chaos -- --minutes 10 --seed 7 [--ledger eventstoredb]`: processes of both roles, a database and the ways
 * between them fail for so long, while members send money; then everything is compared. Exits with 1 if anything was wrong.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'

const USAGE = `npm run chaos -- [--minutes N] [--seed N] [--ledger postgres|eventstoredb]`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    ledger: { type: 'string', default: 'postgres' },
    help: { type: 'boolean', default: false },
  },
})
const { minutes, ledger, help } = values
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31))
if (help || !(Number(minutes) > 0) || !/^\d+$/.test(seed) || !/^(postgres|eventstoredb)$/.test(ledger)) {
  console.error(USAGE)
  process.exit(help ? 0 : 2)
}
console.log(`chaos: ${minutes} minutes, seed ${seed}, the ledger in ${ledger}`)
const root = path.resolve(import.meta.dirname, '../..')
const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'crash',
    'tests/chaos/chaos.test.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_SEED: seed,
      CHAOS_SECONDS: String(Math.ceil(Number(minutes) * 60)),
      CRASH_LEDGER: ledger,
    },
  },
)
process.exitCode = status ?? 1
