import { columnsOf } from './csv-columns.ts'

/** What programs write that write no Unicode, in the languages of {@link columnsOf}; the first where nothing tells. */
export const ENCODINGS = ['windows-1252', 'windows-1250', 'shift_jis', 'big5'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The bytes of line ends are no part of another character in any of these. */
const isLineEnd = (byte: number): boolean => byte === 0x0a || byte === 0x0d

/** The count of columns that are known in a first line. */
const knownIn = (line: string): number => {
  const header = line.split(/[,;\t]/).map((cell) => cell.replaceAll('"', ''))
  return columnsOf(header).filter((column) => column !== null).length
}

/** The encoding of a CSV file that is no Unicode: the one in which most of its columns make sense. */
export const tableEncoding = (bytes: Uint8Array): Encoding => {
  const end = bytes.findIndex(isLineEnd)
  const first = end < 0 ? bytes : bytes.subarray(0, end)
  const known = ENCODINGS.map((encoding) => knownIn(new TextDecoder(encoding).decode(first)))
  return ENCODINGS[known.indexOf(Math.max(...known))] ?? ENCODINGS[0]
}
