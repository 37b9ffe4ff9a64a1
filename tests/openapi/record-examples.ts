/**
 * `npm run examples`: runs the API tests, keeps what they send and are answered, and writes an example for each
 * operation that has none, or none that still fits the contract, to api/openapi/examples.json. With operation ids as
 * arguments it writes those anew.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Operation } from '../../api/contract/operation.ts'
import { operations } from '../../api/contract/operations.ts'
import { type Example, EXAMPLES_FILE, readExamples } from '../../api/openapi/examples.ts'
import type { RecordedCall } from '../support/recorded-calls.ts'
import { chooseExample, isExampleOf } from './choose-examples.ts'

const all: readonly Operation[] = Object.values(operations)
const anew = new Set(process.argv.slice(2))
const before = readExamples()

const lines = async (folder: string): Promise<readonly string[]> => {
  const files = await readdir(folder)
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))
  return texts.flatMap((text) => text.split('\n').filter((line) => line !== ''))
}

const folder = process.env['RECORDED'] ?? (await mkdtemp(path.join(tmpdir(), 'youtility-examples-')))
try {
  if (process.env['RECORDED'] === undefined)
    spawnSync('npx', ['vitest', 'run', '--project', 'api', '--reporter=dot'], {
      env: { ...process.env, RECORD_CALLS: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  const calls = (await lines(folder)).map((line): RecordedCall => JSON.parse(line))
  const examples = all.flatMap((operation): readonly (readonly [string, Example])[] => {
    const known = anew.has(operation.id) ? undefined : before[operation.id]
    const example =
      known !== undefined && isExampleOf(operation, known) ? known : chooseExample(operation, calls)
    if (example === null) console.error(`No example of ${operation.id}`)
    return example === null ? [] : [[operation.id, example]]
  })
  const rows = examples.map(([id, example]) => `  ${JSON.stringify(id)}: ${JSON.stringify(example)}`)
  await writeFile(EXAMPLES_FILE, `{\n${rows.join(',\n')}\n}\n`)
} finally {
  if (process.env['RECORDED'] === undefined) await rm(folder, { recursive: true })
}
