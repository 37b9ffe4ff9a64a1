import { columnsOf } from './csv-columns.ts'

/**
 * What programs write that write no Unicode, with the language that each is for; the first where nothing tells. UTF-8 is
 * for files in which a few bytes are broken.
 */
export const ENCODINGS = {
  'windows-1252': null,
  'windows-1250': null,
  'windows-1251': 'ru',
  'koi8-r': 'ru',
  'windows-1253': 'el',
  'windows-1254': 'tr',
  'windows-1255': 'he',
  'windows-1256': 'ar',
  'windows-1257': 'lt',
  'windows-1258': 'vi',
  'windows-874': 'th',
  shift_jis: 'ja',
  'euc-jp': 'ja',
  'euc-kr': 'ko',
  gbk: 'zh-Hans',
  big5: 'zh-Hant',
  macintosh: null,
  'x-mac-cyrillic': 'ru',
  'utf-8': null,
} as const
export type Encoding = keyof typeof ENCODINGS
// Object.keys knows no literals.
const NAMES = Object.keys(ENCODINGS).filter((name): name is Encoding => name in ENCODINGS)

/** The bytes of line ends are no part of another character in any of these. */
const isLineEnd = (byte: number): boolean => byte === 0x0a || byte === 0x0d

/** Lines that may name the columns: the first may say what separates the cells. */
const LINES_READ = 3

const beginning = (bytes: Uint8Array): Uint8Array => {
  let at = 0
  for (let lines = 0; at < bytes.length && lines < LINES_READ; at += 1)
    if (isLineEnd(bytes[at] ?? 0) && !isLineEnd(bytes[at + 1] ?? 0)) lines += 1
  return bytes.subarray(0, at)
}

/** The count of columns that are known in one of these lines. */
const knownIn = (lines: string): number =>
  Math.max(
    ...lines.split(/[\r\n]+/).map((line) => {
      const header = line.split(/[,;\t|]/).map((cell) => cell.replaceAll('"', ''))
      return columnsOf(header).filter((column) => column !== null).length
    }),
  )

/** A byte in so many letters may be broken where the others are UTF-8. */
const BROKEN_SHARE_MAX = 0.1

const isBrokenUtf8 = (bytes: Uint8Array): boolean => {
  const letters = Array.from(new TextDecoder().decode(bytes).replaceAll(/\p{ASCII}/gu, ''))
  const broken = letters.filter((letter) => letter === '\uFFFD').length
  return broken < letters.length * BROKEN_SHARE_MAX
}

/** The encoding of a CSV file that is no valid Unicode: the one in which most of its columns make sense. */
export const tableEncoding = (bytes: Uint8Array): Encoding => {
  if (isBrokenUtf8(bytes)) return 'utf-8'
  const first = beginning(bytes)
  const known = NAMES.map((encoding) => knownIn(new TextDecoder(encoding).decode(first)))
  return NAMES[known.indexOf(Math.max(...known))] ?? 'windows-1252'
}
