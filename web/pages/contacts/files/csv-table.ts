import Papa from 'papaparse'
import { columnsOf } from './csv-columns.ts'
import { t } from '../../../texts/texts.ts'

export interface Row {
  /** The line that the row begins in, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  readonly broken: string | null
}

const SENTENCES: Readonly<Record<string, string>> = {
  MissingQuotes: t('A quotation mark is opened and not closed, so nothing from here on can be read.'),
  InvalidQuotes: t('A quotation mark stands in the middle of a cell.'),
}

const SEPARATORS = [',', ';', '\t', '|'] as const
/** Excel's own first line, which says what separates cells. */
const SAID = /^"?sep=(.)"?[ \t]*\n/i

const isBlank = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '')

/** The cells of the first line that has some, if this separates them. */
const headerAs = (text: string, separator: string): readonly string[] => {
  let header: readonly string[] = []
  Papa.parse<string[]>(text, {
    delimiter: separator,
    newline: '\n',
    step: ({ data }, parser) => {
      if (isBlank(data)) return
      header = data
      parser.abort()
    },
  })
  return header
}

/**
 * What separates the cells: what gives the first line the most columns that are known, else the most columns. How often
 * it stands in the other lines says little about a file of few lines, and less about one with notes.
 */
const separatorIn = (text: string): string => {
  const [best] = SEPARATORS.map((separator) => {
    const header = headerAs(text, separator)
    const known = columnsOf(header).filter((column) => column !== null).length
    return { separator, known, width: header.length }
  }).toSorted((one, other) => other.known - one.known || other.width - one.width)
  return best?.separator ?? SEPARATORS[0]
}

/** Blanks before a quotation mark that begins a cell; the mark is one only at the beginning. */
const withoutBlanksBeforeQuotes = (text: string, separator: string): string => {
  const blank = separator === '\t' ? ' ' : '[ \\t]'
  const place = separator === '|' ? '\\|' : separator
  const quoted = new RegExp(`(^|\\n|${place})${blank}*("(?:[^"]|"")*")${blank}*(?=$|\\n|${place})`, 'g')
  return text.replaceAll(quoted, '$1$2')
}

/** The rows of a table: with any separator and any line breaks, also several of them in one file. */
export const rowsIn = (file: string): readonly Row[] => {
  const text = file.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const [said = '', separator] = SAID.exec(text) ?? []
  const table = text.slice(said.length)
  const delimiter = separator ?? separatorIn(table)
  const clean = withoutBlanksBeforeQuotes(table, delimiter)
  const rows: Row[] = []
  let at = 0
  let line = said === '' ? 1 : 2
  Papa.parse<string[]>(clean, {
    delimiter,
    newline: '\n',
    step: ({ data, errors, meta }) => {
      const problem = errors.find(({ type }) => type === 'Quotes')
      rows.push({
        line,
        cells: data,
        broken: problem ? (SENTENCES[problem.code] ?? t('This line is broken.')) : null,
      })
      line += clean.slice(at, meta.cursor).match(/\n/g)?.length ?? 0
      at = meta.cursor
    },
  })
  return rows.filter(({ cells }) => !isBlank(cells))
}
