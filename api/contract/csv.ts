import Papa from 'papaparse'

/**
 * Beginnings that spreadsheets read as a formula, also after blanks and in full-width characters.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u

/** Escapes a text for a cell: an apostrophe before a formula keeps spreadsheets from running it. */
export const inertText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Reverses {@link inertText}. */
export const ofInertText = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell

/** Rows of CSV (RFC 4180), each with its line end; null is an empty cell without quotes. */
export const csvRows = (
  rows: readonly (readonly (string | null)[])[],
  /** Quote all columns, or a flag for each column. */
  quotes: true | readonly boolean[],
): string =>
  `${Papa.unparse(
    rows.map((row) => [...row]),
    { quotes: quotes === true ? true : [...quotes], newline: '\r\n' },
  )}\r\n`

/** Makes spreadsheets read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\u{FEFF}'
