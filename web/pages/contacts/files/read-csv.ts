import { contactTypeOf, type ImportLine } from '../../../../api/contract/contacts.ts'
import { columnsOf, NAME_PARTS, type Column } from './csv-columns.ts'
import { ofInertText } from '../../../../api/contract/csv.ts'
import { lineOf, NAMELESS } from './entry.ts'
import { NO_PREFERENCE, numberToCall, type PhoneCandidate } from './phone-choice.ts'
import { type Row, rowsIn } from './csv-table.ts'
import { type Encoding, tableEncoding } from './csv-encoding.ts'
import { unicodeOf } from '../../../../api/contract/given-text.ts'
import {
  type ChosenColumns,
  type FileContacts,
  type LineProblem,
  NameUnknown,
  type OfferedColumn,
  type Reading,
  UnreadableFile,
} from './read.ts'
import { counted, isSaved } from './unsaved.ts'
import { t } from '../../../texts/texts.ts'

const isBlank = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '')

/** Google writes several values into one cell. */
const values = (cell: string): readonly string[] => cell.split(' ::: ')

/** Yahoo and Outlook.com name the number to call first "Primary Phone"; Google marks it with an asterisk. */
const preferenceOf = (kind: string): number => (/^\*|primary/.test(kind) ? 1 : NO_PREFERENCE)

const phonesOf = (
  columns: readonly (Column | null)[],
  cells: readonly string[],
): readonly PhoneCandidate[] => {
  const typeOf = (pair: string): string => {
    const place = columns.findIndex((column) => column?.is === 'phone type' && column.pair === pair)
    return (cells[place] ?? '').trim().toLowerCase()
  }
  return columns.flatMap((column, place) => {
    if (column?.is !== 'phone' && column?.is !== 'phone value') return []
    const kind = column.is === 'phone' ? column.kind : typeOf(column.pair)
    return values(cells[place] ?? '').map((number) => ({ number, kind, preference: preferenceOf(kind) }))
  })
}

/** Chinese, Japanese and Korean names begin with the family's, without a space. */
const EAST_ASIAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u
const spoken = (parts: readonly string[]): string =>
  parts.every((part) => EAST_ASIAN.test(part)) ? parts.toReversed().join('') : parts.join(' ')

/** The contact of one row; where several columns fit a field, the first that is filled is used. */
const contactOf = (columns: readonly (Column | null)[], { line, cells: raw }: Row): ImportLine | null => {
  const cells = raw.map(ofInertText)
  const filled = (wanted: (column: Column) => boolean): readonly string[] =>
    columns.flatMap((column, place) => {
      const cell = (cells[place] ?? '').trim()
      return column && wanted(column) && cell !== '' ? [cell] : []
    })
  const of = (is: Column['is']) => filled((column) => column.is === is)
  const parts = NAME_PARTS.flatMap((name) =>
    filled((column) => column.is === 'part' && column.part === name).slice(0, 1),
  )
  return lineOf({
    line,
    names: [
      ...of('name'),
      spoken(parts),
      ...of('filed'),
      ...of('organisation'),
      ...of('email').flatMap(values),
    ],
    handle: of('handle')[0] ?? '',
    phone: numberToCall(phonesOf(columns, cells)),
    categories: of('categories').flatMap((cell) => cell.split(/ ::: |[;,]/)),
  })
}

/** The group that Google puts every contact into says nothing about one. */
const EVERYBODY = /^\* mycontacts$/i

const isSavedIn = (contact: ImportLine, column: Column | null, cell: string): boolean => {
  // What kind of number it is chooses the number.
  if (column?.is === 'phone type') return true
  const unsaved = values(ofInertText(cell)).filter(
    (value) => !EVERYBODY.test(value) && !isSaved(contact, value),
  )
  if (column?.is !== 'categories') return unsaved.length === 0
  return unsaved.every((value) =>
    value.split(/[;,]/).some((word) => contactTypeOf(word) === contact.contact_type),
  )
}

/** Columns whose cells say what no contact keeps: ours of when it was added. */
const TECHNICAL = /^added$/i

/** The titles of the columns in which a row has something that its contact has not. */
const unsavedIn = (
  header: readonly string[],
  columns: readonly (Column | null)[],
  { cells }: Row,
  contact: ImportLine,
): readonly string[] =>
  header.flatMap((title, place) => {
    const cell = (cells[place] ?? '').trim()
    const isLost =
      cell !== '' && !TECHNICAL.test(title.trim()) && !isSavedIn(contact, columns[place] ?? null, cell)
    return isLost ? [title.trim()] : []
  })

/** A middle name or a suffix alone names nobody. */
const isName = (column: Column | null): boolean =>
  column?.is === 'name' ||
  column?.is === 'filed' ||
  (column?.is === 'part' && (column.part === 'first' || column.part === 'last'))

const EXAMPLE_LENGTH = 30

/** Each column with what the first row that has something there says. */
const offered = (header: readonly string[], rows: readonly Row[]): readonly OfferedColumn[] =>
  header.map((title, place) => {
    const example = rows.map(({ cells }) => (cells[place] ?? '').trim()).find((cell) => cell !== '') ?? ''
    return { place, title: title.trim(), example: example.slice(0, EXAMPLE_LENGTH) }
  })

/** The columns as the member has said, or as the header does. */
const columnsAs = (
  header: readonly string[],
  rows: readonly Row[],
  chosen: ChosenColumns | undefined,
  encoding: Encoding | undefined,
): readonly (Column | null)[] => {
  const columns = columnsOf(header)
  if (chosen !== undefined)
    return columns.map((column, place): Column | null => {
      if (place === chosen.name) return { is: 'name' }
      if (place === chosen.phone) return { is: 'phone', kind: 'chosen' }
      return column?.is === 'phone' ? null : column
    })
  if (columns.some(isName)) return columns
  if (columns.length < 2 || rows.length === 0)
    throw new UnreadableFile(
      t(
        'The first line of a CSV file has to name its columns, and one of them has to be Name. Others can be Handle, Phone and Type.',
      ),
    )
  const phone = columns.findIndex((column) => column?.is === 'phone')
  throw new NameUnknown(offered(header, rows), phone < 0 ? null : phone, encoding)
}

/**
 * Reads the contacts of a CSV file whose first line names the columns.
 * @throws {UnreadableFile} it is no table
 * @throws {NameUnknown} no column is known to be the name, and none was chosen
 */
export const readCsv = (file: Uint8Array, as: Reading = {}): FileContacts => {
  const unicode = unicodeOf(file)
  const encoding = unicode === null ? (as.encoding ?? tableEncoding(file)) : undefined
  const text = unicode ?? new TextDecoder(encoding).decode(file)
  const [header, ...rows] = rowsIn(text)
  const columns = columnsAs(header?.cells ?? [], rows, as.columns, encoding)
  const width = columns.length
  const contacts: ImportLine[] = []
  const problems: LineProblem[] = []
  const unsaved: string[] = []
  for (const row of rows) {
    const { line, cells, broken } = row
    const surplus = isBlank(cells.slice(width))
      ? null
      : t(
          'This line has {count} cells, the first line has {width}. Put quotation marks around cells with commas.',
          { count: cells.length, width },
        )
    const error = broken ?? surplus
    const contact = error === null ? contactOf(columns, row) : null
    if (contact) {
      contacts.push(contact)
      unsaved.push(...unsavedIn(header?.cells ?? [], columns, row, contact))
    } else problems.push({ line, error: error ?? NAMELESS })
  }
  return { contacts, problems, unsaved: counted(unsaved), encoding }
}
