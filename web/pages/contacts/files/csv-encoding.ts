import { columnsOf } from './csv-columns.ts'
import { utf16Of } from './encoding.ts'

/** What programs write that write no Unicode, in the languages of {@link columnsOf}; the first where nothing tells. */
const ENCODINGS = ['windows-1252', 'windows-1250', 'shift_jis', 'big5'] as const

/** The count of columns that are known when the first line is read so. */
const knownIn = (text: string): number => {
  const [first = ''] = text.split(/\r|\n/, 1)
  const header = first.split(/[,;\t]/).map((cell) => cell.replaceAll('"', ''))
  return columnsOf(header).filter((column) => column !== null).length
}

/** Decodes a CSV file: UTF-16 if detected, UTF-8 if valid, else as the encoding in which its columns make sense. */
export const decodeTable = (bytes: Uint8Array): string => {
  const wide = utf16Of(bytes)
  if (wide !== null) return wide
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const texts = ENCODINGS.map((encoding) => new TextDecoder(encoding).decode(bytes))
    const known = texts.map(knownIn)
    return texts[known.indexOf(Math.max(...known))] ?? ''
  }
}
