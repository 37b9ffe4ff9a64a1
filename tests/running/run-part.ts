import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { clocksOfTheRun } from '../support/clocks-of-the-run.ts'
import { scratchFolder } from '../support/scratch-folder.ts'
import type { Outcome } from './outcome.ts'
import type { Part } from './parts.ts'
import { SEED } from '../support/size.ts'
import { readReport, REPORT_VARIABLE } from './report.ts'

const ROOT = path.dirname(path.dirname(import.meta.dirname))
const REPORTS = path.join(ROOT, 'node_modules', '.cache', 'test-reports')

const failedWith = (part: Part, seconds: number, why: string): Outcome => ({
  part: part.name,
  passed: null,
  failed: [why],
  flaky: [],
  seconds,
})

/** Runs parts one after the other, whatever the ones before have come to; `lacks` is what could not be prepared. */
export const partRunner = (lacks: ReadonlySet<string>, reports = REPORTS): ((part: Part) => Outcome) => {
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  /** Where temporary folders of tests and of the programs that they start are made. */
  const scratch = scratchFolder()
  const clocks = clocksOfTheRun(Date.now())
  return (part) => {
    const missing = part.needs?.find((need) => lacks.has(need))
    if (missing !== undefined) return failedWith(part, 0, `not run: no ${missing}, see above`)
    const report = path.join(reports, `${part.name.replaceAll(/\W+/g, '-')}.json`)
    const begun = performance.now()
    const [command, ...args] = part.command
    const { status, signal, error } = spawnSync(command, args, {
      cwd: ROOT,
      stdio: 'inherit',
      // Many tests start our programs, which share Node's compile cache.
      env: {
        NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules', '.cache', 'node'),
        ...process.env,
        TEST_SEED: String(SEED),
        ...clocks,
        ...(scratch && { TMPDIR: scratch }),
        ...part.env,
        [REPORT_VARIABLE]: report,
      },
    })
    const seconds = (performance.now() - begun) / 1_000
    const said = readReport(report)
    const ended = error?.message ?? `ended with ${signal ?? `exit status ${status}`}`
    if (said === null)
      return failedWith(part, seconds, status === 0 ? 'ended without a report of its tests' : ended)
    const failed = status === 0 || said.failed.length > 0 ? said.failed : [ended]
    return { ...said, part: part.name, failed, seconds }
  }
}
