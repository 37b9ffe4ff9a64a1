import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const SCRIPT = path.resolve('tests/support/retained-requests.ts')
/** A request that is held leaves five thousand; the tables of who is being served, some hundred. */
const BYTES_MAX = 1_500

// A getter in an object literal that is made for each call is enough: see docs/decisions/0160-a-short-way-in.md.
it('no request outlives its answer', async () => {
  const flags = ['--expose-gc', '--initial-old-space-size=600']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, SCRIPT])
  expect(Number(stdout)).toBeLessThan(BYTES_MAX)
}, 60_000)
