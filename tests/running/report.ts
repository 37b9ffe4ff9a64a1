import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'

/** What a part of a run says of its tests, as each of its runners writes it. */
const Report = z.object({
  /** Null where nothing is counted. */
  passed: z.nullable(z.int()),
  /** Names of what failed, each with its file. */
  failed: z.array(z.string()).readonly(),
  /** Names of what passed only when tried again. */
  flaky: z.array(z.string()).readonly(),
  /** Milliseconds that tests took, by file. */
  files: z.optional(z.record(z.string(), z.number())),
})
export type Report = Readonly<z.infer<typeof Report>>

/** Names the file to which a part writes its report; runners that people start themselves write none. */
export const REPORT_VARIABLE = 'TEST_REPORT'

export const writeReport = (report: Report): void => {
  const file = process.env[REPORT_VARIABLE]
  if (file === undefined) return
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(report))
}

/** Null where a part ended without a report, as when it was killed. */
export const readReport = (file: string): Report | null => {
  try {
    return Report.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** Whether a failed test is tried once more, and said to be flaky when it passes then: in `.ci/run` alone. */
export const TRIES_AGAIN = process.env['CI'] === 'true'
