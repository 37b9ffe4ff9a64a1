/** Seeded random numbers (mulberry32), so that a failure can be reproduced. */
export const createDice = (seed: number) => {
  let state = seed >>> 0
  /** From 0 (inclusive) to 1 (exclusive). */
  const roll = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    chance: (probability: number): boolean => roll() < probability,
    /** An integer from `from` to `to`, both inclusive. */
    between: (from: number, to: number): number => from + Math.floor(roll() * (to - from + 1)),
    oneOf: <T>(items: readonly T[]): T | undefined => items[Math.floor(roll() * items.length)],
  }
}
export type Dice = ReturnType<typeof createDice>
