import type { ImportLine } from '../../../../api/contract/contacts.ts'
import { lineOf, NAMELESS } from './entry.ts'
import { NO_PREFERENCE, numberToCall } from './phone-choice.ts'
import type { FileContacts, LineProblem } from './read.ts'
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
const GROUP = t('It is a group, not a person. Make a circle and add its members there.')

const valuesIn = ({ properties }: Card, wanted: string): readonly string[] =>
  properties.filter(({ name, value }) => name === wanted && value.trim() !== '').map(({ value }) => value)

/** As it is written, else of its parts; empty without either. */
const nameOf = (card: Card): string =>
  plain(valuesIn(card, 'FN')[0] ?? '') || spoken(valuesIn(card, 'N')[0] ?? '')

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
        .map(({ value, types, preference }) => ({
          number: plain(value).replace(/^tel:/i, ''),
          kind: types.join(' '),
          preference: preference ?? NO_PREFERENCE,
        })),
    ),
    categories: values('CATEGORIES').flatMap((value) => parts(value, ',')),
  })
}

const is = ({ name, value }: ContentLine, mark: 'BEGIN' | 'END'): boolean =>
  name === mark && value.trim().toUpperCase() === 'VCARD'

/**
 * The cards of a file. A card without END ends where the next one begins. A card nested in another (AGENT in
 * version 2.1) is told apart; lines that are no property are skipped, such as those of a picture that was not folded.
 */
const cardsOf = (lines: readonly ContentLine[]): readonly Card[] => {
  const cards: Card[] = []
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
    } else if (line.name !== null) {
      current?.properties.push(line)
      // Version 3.0 writes the other card into the value.
      if (line.name === 'AGENT' && /^BEGIN:VCARD/i.test(line.value))
        begin(line, true, [...contentLines(new TextEncoder().encode(line.value.replaceAll(/\\n/gi, '\n')))])
    }
  }
  return cards
}

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
  for (const card of cardsOf(contentLines(bytes))) {
    const problem = problemOf(card)
    const contact = problem === null ? contactOf(card) : null
    if (contact) contacts.push(contact)
    else problems.push({ line: card.line, error: problem ?? NAMELESS })
  }
  return { contacts, problems }
}
