/**
 * `npm run test:quick`, for while one works: types, lint and format of everything, and the unit tests of what changed
 * since the last commit; where nothing did, of that commit. Nothing of it needs a database or a browser.
 */
import { execFileSync } from 'node:child_process'
import { runSideBySide } from './running/side-by-side.ts'

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()

const isChanged = git('status', '--porcelain') !== ''
const changed = isChanged ? '--changed' : '--changed=HEAD~1'

const begun = performance.now()
const failed = await runSideBySide({
  types: 'npm run --silent check:types',
  lint: 'npm run --silent check:lint',
  format: 'npm run --silent check:format',
  'unit tests of what changed': `vitest run --project unit ${changed} --passWithNoTests`,
})
const seconds = Math.round((performance.now() - begun) / 1_000)
console.log(
  failed.length === 0 ? `\nAll well, ${seconds} s.` : `\nFailed: ${failed.join(', ')} (${seconds} s)`,
)
process.exitCode = failed.length === 0 ? 0 : 1
