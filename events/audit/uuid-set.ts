import { createUuidTable } from './uuid-table.ts'

/** An exact set of UUIDs, in 16 bytes each plus spare capacity: millions fit. */
interface UuidSet {
  /** Adds the id and returns whether it is new. @throws {Error} when it is no UUID */
  readonly add: (id: string) => boolean
  readonly has: (id: string) => boolean
}

export const createUuidSet = (): UuidSet => {
  const table = createUuidTable({ numbered: false })
  return { add: (id) => table.add(id) === 'new', has: (id) => table.has(id) }
}

/** Numbers ids in the order in which they come, so that data about them can be stored in columns. */
interface UuidNumbers {
  /**
   * The number, counted from 0, of the id that begins at character `from`; a new id gets the next number.
   * @throws {Error} when it is no UUID
   */
  readonly of: (id: string, from?: number) => number
  readonly count: () => number
  /** The id of a number. Slow: for error messages. */
  readonly idOf: (number: number) => string
}

export const createUuidNumbers = (): UuidNumbers => {
  const table = createUuidTable({ numbered: true })
  let count = 0
  return {
    of: (id, from = 0) => {
      if (table.add(id, count, from) === 'new') return count++
      return table.number()
    },
    count: () => count,
    idOf: table.idOf,
  }
}
