import Papa from 'papaparse'

/**
 * What spreadsheets take for the beginning of a formula, also behind blanks and in full width.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u

/** A text as a cell that no spreadsheet runs: a formula is shown with an apostrophe. */
export const inertText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** The text that {@link inertText} was made of. */
export const ofInertText = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell

/** Rows of CSV (RFC 4180), each with its line end; null is a cell with nothing, not even quotes. */
export const csvRows = (
  rows: readonly (readonly (string | null)[])[],
  /** Which columns are quoted: all, or each by itself. */
  quotes: true | readonly boolean[],
): string =>
  `${Papa.unparse(
    rows.map((row) => [...row]),
    { quotes: quotes === true ? true : [...quotes], newline: '\r\n' },
  )}\r\n`

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\u{FEFF}'
