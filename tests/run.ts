/**
 * Runs the parts of a tier, `npm test` after the install: every part runs, also when one before it fails, and at the end
 * there is one table, with the names of what failed. `node tests/run.ts full` and the like are in package.json.
 */
import { parseArgs } from 'node:util'
import { exitCodeOf, summary } from './running/outcome.ts'
import { isTier, type Part, PHONE_WALKS, TIERS } from './running/parts.ts'
import { partRunner } from './running/run-part.ts'
import { SEED } from './support/size.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  // Leaves out what only repeats walks at the other screen size, as .ci/run does for its time limit.
  options: { 'one-size': { type: 'boolean', default: false } },
})
const [tier = 'gate', more] = positionals
if (!isTier(tier) || more !== undefined) {
  console.error(`Run one of ${Object.keys(TIERS).join(', ')}, not "${positionals.join(' ')}".`)
  process.exit(2)
}

const lacks = new Set((process.env['TEST_LACKS'] ?? '').split(',').filter((name) => name !== ''))
const all: readonly Part[] = TIERS[tier]
const outcomes = all.filter((part) => !values['one-size'] || part !== PHONE_WALKS).map(partRunner(lacks))
console.log(`\n${summary(outcomes, SEED)}`)
process.exitCode = exitCodeOf(outcomes)
