import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMetrics } from '../../api/http/metrics.ts'

/** Context switches of this process so far; the script prints how often per second idle metrics wake it. */
const wakes = (): number =>
  Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])

createMetrics({ token: null, open: true, openStreams: () => 0 })
await sleep(500)
const before = wakes()
await sleep(1_000)
console.log(wakes() - before)
