import type { SavedContact } from '../../../../api/contract/contacts.ts'
import { BYTE_ORDER_MARK, csvRows, inertText } from '../../../../api/contract/csv.ts'

/** E.164 phone numbers need no protection: a spreadsheet would compute no other value from them. */
const NUMBER = /^\+\d{1,15}$/

const cellOf = (text: string): string => (NUMBER.test(text) ? text : inertText(text))

/** A text as a quoted cell that no spreadsheet runs as a formula. */
export const textCell = (text: string): string => csvRows([[cellOf(text)]], true).slice(0, -2)

const HEADER = ['Name', 'Handle', 'Phone', 'Type', 'Added']

/** Contacts as a CSV file. */
export const contactsCsv = (contacts: readonly SavedContact[]): string => {
  const rows = contacts.map((contact) =>
    [
      contact.contact_name,
      contact.contact_handle ?? '',
      contact.phone_number ?? '',
      contact.contact_type,
      contact.created_at,
    ].map(cellOf),
  )
  return BYTE_ORDER_MARK + csvRows([HEADER, ...rows], true)
}
