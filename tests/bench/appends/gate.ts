import { setTimeout as sleep } from 'node:timers/promises'
import type { Contender } from './contender.ts'
import { benchEvent, newStreamId } from './payload.ts'

/** Result of the correctness gate: what happened to its events. */
export interface GateResult {
  readonly writers: number
  readonly stored: number
  readonly delivered: number
  /** Stored but never delivered, although the consumer reached the head. */
  readonly lost: number
  readonly repeated: number
  /** Delivered after an event with a higher position. */
  readonly outOfOrder: number
  /** False when the consumer did not reach an event appended after all others. */
  readonly reachedHead: boolean
}

const WRITERS = 32
const REACH_HEAD_MS = 60_000
/** Longest pause of a writer between two appends in the second half. */
const PAUSE_MS_MAX = 80

/**
 * 32 writers append while the store's own consumer follows live: half of the time as fast as they can, half
 * at a pace that lets a slow consumer stay at the head, where an event that commits late is easily missed.
 * When all have finished one more event is appended; once the consumer has that one, every event that it has not
 * delivered is lost.
 */
export const gate = async (contender: Contender, seconds: number): Promise<GateResult> => {
  const last = benchEvent()
  const seen = new Set<string>()
  let repeated = 0
  let outOfOrder = 0
  let highest = -1n
  const consumer = await contender.consume((id, position) => {
    if (seen.has(id)) repeated += 1
    seen.add(id)
    if (position <= highest) outOfOrder += 1
    else highest = position
  })
  const appended: string[] = []
  const slowDownAt = performance.now() + seconds * 500
  const end = slowDownAt + seconds * 500
  const writer = async () => {
    while (performance.now() < end) {
      if (performance.now() > slowDownAt) await sleep(Math.random() * PAUSE_MS_MAX)
      const event = benchEvent()
      await contender.append(newStreamId(), event)
      appended.push(event.id)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
  await contender.append(newStreamId(), last)
  appended.push(last.id)
  const giveUpAt = performance.now() + REACH_HEAD_MS
  while (!seen.has(last.id) && performance.now() < giveUpAt) await sleep(20)
  const reachedHead = seen.has(last.id)
  await consumer.stop()
  const stored = await contender.count()
  if (stored !== appended.length) {
    throw new Error(`${appended.length} appends were acknowledged, but ${stored} events are stored`)
  }
  return {
    writers: WRITERS,
    stored,
    delivered: seen.size,
    lost: appended.filter((id) => !seen.has(id)).length,
    repeated,
    outOfOrder,
    reachedHead,
  }
}

/** Required of every store: what was stored was delivered. Repeats and order are counted, but not all promise them. */
export const passes = (result: GateResult): boolean => result.reachedHead && result.lost === 0

/** What our port promises on top: each event exactly once, in the order of positions. */
export const isExact = (result: GateResult): boolean =>
  passes(result) && result.repeated === 0 && result.outOfOrder === 0
