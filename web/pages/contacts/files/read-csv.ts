import Papa from 'papaparse'
import type { ImportLine } from '../../../../api/contract/contacts.ts'
import { cellText } from './csv.ts'
import { type FileContacts, type LineProblem, UnreadableFile } from './read.ts'

type Field = 'name' | 'first' | 'last' | 'handle' | 'phone' | 'type'

/** What columns are called by us, Google, Outlook and others, in lower case. */
const COLUMNS: Readonly<Record<Field, readonly string[]>> = {
  name: ['name', 'contact_name', 'contact name', 'full name', 'display name', 'contact', 'file as'],
  first: ['first name', 'given name', 'firstname'],
  last: ['last name', 'family name', 'surname', 'lastname'],
  handle: ['handle', 'contact_handle', 'username', 'user name', 'nickname'],
  phone: [
    'phone',
    'phone_number',
    'phone number',
    'mobile',
    'mobile phone',
    'telephone',
    'phone 1 - value',
    'primary phone',
    'home phone',
    'business phone',
  ],
  type: ['type', 'contact_type', 'contact type', 'category', 'relationship'],
}

const columnsOf = (header: readonly string[]): ReadonlyMap<Field, number> => {
  const names = header.map((cell) => cell.trim().toLowerCase())
  const found = Object.entries(COLUMNS).flatMap(([field, words]) => {
    const word = words.find((one) => names.includes(one))
    return word === undefined ? [] : [[field, names.indexOf(word)] as const]
  })
  // Object.entries forgets which keys there are.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return new Map(found as readonly (readonly [Field, number])[])
}

const isBlank = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '')

interface Row {
  readonly line: number
  readonly cells: readonly string[]
  readonly broken: string | null
}

const sentences: Readonly<Record<string, string>> = {
  MissingQuotes: 'A quotation mark is opened and not closed.',
  InvalidQuotes: 'A quotation mark stands in the middle of a cell.',
}

/** Rows with the line that each begins in: a quoted cell may go over several. */
const rowsOf = (text: string): readonly Row[] => {
  const rows: Row[] = []
  let at = 0
  let line = 1
  Papa.parse<string[]>(text, {
    delimitersToGuess: [',', ';', '\t'],
    step: ({ data, errors, meta }) => {
      const problem = errors.find(({ type }) => type === 'Quotes')
      rows.push({
        line,
        cells: data,
        broken: problem ? (sentences[problem.code] ?? 'This line is broken.') : null,
      })
      line += text.slice(at, meta.cursor).match(/\r\n|\r|\n/g)?.length ?? 0
      at = meta.cursor
    },
  })
  return rows
}

const nameOf = (cell: (field: Field) => string): string => {
  const whole = cell('name').trim()
  return whole === '' ? `${cell('first').trim()} ${cell('last').trim()}`.trim() : whole
}

/**
 * Contacts of a CSV file whose first line names the columns.
 * @throws {UnreadableFile} no column that could be a name
 */
export const readCsv = (file: string): FileContacts => {
  const [header, ...rows] = rowsOf(file.replace(/^\uFEFF/, '')).filter(({ cells }) => !isBlank(cells))
  const columns = columnsOf(header?.cells ?? [])
  if (!['name', 'first', 'last'].some((field) => [...columns.keys()].some((one) => one === field)))
    throw new UnreadableFile(
      'The first line of a CSV file has to name its columns, and one of them has to be Name. Others can be Handle, Phone and Type.',
    )
  const width = header?.cells.length ?? 0
  const contacts: ImportLine[] = []
  const problems: LineProblem[] = []
  for (const { line, cells, broken } of rows) {
    const surplus = !isBlank(cells.slice(width))
    if (broken !== null || surplus) {
      const error =
        broken ??
        `This line has ${cells.length} cells, the first line has ${width}. Put quotation marks around cells with commas.`
      problems.push({ line, error })
      continue
    }
    const cell = (field: Field): string => cellText(cells[columns.get(field) ?? -1] ?? '')
    contacts.push({
      line,
      contact_name: nameOf(cell),
      contact_handle: cell('handle'),
      phone_number: cell('phone'),
      contact_type: cell('type'),
    })
  }
  return { contacts, problems }
}
