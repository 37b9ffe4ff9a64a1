import { IMPORT_MAX, type ImportLine } from '../../../../api/contract/contacts.ts'
import type { Encoding } from './csv-encoding.ts'
import { givenText } from '../../../../api/contract/given-text.ts'
import type { UnsavedField } from './unsaved.ts'
import { t } from '../../../texts/texts.ts'
import { number } from '../../../texts/numbers.ts'

/** Why a contact in a file is not imported; lines count from 1. */
export interface LineProblem {
  readonly line: number
  readonly error: string
}

/** The contacts of a file, and the lines that cannot be imported. */
export interface FileContacts {
  readonly contacts: readonly ImportLine[]
  readonly problems: readonly LineProblem[]
  /** What the contacts that can be imported have in the file, and not in the contacts. */
  readonly unsaved: readonly UnsavedField[]
  /** As what a CSV file was read that is no Unicode and does not say what it is. */
  readonly encoding?: Encoding | undefined
}

/** The whole file cannot be imported; the message is shown to the member. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** A column of a CSV file that the member may choose, with what its first line has there. */
export interface OfferedColumn {
  readonly place: number
  readonly title: string
  readonly example: string
}

/** Which columns of a CSV file are what, by their places from 0, where its first line does not say it. */
export interface ChosenColumns {
  readonly name: number
  readonly phone: number | null
}

/** What the member says of a CSV file that does not say it itself. */
export interface Reading {
  readonly columns?: ChosenColumns | undefined
  readonly encoding?: Encoding | undefined
}

/** A CSV file of whose columns none is known to be the name: the member is asked instead of guessing. */
export class NameUnknown extends Error {
  override name = 'NameUnknown'
  readonly columns: readonly OfferedColumn[]
  /** A column of phone numbers, if one is known. */
  readonly phone: number | null
  readonly encoding: Encoding | undefined
  constructor(columns: readonly OfferedColumn[], phone: number | null, encoding: Encoding | undefined) {
    super('name_unknown')
    this.columns = columns
    this.phone = phone
    this.encoding = encoding
  }
}

/** Largest accepted file in bytes: address books with pictures are large. */
export const FILE_BYTES_MAX = 20 * 1024 * 1024

const NO_CONTACTS = t('There are no contacts in this file.')
const TOO_MANY = t('A file can have at most {importMax} contacts. Split it into smaller ones.', {
  importMax: number(IMPORT_MAX),
})

const VCARD = /^\s*BEGIN:VCARD/i
const NEITHER = t('Choose a vCard (.vcf) or CSV (.csv) file.')

/**
 * Reads an address book file.
 * @throws {UnreadableFile} it is no vCard or CSV file, too large, or has too many contacts or none
 * @throws {NameUnknown} the columns have to be chosen
 */
export const readContacts = async (file: File, as: Reading = {}): Promise<FileContacts> => {
  if (file.size > FILE_BYTES_MAX)
    throw new UnreadableFile(t('This file is larger than 20 MB. Export it without pictures, or split it.'))
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = givenText(bytes)
  if (text.includes('\0')) throw new UnreadableFile(`${t('This is not a text file.')} ${NEITHER}`)
  const isCard = VCARD.test(text) || /\.vcf$/i.test(file.name)
  const read = isCard
    ? (await import('./read-vcard.ts')).readVcards(bytes)
    : (await import('./read-csv.ts')).readCsv(bytes, as)
  if (read.contacts.length > IMPORT_MAX) throw new UnreadableFile(TOO_MANY)
  if (read.contacts.length === 0 && read.problems.length === 0) throw new UnreadableFile(NO_CONTACTS)
  return read
}
