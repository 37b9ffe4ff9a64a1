import { contactTypeOf, type ImportLine } from '../../../../api/contract/contacts.ts'
import { lineOf, NAMELESS } from './entry.ts'
import { NO_PREFERENCE, numberToCall } from './phone-choice.ts'
import type { FileContacts, LineProblem } from './read.ts'
import { counted, isSaved } from './unsaved.ts'
import { contentLines, type ContentLine } from './vcard-lines.ts'
import { t } from '../../../texts/texts.ts'

/** Splits a value at separators that are not escaped, and unescapes each part. */
const parts = (value: string, separator: ';' | ','): readonly string[] => {
  const found = ['']
  for (const [token] of value.matchAll(/\\.|[\s\S]/g)) {
    if (token === separator) found.push('')
    else found[found.length - 1] += token.length === 2 ? (/n/i.test(token) ? ' ' : token.slice(1)) : token
  }
  return found.map((part) => part.trim())
}

const plain = (value: string): string => parts(value, ';').join(';')

/** "Ada Lovelace" from an N value: family name; given name; additional names; prefixes; suffixes. */
const spoken = (value: string): string => {
  const [family = '', given = '', more = '', before = '', after = ''] = parts(value, ';')
  return [before, given, more, family, after].filter((part) => part !== '').join(' ')
}

interface Card {
  readonly line: number
  readonly properties: ContentLine[]
  /** It stands in another card. */
  readonly isNested: boolean
}

const NESTED = t('It is a card inside of another card (AGENT), such as an assistant’s. Add it by itself.')
const MEETING = t('Two cards meet on this line. Put a line break before each BEGIN:VCARD.')
const GROUP = t('It is a group, not a person. Make a circle and add its members there.')

const valuesIn = ({ properties }: Card, wanted: string): readonly string[] =>
  properties.filter(({ name, value }) => name === wanted && value.trim() !== '').map(({ value }) => value)

/** As it is written, else of its parts; empty without either. */
const nameOf = (card: Card): string =>
  plain(valuesIn(card, 'FN')[0] ?? '') || spoken(valuesIn(card, 'N')[0] ?? '')

/** What Apple's address book calls a number: `item1.X-ABLabel:_$!<HomeFAX>!$_` beside `item1.TEL`. */
const labelIn = ({ properties }: Card, group: string | null): readonly string[] =>
  group === null
    ? []
    : properties
        .filter((one) => one.group === group && one.name === 'X-ABLABEL')
        .map(({ value }) => plain(value).toLowerCase())

const contactOf = (card: Card): ImportLine | null => {
  const { line, properties } = card
  const values = (wanted: string) => valuesIn(card, wanted)
  const first = (wanted: string) => values(wanted)[0] ?? ''
  return lineOf({
    line,
    names: [
      nameOf(card),
      parts(first('ORG'), ';').find((part) => part !== '') ?? '',
      plain(first('EMAIL')).replace(/^mailto:/i, ''),
    ],
    handle: parts(first('NICKNAME'), ',')[0] ?? '',
    phone: numberToCall(
      properties
        .filter(({ name }) => name === 'TEL')
        .map(({ group, value, types, preference }) => ({
          number: plain(value).replace(/^tel:/i, ''),
          kind: [...types, ...labelIn(card, group)].join(' '),
          preference: preference ?? NO_PREFERENCE,
        })),
    ),
    categories: values('CATEGORIES').flatMap((value) => parts(value, ',')),
  })
}

const is = ({ name, value }: ContentLine, mark: 'BEGIN' | 'END'): boolean =>
  name === mark && value.trim().toUpperCase() === 'VCARD'

/** Cards, and the lines that are in none or no property. */
interface Cards {
  readonly cards: readonly Card[]
  readonly strays: readonly ContentLine[]
}

/**
 * The cards of a file. A card without END ends where the next one begins. A card nested in another (AGENT in
 * version 2.1) is told apart.
 */
