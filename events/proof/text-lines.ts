import type { Bytes } from './hashing.ts'

/**
 * How evidence is read from files, in the command, in the app and in the page that comes with a bundle: the same bytes
 * give the same text and the same lines everywhere. A byte order mark stays, and what is not UTF-8 is refused, since
 * every byte counts.
 */
const decoder = () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const decoded = (decode: () => string): string => {
  try {
    return decode()
  } catch {
    throw new Error('It is no text: it has bytes that are not UTF-8')
  }
}

/** @throws {Error} when the bytes are not UTF-8 */
export const readText = (bytes: Bytes): string => decoded(() => decoder().decode(bytes))

/** Takes a file piece by piece and gives its lines. */
export interface LineReader {
  /** The lines that this piece ends. @throws {Error} when the bytes are not UTF-8 */
  readonly push: (piece: Bytes) => readonly string[]
  /** The last line, when no line break ends it. @throws {Error} when the file ends within a character */
  readonly end: () => readonly string[]
}

/** Lines are ended by 0x0A and nothing else: other line breaks may be part of an event. */
export const createLineReader = (): LineReader => {
  const utf8 = decoder()
  let rest = ''
  const linesOfText = (text: string): readonly string[] => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    return lines
  }
  return {
    push: (piece) => linesOfText(decoded(() => utf8.decode(piece, { stream: true }))),
    end: () => {
      const lines = linesOfText(decoded(() => utf8.decode()))
      return rest === '' ? lines : [...lines, rest]
    },
  }
}

/** The lines of a whole file. @throws {Error} when the bytes are not UTF-8 */
export const readLines = (bytes: Bytes): readonly string[] => {
  const { push, end } = createLineReader()
  return [...push(bytes), ...end()]
}
