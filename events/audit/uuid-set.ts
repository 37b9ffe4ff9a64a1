import { createUuidTable } from './uuid-table.ts'

/** Remembers which ids it has seen, exactly, in 16 bytes each besides free room: millions fit. */
interface UuidSet {
  /** Adds the id and answers whether it is new. @throws {Error} when it is no UUID */
  readonly add: (id: string) => boolean
  readonly has: (id: string) => boolean
}

export const createUuidSet = (): UuidSet => {
  const table = createUuidTable({ numbered: false })
  return { add: (id) => table.add(id) === 'new', has: (id) => table.has(id) }
}

/** Gives ids numbers in the order in which they come, so that what is kept about them can stand in plain columns. */
interface UuidNumbers {
  /**
   * The number, counted from 0, of the id that begins at `from`; a new one when it has none.
   * @throws {Error} when it is no UUID
   */
  readonly of: (id: string, from?: number) => number
  readonly count: () => number
  /** The id of a number. Slow: for messages. */
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
