import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test.skipIf(process.platform !== 'linux')('metrics hardly wake a server that nobody asks anything', () => {
  const printed = execFileSync(process.execPath, ['tests/support/idle-metrics.ts'], { encoding: 'utf8' })
  // Ten looks at the event loop in a second. There were a hundred, which was most of what an idle server did.
  expect(Number(printed)).toBeLessThan(40)
})
