import { SEED } from '../support/size.ts'

/** Reproducible randomness: the same seed gives the same numbers (mulberry32). */
export interface Random {
  /** From 0 (inclusive) to `below` (exclusive). */
  readonly integer: (below: number) => number
  readonly pick: <T>(from: readonly [T, ...T[]]) => T
}

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (below: number): number => Math.floor(next() * below)
  return { integer, pick: (from) => from[integer(from.length)] ?? from[0] }
}

/** The seed of the run; printed, so that a failure can be reproduced. */
export const seedOf = (test: string): number => {
  console.log(`${test}: TEST_SEED=${SEED}`)
  return SEED
}
