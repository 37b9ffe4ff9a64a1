import path from 'node:path'
import type { FullResult, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import { writeReport } from './report.ts'

const fileOf = ({ location }: TestCase): string => path.relative(process.cwd(), location.file)

const nameOf = (test: TestCase): string => {
  const [, project = '', , ...titles] = test.titlePath()
  return `${fileOf(test)} (${project}) › ${titles.join(' › ')}`
}

/** Writes which walks failed and which are flaky, for the table at the end of a run. */
export default class PartReporter implements Reporter {
  #all: Suite | null = null
  readonly #errors: string[] = []

  onBegin(_: unknown, all: Suite): void {
    this.#all = all
  }

  /** An error outside of any test, such as a server that does not start. */
  onError({ message = 'an error without a message' }: TestError): void {
    this.#errors.push(message.split('\n', 1)[0] ?? message)
  }

  onEnd({ status }: FullResult): void {
    const tests = this.#all?.allTests() ?? []
    const are = (outcome: string) => tests.filter((test) => test.outcome() === outcome)
    const files: Record<string, number> = {}
    for (const test of tests)
      for (const { duration } of test.results) files[fileOf(test)] = (files[fileOf(test)] ?? 0) + duration
    const failed = [...this.#errors, ...are('unexpected').map(nameOf)]
    writeReport({
      passed: are('expected').length + are('flaky').length,
      failed: failed.length === 0 && status !== 'passed' ? [`the walks: ${status}`] : failed,
      flaky: are('flaky').map(nameOf),
      files,
    })
  }
}
