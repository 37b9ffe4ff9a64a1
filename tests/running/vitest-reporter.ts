import path from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { writeReport } from './report.ts'

const fileOf = ({ moduleId }: TestModule): string => path.relative(process.cwd(), moduleId)

const nameOf = ({ module, fullName }: TestCase): string => `${fileOf(module)} › ${fullName}`

/** Failures of a file that are none of its tests', such as those of a hook or of an import. */
const brokenSuites = (module: TestModule): string[] => {
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
  const names = suites.map(({ fullName }) => `${fileOf(module)} › ${fullName}`)
  return module.errors().length > 0 ? [fileOf(module), ...names] : names
}

/** Writes which tests failed and which are flaky, for the table at the end of a run. */
export default class PartReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const cases = modules.flatMap((module) => [...module.children.allTests()])
    const are = (state: string) => cases.filter((test) => test.result().state === state)
    writeReport({
      passed: are('passed').length,
      failed: [
        ...modules.flatMap(brokenSuites),
        ...are('failed').map(nameOf),
        ...unhandled.map(({ message }) => `uncaught: ${message}`),
      ],
      flaky: cases.filter((test) => test.diagnostic()?.flaky).map(nameOf),
      files: Object.fromEntries(modules.map((module) => [fileOf(module), module.diagnostic().duration])),
    })
  }
}
