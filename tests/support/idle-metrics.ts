import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMetrics } from '../../api/http/metrics.ts'

/** Prints how often a process that does nothing but keep the metrics of a server is woken in a second. */
const wakes = (): number =>
  Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])

createMetrics({ token: null, open: true, openStreams: () => 0 })
await sleep(500)
const before = wakes()
await sleep(1_000)
console.log(wakes() - before)
