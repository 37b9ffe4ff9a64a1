/**
 * `npm run test:flakes -- --times 10`: runs the suites again and again, with a busy loop on one core and in random order,
 * and lists what failed in which round. Nothing is tried twice within a round.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { roundsSummary, type Round } from './running/rounds.ts'
import { ENGINES, type Part, vitest, walks } from './running/parts.ts'
import { partRunner } from './running/run-part.ts'

const USAGE = `npm run test:flakes -- [options]
  --times N      rounds, 10 by default
  --seed N       of the first round; each later one has the next
  --only PARTS   of vitest, walks, engines; all by default, separated by commas
  --project P    only this project of vitest, such as api
  --quiet        without the busy loop`

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    only: { type: 'string', default: 'vitest,walks,engines' },
    project: {
      type: 'string',
      multiple: true,
      default: ['unit', 'component', 'contract', 'api', 'crash', 'more-crash'],
    },
    quiet: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const times = Number(values.times)
const first = Number(values.seed)
if (values.help || !Number.isInteger(times) || times < 1 || !Number.isInteger(first)) {
  console.log(USAGE)
  process.exit(values.help ? 0 : 2)
}

/** The walks' order is the machine's: Playwright has no random one. */
const PARTS: Readonly<Record<string, (seed: number) => readonly Part[]>> = {
  vitest: (seed) => [vitest('vitest', values.project, { TEST_SHUFFLE: String(seed) })],
  walks: () => [walks('walks', 'gate'), walks('all other walks', 'rest')],
  engines: () => [ENGINES],
}
const only = values.only.split(',')
const unknown = only.find((name) => PARTS[name] === undefined)
if (unknown !== undefined) {
  console.error(`--only has no "${unknown}".\n${USAGE}`)
  process.exit(2)
}

/** Keeps one core busy, and ends with this process, also when that is killed. */
const BUSY = `process.on('disconnect', () => process.exit())
  const spin = () => { const until = Date.now() + 50; while (Date.now() < until); setImmediate(spin) }
  spin()`
const busy: ChildProcess | null = values.quiet
  ? null
  : spawn(process.execPath, ['-e', BUSY], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })

const lacks = new Set((process.env['TEST_LACKS'] ?? '').split(',').filter((name) => name !== ''))
const run = partRunner(lacks)
const rounds: Round[] = []
for (let n = 0; n < times; n += 1) {
  const seed = first + n
  console.log(`\nRound ${n + 1} of ${times}, --seed ${seed}`)
  const outcomes = only.flatMap((name) => PARTS[name]?.(seed) ?? []).map(run)
  rounds.push({ seed, outcomes })
  console.log(`\n${roundsSummary(rounds)}`)
}
busy?.kill('SIGKILL')
process.exitCode = rounds.every(({ outcomes }) => outcomes.every(({ failed }) => failed.length === 0)) ? 0 : 1
