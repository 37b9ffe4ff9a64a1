import type { ImportLine } from '../../../../api/contract/contacts.ts'

/** What a file has besides its contacts: a field's name as it stands in the file, and how many values it has. */
export interface UnsavedField {
  /** Null for lines that belong to no field. */
  readonly name: string | null
  readonly count: number
}

const wordsIn = (text: string): readonly string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .split(/[\s,;\p{Cc}\p{Zl}\p{Zp}]+/u)
    .filter((word) => word !== '')

/** Whether all words of a value are in the contact that was read: compared with the contact, not with how it was read. */
export const isSaved = (contact: ImportLine, value: string): boolean => {
  const saved = new Set(
    [contact.contact_name, contact.contact_handle, contact.phone_number].flatMap((text) =>
      wordsIn(text ?? ''),
    ),
  )
  return wordsIn(value).every((word) => saved.has(word))
}

/** How often each name is in the list, the most frequent first. */
export const counted = (names: readonly (string | null)[]): readonly UnsavedField[] => {
  const counts = new Map<string | null, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((one, other) => other.count - one.count)
}
