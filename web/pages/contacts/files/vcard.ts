import type { SavedContact } from '../../../../api/contract/contacts.ts'

const CRLF = '\r\n'
/** Maximum length of a line in bytes, without its line break (RFC 2426, 2.6). */
const LINE_BYTES_MAX = 75
const utf8 = new TextEncoder()

/** Escapes text for a property value (RFC 2426, 5). */
const escaped = (text: string): string =>
  text.replaceAll(/[\\,;]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`)

/** Folds a line between characters, never within one. */
const folded = (line: string): string => {
  let bytes = 0
  let text = ''
  for (const character of line) {
    const size = utf8.encode(character).length
    if (bytes + size > LINE_BYTES_MAX) {
      text += `${CRLF} `
      bytes = 1
    }
    text += character
    bytes += size
  }
  return text + CRLF
}

const cardOf = ({ id, contact_name, contact_handle, phone_number, contact_type }: SavedContact): string =>
  [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `UID:urn:uuid:${id}`,
    `FN:${escaped(contact_name)}`,
    // The parts of the name are unknown, so all of it goes into the family name.
    `N:${escaped(contact_name)};;;;`,
    ...(contact_handle === null ? [] : [`NICKNAME:${escaped(contact_handle)}`]),
    ...(phone_number === null ? [] : [`TEL;TYPE=CELL:${escaped(phone_number)}`]),
    `CATEGORIES:${escaped(contact_type)}`,
    'END:VCARD',
  ]
    .map(folded)
    .join('')

/** Contacts as a vCard file of version 3.0 (RFC 2426), which every address book can read. */
export const contactsVcard = (contacts: readonly SavedContact[]): string => contacts.map(cardOf).join('')
