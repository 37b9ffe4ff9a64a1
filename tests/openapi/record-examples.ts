/**
 * `npm run examples`: runs the API tests, keeps what they send and are answered, and writes an example for each
 * operation that has none, or none that still fits the contract, to api/openapi/examples.json, and all codes of refusals to codes.json. With operation ids as
 * arguments it writes those anew.
 */
import { spawnSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Operation } from '../../api/contract/operation.ts'
import { operations } from '../../api/contract/operations.ts'
import { CODES_FILE, type Example, EXAMPLES_FILE, readExamples } from '../../api/openapi/examples.ts'
import type { RecordedCall } from '../support/recorded-calls.ts'
import { chooseExample, codesIn, isExampleOf } from './choose-examples.ts'

const all: readonly Operation[] = Object.values(operations)
const anew = new Set(process.argv.slice(2))
const before = readExamples()

/** Recorded calls, without those that say the same as one before. */
const callsIn = async (folder: string): Promise<readonly RecordedCall[]> => {
  const calls = new Map<string, RecordedCall>()
  for (const file of await readdir(folder))
    for await (const line of createInterface(createReadStream(path.join(folder, file)))) {
      const call: RecordedCall = JSON.parse(line)
      const what = call.status < 400 ? line : `${call.status} ${call.answer}`
      calls.set(`${call.method} ${call.path} ${what}`, call)
    }
  return [...calls.values()]
}

/** An object with a line for each of its fields. */
const writeRows = (file: URL, fields: readonly (readonly [string, unknown])[]) => {
  const rows = fields.map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  return writeFile(file, `{\n${rows.join(',\n')}\n}\n`)
}

const folder = process.env['RECORDED'] ?? (await mkdtemp(path.join(tmpdir(), 'youtility-examples-')))
try {
  if (process.env['RECORDED'] === undefined)
    spawnSync('npx', ['vitest', 'run', '--project', 'api', '--reporter=dot'], {
      env: { ...process.env, RECORD_CALLS: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  const calls = await callsIn(folder)
  const examples = all.flatMap((operation): readonly (readonly [string, Example])[] => {
    const known = anew.has(operation.id) ? undefined : before[operation.id]
    const example =
      known !== undefined && isExampleOf(operation, known) ? known : chooseExample(operation, calls)
    if (example === null) console.error(`No example of ${operation.id}`)
    return example === null ? [] : [[operation.id, example]]
  })
  await writeRows(EXAMPLES_FILE, examples)
  await writeRows(CODES_FILE, [...codesIn(all, calls)])
} finally {
  if (process.env['RECORDED'] === undefined) await rm(folder, { recursive: true })
}
