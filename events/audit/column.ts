/** A column of numbers that grows, each entry in as many bytes as its type takes; zero where nothing was set. */
const column = <T, A extends { [index: number]: T; readonly length: number; set: (from: A) => void }>(
  make: (length: number) => A,
  zero: T,
) => {
  let entries = make(64)
  return {
    get: (index: number): T => entries[index] ?? zero,
    set: (index: number, value: T): void => {
      if (index >= entries.length) {
        const longer = make(Math.max(index + 1, Math.ceil(entries.length * 1.5)))
        longer.set(entries)
        entries = longer
      }
      entries[index] = value
    },
  }
}

/** Whole numbers below 2^32. */
export const wholeColumn = () => column<number, Uint32Array>((length) => new Uint32Array(length), 0)
/** Minor units of amounts, which are below 2^64. */
export const minorColumn = () => column<bigint, BigUint64Array>((length) => new BigUint64Array(length), 0n)

/** Minor units with any sign. @throws {RangeError} from 2^63 on: nothing wraps around */
export const signedMinorColumn = () => {
  const { get, set } = column<bigint, BigInt64Array>((length) => new BigInt64Array(length), 0n)
  return {
    get,
    set: (index: number, minor: bigint): void => {
      if (BigInt.asIntN(64, minor) !== minor) throw new RangeError(`${minor} minor units are too many`)
      set(index, minor)
    },
  }
}
