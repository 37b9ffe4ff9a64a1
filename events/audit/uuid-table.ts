const KEY_WORDS = 4
const FIRST_CAPACITY = 1 << 6
/** The table grows part by part: a single part would need half as much memory again whenever it doubles. */
const PARTS = 64

const UUID_CHARACTERS = 36
const HYPHEN = 45
/** Value of each hexadecimal digit by its character code; -1 for other characters. */
const DIGITS = Int8Array.from({ length: 128 }, (_, code) =>
  /[0-9a-fA-F]/.test(String.fromCharCode(code)) ? Number.parseInt(String.fromCharCode(code), 16) : -1,
)

/** Reads an id's 32 hexadecimal digits, which begin at `from`, into four words. */
const read = (text: string, from: number, into: Uint32Array): void => {
  let digits = 0
  let word = 0
  for (let i = from; i < text.length; i += 1) {
    const value = DIGITS[text.charCodeAt(i)] ?? -1
    if (value < 0) continue
    word = (word << 4) | value
    digits += 1
    if ((digits & 7) === 0 && digits <= 32) into[(digits >> 3) - 1] = word
  }
  if (digits !== 32 || text.length - from !== UUID_CHARACTERS)
    throw new Error(`"${text.slice(from)}" is no UUID`)
}

/** Index at which the UUID (lower case) that ends a text begins; -1 when the text does not end with one. */
export const uuidAtEnd = (text: string): number => {
  const from = text.length - UUID_CHARACTERS
  for (let i = 0; i < UUID_CHARACTERS; i += 1) {
    const code = text.charCodeAt(from + i)
    const isRight =
      i === 8 || i === 13 || i === 18 || i === 23
        ? code === HYPHEN
        : (code >= 48 && code <= 57) || (code >= 97 && code <= 102)
    if (!isRight) return -1
  }
  return from
}

const written = (words: ArrayLike<number>): string => {
  const hex = Array.from({ length: KEY_WORDS }, (_, i) => (words[i] ?? 0).toString(16).padStart(8, '0')).join(
    '',
  )
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const hashOf = (key: Uint32Array, at: number): number => {
  const mixed =
    (key[at] ?? 0) ^ Math.imul(key[at + 1] ?? 0, 0x85ebca6b) ^ Math.imul(key[at + 2] ?? 0, 0xc2b2ae35)
  const hash = Math.imul(mixed ^ (key[at + 3] ?? 0), 0x9e3779b1)
  return hash ^ (hash >>> 15)
}

/** A hash table with open addressing, at most two thirds full. A slot is a key and, in a numbered table, its number. */
const createPart = (width: number) => {
  let table = new Uint32Array(FIRST_CAPACITY * width)
  let capacity = FIRST_CAPACITY
  let count = 0

  /** Four zero words mark an empty slot: the nil UUID is stored separately. */
  const isTaken = (at: number): boolean =>
    table[at] !== 0 || table[at + 1] !== 0 || table[at + 2] !== 0 || table[at + 3] !== 0

  /** Offset of the key's slot, or of the empty slot for it. */
  const placeOf = (key: Uint32Array, from: number): number => {
    const [a, b, c, d] = [key[from], key[from + 1], key[from + 2], key[from + 3]]
    // The lowest six bits of the hash have chosen the part.
    for (let place = (hashOf(key, from) >>> 6) & (capacity - 1); ; place = (place + 1) & (capacity - 1)) {
      const at = place * width
      if (!isTaken(at)) return at
      if (table[at] === a && table[at + 1] === b && table[at + 2] === c && table[at + 3] === d) return at
    }
  }

  const grow = (): void => {
    const old = table
    capacity *= 2
    table = new Uint32Array(capacity * width)
    for (let at = 0; at < old.length; at += width) {
      if (old[at] === 0 && old[at + 1] === 0 && old[at + 2] === 0 && old[at + 3] === 0) continue
      const to = placeOf(old, at)
      for (let word = 0; word < width; word += 1) table[to + word] = old[at + word] ?? 0
    }
    old.buffer.transfer(0) // frees it at once: all parts grow at about the same time
  }

  return {
    /** The number of the existing entry, or -1 when the key was added. */
    add: (key: Uint32Array, number: number): number => {
      const at = placeOf(key, 0)
      if (isTaken(at)) return table[at + KEY_WORDS] ?? 0
      for (let word = 0; word < KEY_WORDS; word += 1) table[at + word] = key[word] ?? 0
      if (width > KEY_WORDS) table[at + KEY_WORDS] = number
      count += 1
      if (count * 3 > capacity * 2) grow()
      return -1
    },
    has: (key: Uint32Array): boolean => isTaken(placeOf(key, 0)),
    keyOf: (number: number): Uint32Array | null => {
      for (let at = 0; at < table.length; at += width)
        if (isTaken(at) && table[at + KEY_WORDS] === number) return table.subarray(at, at + KEY_WORDS)
      return null
    },
  }
}

/** UUIDs as four 32-bit words each in typed arrays, for tables with millions of them. Numbers are below 2^32. */
export const createUuidTable = ({ numbered }: { readonly numbered: boolean }) => {
  const parts = Array.from({ length: PARTS }, () => createPart(numbered ? KEY_WORDS + 1 : KEY_WORDS))
  const [first = createPart(KEY_WORDS)] = parts
  const key = new Uint32Array(KEY_WORDS)
  let nil = -1
  let found = -1

  const isNil = (): boolean => key[0] === 0 && key[1] === 0 && key[2] === 0 && key[3] === 0
  const part = () => parts[hashOf(key, 0) & (PARTS - 1)] ?? first

  return {
    /** Adds the id that begins at `from`, with a number. If it is known, `number()` then returns its earlier number. */
    add: (id: string, number = 0, from = 0): 'new' | 'known' => {
      read(id, from, key)
      found = isNil() ? nil : part().add(key, number)
      if (isNil() && nil < 0) nil = number
      return found < 0 ? 'new' : 'known'
    },
    number: (): number => found,
    has: (id: string): boolean => {
      read(id, 0, key)
      return isNil() ? nil >= 0 : part().has(key)
    },
    idOf: (number: number): string => {
      const known = parts.map(({ keyOf }) => keyOf(number)).find((words) => words !== null)
      return written(known ?? [])
    },
  }
}
