import type { SavedContact } from '../../../../api/contract/contacts.ts'

/**
 * What spreadsheets take for the beginning of a formula, also behind blanks and in full width.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u
/** A plain E.164 number computes to nothing but itself. */
const NUMBER = /^\+\d{1,15}$/

/** A text as a quoted cell (RFC 4180) that no spreadsheet runs: a formula is shown with an apostrophe. */
export const textCell = (text: string): string =>
  `"${(FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** The text that `textCell` was made of. */
export const cellText = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell

const CRLF = '\r\n'
/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Contacts as a CSV file. */
export const contactsCsv = (contacts: readonly SavedContact[]): string =>
  BYTE_ORDER_MARK +
  [
    ['Name', 'Handle', 'Phone', 'Type', 'Added'],
    ...contacts.map((contact) => [
      contact.contact_name,
      contact.contact_handle ?? '',
      contact.phone_number ?? '',
      contact.contact_type,
      contact.created_at,
    ]),
  ]
    .map((row) => row.map(textCell).join(',') + CRLF)
    .join('')
