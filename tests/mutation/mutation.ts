/**
 * `npm run mutation`: Stryker changes events/ in one place after the other and counts the changes that no unit test
 * notices. `npm run mutation -- 'events/wallet/*.ts'` for some files only; what was found is kept and not tried again
 * until its file or a test of it changes.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ensurePackagesOf } from '../support/separate-packages.ts'

await ensurePackagesOf('tests/mutation', 'Stryker')
const program = 'tests/mutation/node_modules/@stryker-mutator/core/bin/stryker.js'
const [files] = process.argv.slice(2)
const only = files === undefined ? [] : ['--mutate', files]
const stryker = spawn(process.execPath, [program, 'run', 'tests/mutation/stryker.config.json', ...only], {
  stdio: 'inherit',
})
const [code] = await once(stryker, 'exit')
process.exitCode = typeof code === 'number' ? code : 1