const cardsIn = (lines: readonly ContentLine[]): Cards => {
  const cards: Card[] = []
  const strays: ContentLine[] = []
  /** The card that is being read, within those that it stands in. */
  const open: Card[] = []
  const begin = (line: ContentLine, isNested: boolean, properties: ContentLine[] = []): Card => {
    const card = { line: line.line, properties, isNested }
    cards.push(card)
    return card
  }
  for (const line of lines) {
    const current = open.at(-1)
    const before = current?.properties.at(-1)
    if (is(line, 'BEGIN')) {
      const isNested = open.length > 1 || (before?.name === 'AGENT' && before.value.trim() === '')
      if (!isNested) open.length = 0
      open.push(begin(line, isNested))
    } else if (is(line, 'END')) {
      open.pop()
    } else if (line.name === null || current === undefined) {
      strays.push(line)
    } else {
      current.properties.push(line)
      // Version 3.0 writes the other card into the value.
      if (line.name === 'AGENT' && /^BEGIN:VCARD/i.test(line.value))
        begin(line, true, [...contentLines(new TextEncoder().encode(line.value.replaceAll(/\\n/gi, '\n')))])
    }
  }
  return { cards, strays }
}

/** A card that begins within another line, or goes on behind its begin; in a text it stands behind an escaped break. */
const isMeeting = ({ name, value }: ContentLine): boolean =>
  name === 'BEGIN' || name === 'END'
    ? /^\s*VCARD\s*\S/i.test(value)
    : name !== 'AGENT' && /(?<!\\n)BEGIN:VCARD/i.test(value)

/** What programs write for themselves. */
const TECHNICAL =
  /^(?:VERSION|PRODID|REV|UID|KIND|PROFILE|SOURCE|MAILER|CLASS|CLIENTPIDMAP|X-AB(?:LABEL|UID|SHOWAS|ADR)|X-ADDRESSBOOKSERVER-KIND|AGENT)$/

/** The names of the fields of a card that its contact has not. */
const unsavedIn = ({ properties }: Card, contact: ImportLine): readonly (string | null)[] =>
  properties.flatMap(({ name, value }) => {
    if (
      name === null ||
      TECHNICAL.test(name) ||
      isSaved(contact, plain(value).replace(/^(?:tel|mailto):/i, ''))
    )
      return []
    const isType =
      name === 'CATEGORIES' &&
      parts(value, ',').some((each) => each !== '' && contactTypeOf(each) === contact.contact_type)
    return isType ? [] : [name]
  })

/** Why a card is not imported; null if it is a contact. */
const problemOf = (card: Card): string | null => {
  const { isNested, properties } = card
  const named = (problem: string) => [nameOf(card), problem].filter((part) => part !== '').join(': ')
  if (isNested) return named(NESTED)
  const isGroup = properties.some(
    ({ name, value }) => /^(?:X-ADDRESSBOOKSERVER-)?KIND$/.test(name ?? '') && /^group$/i.test(value.trim()),
  )
  return isGroup ? named(GROUP) : null
}

/** Reads the contacts of a vCard file of version 2.1, 3.0 or 4.0. */
export const readVcards = (bytes: Uint8Array): FileContacts => {
  const contacts: ImportLine[] = []
  const problems: LineProblem[] = []
  const unsaved: (string | null)[] = []
  const lines = contentLines(bytes)
  const { cards, strays } = cardsIn(lines)
  for (const card of cards) {
    const problem = problemOf(card)
    const contact = problem === null ? contactOf(card) : null
    if (contact) {
      contacts.push(contact)
      unsaved.push(...unsavedIn(card, contact))
    } else problems.push({ line: card.line, error: problem ?? NAMELESS })
  }
  for (const line of lines) if (isMeeting(line)) problems.push({ line: line.line, error: MEETING })
  return { contacts, problems, unsaved: counted([...unsaved, ...strays.map(() => null)]) }
}
