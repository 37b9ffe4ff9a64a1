import type { Contender } from './contender.ts'
import { benchEvent, newStreamId } from './payload.ts'

export interface LoadShape {
  /** Appends that wait for their answer at any moment. */
  readonly inFlight: number
  readonly seconds: number
  /** `distinct`: a new stream per append; `shared`: all into one stream. */
  readonly streams: 'distinct' | 'shared'
}

export interface LoadResult {
  /** Of every acknowledged append. */
  readonly latenciesMs: number[]
  /** From the first append to the last answer. */
  readonly seconds: number
}

/** Keeps `inFlight` appends going: each answer starts the next (a closed loop). */
export const load = async (contender: Contender, shape: LoadShape): Promise<LoadResult> => {
  const latenciesMs: number[] = []
  const shared = newStreamId()
  let revision = -1n
  const begin = performance.now()
  const end = begin + shape.seconds * 1000
  const writer = async () => {
    for (let start = performance.now(); start < end; start = performance.now()) {
      await (shape.streams === 'distinct'
        ? contender.append(newStreamId(), benchEvent())
        : contender.appendToShared(shared, benchEvent(), revision++))
      latenciesMs.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: shape.inFlight }, writer))
  return { latenciesMs, seconds: (performance.now() - begin) / 1000 }
}
