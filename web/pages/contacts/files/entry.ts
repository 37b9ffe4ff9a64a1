import { contactTypeOf, type ImportLine } from '../../../../api/contract/contacts.ts'
import { t } from '../../../texts/texts.ts'

/** What a file says about somebody, before it is known what to call them. */
interface Entry {
  readonly line: number
  /** The first that is not empty is the name. */
  readonly names: readonly string[]
  readonly handle: string
  readonly phone: string
  /** Words that the book's owner sorted them under. */
  readonly categories: readonly string[]
}

/** One line without control characters: what a name, a handle and a number can be. */
const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()

/** Somebody as they are imported; null when nothing says what to call them. */
export const lineOf = ({ line, names, handle, phone, categories }: Entry): ImportLine | null => {
  const phoneNumber = oneLine(phone)
  const name = [...names, phoneNumber].map(oneLine).find((one) => one !== '')
  if (name === undefined) return null
  return {
    line,
    contact_name: name,
    contact_handle: oneLine(handle),
    phone_number: phoneNumber,
    // Categories are the owner's own words; those that are none of our types say nothing here.
    contact_type: categories.map(contactTypeOf).find((type) => type !== undefined) ?? '',
  }
}

export const NAMELESS = t('Left out: it has no name, organisation, e-mail address or phone number.')
