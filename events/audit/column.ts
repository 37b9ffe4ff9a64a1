/** A typed array, as far as a column uses it. */
interface Entries<T> {
  [index: number]: T
  readonly length: number
  readonly buffer: ArrayBuffer
  readonly BYTES_PER_ELEMENT: number
}

/**
 * A growing column of numbers in a typed array; zero where nothing was set. It grows by `ArrayBuffer.transfer`: with a
 * copy, the old buffer would take up memory until the next garbage collection.
 */
const column = <T>(over: (buffer: ArrayBuffer) => Entries<T>, zero: T) => {
  let entries = over(new ArrayBuffer(512))
  return {
    get: (index: number): T => entries[index] ?? zero,
    set: (index: number, value: T): void => {
      if (index >= entries.length) {
        const length = Math.max(index + 1, Math.ceil(entries.length * 1.5))
        entries = over(entries.buffer.transfer(length * entries.BYTES_PER_ELEMENT))
      }
      entries[index] = value
    },
  }
}

/** Whole numbers below 2^32. */
export const wholeColumn = () => column((buffer) => new Uint32Array(buffer), 0)
/** Days since 1970. */
export const dayColumn = () => column((buffer) => new Int32Array(buffer), 0)
/** Minor units of amounts, which are below 2^64. */
export const minorColumn = () => column((buffer) => new BigUint64Array(buffer), 0n)

/** Minor units of either sign. @throws {RangeError} beyond 64 bits, instead of wrapping around */
export const signedMinorColumn = () => {
  const { get, set } = column((buffer) => new BigInt64Array(buffer), 0n)
  return {
    get,
    set: (index: number, minor: bigint): void => {
      if (BigInt.asIntN(64, minor) !== minor) throw new RangeError(`${minor} minor units are too many`)
      set(index, minor)
    },
  }
}
