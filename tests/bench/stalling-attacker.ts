import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'
import { ATTACKS } from './stalling-attacks.ts'

/** One attack in a separate thread, so that its own work does not slow down the measurement. */
const { name, seconds, atOnce, url, headers } = z
  .object({
    name: z.string(),
    seconds: z.number(),
    atOnce: z.number(),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
  })
  .parse(workerData)

/** Pause after a refusal: without it this thread would be the bottleneck. */
const PAUSE_MS = 100
const until = performance.now() + seconds * 1_000
const attack = ATTACKS[name]
if (!attack) throw new Error(`There is no attack ${name}`)
const attacked: Record<number, number> = {}
let round = 0

const attacking = async (): Promise<void> => {
  while (performance.now() < until) {
    const response = await attack({ url, headers }, round++).catch(() => null)
    await response?.arrayBuffer().catch(() => null)
    const status = response?.status ?? 0
    attacked[status] = (attacked[status] ?? 0) + 1
    if (status !== 200) await sleep(PAUSE_MS)
  }
}
await Promise.all(Array.from({ length: atOnce }, attacking))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(attacked)
