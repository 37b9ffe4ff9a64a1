import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test.skipIf(process.platform !== 'linux')('metrics hardly wake a server that nobody asks anything', () => {
  const printed = execFileSync(process.execPath, ['tests/support/idle-metrics.ts'], { encoding: 'utf8' })
  // The event loop is sampled ten times a second. A hundred samples used to be most of an idle server's work.
  expect(Number(printed)).toBeLessThan(40)
})
