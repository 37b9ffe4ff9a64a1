/**
 * `npm run test:alone -- --sample 200`: runs each test of a random sample alone, as `vitest run FILE -t NAME` does, and
 * lists those that need a test before them. By default of the projects whose tests share a server; `vitest list` does not
 * know the files of `unit` and `contract` whose tests a shared module defines.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import * as fc from 'fast-check'
import * as z from 'zod'

const USAGE = `npm run test:alone -- [options]
  --sample N     tests, 200 by default
  --seed N       of the sample
  --project P    only this project of vitest, such as api
  --at-once N    runs at the same time, 2 by default`

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    project: { type: 'string', multiple: true, default: ['component', 'api'] },
    'at-once': { type: 'string', default: '2' },
    help: { type: 'boolean', default: false },
  },
})
const [size, seed, atOnce] = [values.sample, values.seed, values['at-once']].map(Number)
if (values.help || !size || !atOnce || !Number.isInteger(seed)) {
  console.log(USAGE)
  process.exit(values.help ? 0 : 2)
}

const VITEST = path.join('node_modules', 'vitest', 'vitest.mjs')

/** Resolves to the exit code and all that was printed. */
const vitest = (args: readonly string[]): Promise<{ code: number; stdout: string; output: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [VITEST, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    })
    let [stdout, output] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, stdout, output }))
  })

const Listed = z.array(z.object({ name: z.string(), file: z.string(), projectName: z.string() }))
type Test = z.infer<typeof Listed>[number]

const listed = async (): Promise<readonly Test[]> => {
  const { stdout, output } = await vitest([
    'list',
    '--json',
    ...values.project.flatMap((name) => ['--project', name]),
  ])
  const json = stdout.slice(stdout.indexOf('[\n'))
  if (json === '') throw new Error(`no test is listed:\n${output}`)
  return Listed.parse(JSON.parse(json))
}

/** The list has the title of a table's tests as it is written, with `%s` or `$name` for a value of each row. */
const pattern = (name: string): string =>
  `^${name
    .split(' > ')
    .map((part) =>
      part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(/%[sdifjo#]|\\\$\w+/g, '.*'),
    )
    .join('( | > )')}$`

const runAlone = async ({ file, name, projectName }: Test): Promise<string | null> => {
  const { code, output } = await vitest(['run', '--project', projectName, file, '-t', pattern(name)])
  if (code === 0 && /Tests +\d+ passed/.test(output)) return null
  return output
}

const tests = await listed()
const wanted = Math.min(size, tests.length)
const subset = fc.shuffledSubarray([...tests], { minLength: wanted, maxLength: wanted })
const [sample = []] = fc.sample(subset, { numRuns: 1, seed: Number(seed) })
console.log(`${sample.length} of ${tests.length} tests, each alone; --seed ${seed}`)
const failed: Test[] = []
const queue = [...sample]
const worker = async (): Promise<void> => {
  for (let test = queue.shift(); test !== undefined; test = queue.shift()) {
    const output = await runAlone(test)
    if (output === null) continue
    failed.push(test)
    console.log(`\nFAILED ALONE: ${path.relative('.', test.file)} > ${test.name}\n${output}`)
  }
}
await Promise.all(Array.from({ length: atOnce }, worker))
console.log(
  failed.length === 0
    ? 'Each of them passes alone.'
    : [
        `${failed.length} need a test before them:`,
        ...failed.map(({ file, name }) => `  ${path.relative('.', file)} > ${name}`),
      ].join('\n'),
)
process.exitCode = failed.length === 0 ? 0 : 1
