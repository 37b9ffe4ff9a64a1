import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const SCRIPT = path.resolve('tests/support/retained-requests.ts')
/** Per request: a retained one leaves about 5,000 bytes, the tables of current requests some hundred. */
const BYTES_MAX = 1_500

// A getter in an object literal created per call is enough to retain a request: docs/decisions/0160-a-short-way-in.md.
it('no request outlives its answer', async () => {
  const flags = ['--expose-gc', '--initial-old-space-size=600']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, SCRIPT])
  expect(Number(stdout)).toBeLessThan(BYTES_MAX)
}, 60_000)
