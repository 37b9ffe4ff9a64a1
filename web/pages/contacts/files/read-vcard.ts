import { CONTACT_TYPES, type ImportLine } from '../../../../api/contract/contacts.ts'
import type { FileContacts, LineProblem } from './read.ts'

interface ContentLine {
  /** Where it begins, from 1. */
  readonly line: number
  readonly text: string
}

const SOFT_BREAK = /;ENCODING=QUOTED-PRINTABLE[;:].*=$/i

/** Puts folded lines together (RFC 6350, 3.2), also the soft breaks of version 2.1. */
const unfolded = (file: string): readonly ContentLine[] => {
  const lines: { line: number; text: string }[] = []
  for (const [index, text] of file.split(/\r\n|\r|\n/).entries()) {
    const last = lines.at(-1)
    if (last && SOFT_BREAK.test(last.text)) last.text = last.text.slice(0, -1) + text
    else if (last && /^[ \t]/.test(text)) last.text += text.slice(1)
    else lines.push({ line: index + 1, text })
  }
  return lines.filter(({ text }) => text.trim() !== '')
}

interface Property {
  readonly name: string
  readonly parameters: string
  readonly value: string
}

const PROPERTY = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":;])*)*):(.*)$/s

const quotedPrintable = (text: string): string => {
  const bytes: number[] = []
  for (const [part] of text.matchAll(/=[\dA-F]{2}|[^=]+|=/gi)) {
    if (/^=[\dA-F]{2}$/i.test(part)) bytes.push(Number.parseInt(part.slice(1), 16))
    else bytes.push(...new TextEncoder().encode(part))
  }
  return new TextDecoder().decode(new Uint8Array(bytes))
}

const propertyOf = (text: string): Property | null => {
  const match = PROPERTY.exec(text)
  if (match === null) return null
  const [, name = '', parameters = '', value = ''] = match
  const plain = /ENCODING=QUOTED-PRINTABLE/i.test(parameters) ? quotedPrintable(value) : value
  return { name: name.toUpperCase(), parameters: parameters.toUpperCase(), value: plain }
}

/** Parts between semicolons or commas that are not escaped, each as plain text. */
const parts = (value: string, separator: ';' | ','): readonly string[] => {
  const found = ['']
  for (const [token] of value.matchAll(/\\.|[\s\S]/g)) {
    if (token === separator) found.push('')
    else found[found.length - 1] += token.length === 2 ? (/n/i.test(token) ? ' ' : token.slice(1)) : token
  }
  return found.map((part) => part.trim())
}

const plain = (value: string): string => parts(value, ';').join(';')

/** "Ada Lovelace" of family name; given name; additional names; prefixes; suffixes. */
const spoken = (value: string): string => {
  const [family = '', given = '', more = '', before = '', after = ''] = parts(value, ';')
  return [before, given, more, family, after].filter((part) => part !== '').join(' ')
}

/** The mobile number, else the preferred one, else the first. */
const phoneOf = (properties: readonly Property[]): string => {
  const numbers = properties.filter(({ name }) => name === 'TEL')
  const best =
    numbers.find(({ parameters }) => /CELL|MOBILE/.test(parameters)) ??
    numbers.find(({ parameters }) => /PREF/.test(parameters)) ??
    numbers[0]
  return plain(best?.value ?? '').replace(/^tel:/i, '')
}

const contactOf = (line: number, properties: readonly Property[]): ImportLine => {
  const value = (wanted: string) => properties.find(({ name }) => name === wanted)?.value ?? ''
  const categories = parts(value('CATEGORIES'), ',').map((category) => category.toLowerCase())
  return {
    line,
    contact_name: plain(value('FN')) || spoken(value('N')) || plain(value('ORG')),
    contact_handle: parts(value('NICKNAME'), ',')[0] ?? '',
    phone_number: phoneOf(properties),
    // Categories are words of the address book's owner; those that are none of our types say nothing here.
    contact_type: CONTACT_TYPES.find((type) => categories.includes(type)) ?? '',
  }
}

/** Contacts of a vCard file, of version 2.1, 3.0 or 4.0. */
export const readVcards = (file: string): FileContacts => {
  const contacts: ImportLine[] = []
  const problems: LineProblem[] = []
  let open: { line: number; properties: Property[] } | null = null
  const giveUp = () => {
    if (open) problems.push({ line: open.line, error: 'This card has no END:VCARD.' })
    open = null
  }
  for (const { line, text } of unfolded(file.replace(/^\uFEFF/, ''))) {
    if (/^BEGIN:VCARD\s*$/i.test(text)) {
      giveUp()
      open = { line, properties: [] }
    } else if (/^END:VCARD\s*$/i.test(text)) {
      if (open) contacts.push(contactOf(open.line, open.properties))
      else problems.push({ line, error: 'END:VCARD stands here without a BEGIN:VCARD.' })
      open = null
    } else {
      const property = propertyOf(text)
      if (open === null) problems.push({ line, error: 'This line belongs to no card.' })
      else if (property === null) problems.push({ line, error: 'This line is not a property of a card.' })
      else open.properties.push(property)
    }
  }
  giveUp()
  return { contacts, problems }
}
