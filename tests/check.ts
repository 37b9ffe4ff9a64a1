/** `npm run check`: runs every `check:…` script of package.json, all at the same time, each on about one core. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { writeReport } from './running/report.ts'
import { runSideBySide } from './running/side-by-side.ts'

const ROOT = path.dirname(import.meta.dirname)

interface Package {
  readonly scripts: Readonly<Record<string, string>>
}
const { scripts }: Package = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))

const failed = await runSideBySide(
  Object.fromEntries(Object.entries(scripts).filter(([name]) => name.startsWith('check:'))),
)
writeReport({ passed: null, failed, flaky: [] })
process.exitCode = failed.length === 0 ? 0 : 1
