import { contactTypeOf, type ImportLine } from '../../../../api/contract/contacts.ts'
import { t } from '../../../texts/texts.ts'

/** A contact as read from a file, before its name is chosen. */
interface Entry {
  readonly line: number
  /** Candidates; the first that is not empty becomes the name. */
  readonly names: readonly string[]
  readonly handle: string
  readonly phone: string
  /** The owner's own categories for this contact. */
  readonly categories: readonly string[]
}

/** Names, handles and numbers must be one line without control characters. */
const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()

/** The contact to import; null when the file has no name, nor anything that can serve as one. */
export const lineOf = ({ line, names, handle, phone, categories }: Entry): ImportLine | null => {
  const phoneNumber = oneLine(phone)
  const name = [...names, phoneNumber].map(oneLine).find((one) => one !== '')
  if (name === undefined) return null
  return {
    line,
    contact_name: name,
    contact_handle: oneLine(handle),
    phone_number: phoneNumber,
    // Categories that are none of our contact types are ignored.
    contact_type: categories.map(contactTypeOf).find((type) => type !== undefined) ?? '',
  }
}

export const NAMELESS = t('Left out: it has no name, organisation, e-mail address or phone number.')
