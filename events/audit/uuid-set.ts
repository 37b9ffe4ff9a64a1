/** Remembers which ids it has seen, exactly, in 16 bytes each besides free room: millions fit. */
export interface UuidSet {
  /** Adds the id and answers whether it is new. @throws {Error} when it is no UUID */
  readonly add: (id: string) => boolean
  readonly has: (id: string) => boolean
}

const WORDS = 4
const FIRST_CAPACITY = 1 << 6
/** Tables that grow one at a time: a single one would need half as much again whenever it doubles. */
const TABLES = 64

const digit = (code: number): number => {
  if (code >= 48 && code <= 57) return code - 48
  if (code >= 97 && code <= 102) return code - 87
  if (code >= 65 && code <= 70) return code - 55
  return -1
}

/** Reads an id's 32 hexadecimal digits into four words. */
const read = (id: string, into: Uint32Array): void => {
  let digits = 0
  let word = 0
  for (let i = 0; i < id.length; i += 1) {
    const value = digit(id.charCodeAt(i))
    if (value < 0) continue
    word = (word << 4) | value
    digits += 1
    if (digits % 8 === 0 && digits <= 32) into[digits / 8 - 1] = word
  }
  if (digits !== 32 || id.length !== 36) throw new Error(`"${id}" is no UUID`)
}

const hashOf = (key: Uint32Array): number => {
  const [a = 0, b = 0, c = 0, d = 0] = key
  const hash = Math.imul(a ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35) ^ d, 0x9e3779b1)
  return hash ^ (hash >>> 15)
}

/** An open-addressing table that is at most two thirds full. Four zero words are an empty place. */
const createTable = () => {
  let table = new Uint32Array(FIRST_CAPACITY * WORDS)
  let capacity = FIRST_CAPACITY
  let count = 0
  const moved = new Uint32Array(WORDS)

  /** Where the key stands, or the empty place where it would. */
  const placeOf = (key: Uint32Array): number => {
    const [a, b, c, d] = key
    // The last digits of the hash have chosen the table.
    for (let place = (hashOf(key) >>> 6) & (capacity - 1); ; place = (place + 1) & (capacity - 1)) {
      const at = place * WORDS
      if (!isTaken(at)) return at
      if (table[at] === a && table[at + 1] === b && table[at + 2] === c && table[at + 3] === d) return at
    }
  }

  const isTaken = (at: number): boolean =>
    table[at] !== 0 || table[at + 1] !== 0 || table[at + 2] !== 0 || table[at + 3] !== 0

  const grow = (): void => {
    const old = table
    capacity *= 2
    table = new Uint32Array(capacity * WORDS)
    for (let at = 0; at < old.length; at += WORDS) {
      if (old[at] === 0 && old[at + 1] === 0 && old[at + 2] === 0 && old[at + 3] === 0) continue
      moved.set(old.subarray(at, at + WORDS))
      table.set(moved, placeOf(moved))
    }
  }

  return {
    add: (key: Uint32Array): boolean => {
      const at = placeOf(key)
      if (isTaken(at)) return false
      table.set(key, at)
      count += 1
      if (count * 3 > capacity * 2) grow()
      return true
    },
    has: (key: Uint32Array): boolean => isTaken(placeOf(key)),
  }
}

export const createUuidSet = (): UuidSet => {
  const tables = Array.from({ length: TABLES }, createTable)
  const [first = createTable()] = tables
  const key = new Uint32Array(WORDS)
  let hasNil = false

  const isNil = (): boolean => key[0] === 0 && key[1] === 0 && key[2] === 0 && key[3] === 0
  const tableOfKey = () => tables[hashOf(key) & (TABLES - 1)] ?? first

  return {
    add: (id) => {
      read(id, key)
      if (!isNil()) return tableOfKey().add(key)
      const isNew = !hasNil
      hasNil = true
      return isNew
    },
    has: (id) => {
      read(id, key)
      return isNil() ? hasNil : tableOfKey().has(key)
    },
  }
}
