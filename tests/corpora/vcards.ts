import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readContacts, UnreadableFile } from '../../web/pages/contacts/files/read.ts'
import { filesOfArgument, report } from './files.ts'

/*
 * `node tests/corpora/vcards.ts FOLDER`: reads the vCards of a folder as the import does. A file is right if each card in
 * it became a contact or is named as left out, if each contact has the name that stands behind its `FN`, where that is
 * plain, and if a file that is refused has no card.
 */

const unescaped = (text: string) =>
  text
    .replaceAll(/\\([,;:\\])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Names as a reader of one line finds them: of plain cards, without parameters of encoding. */
const plainNames = (text: string): readonly string[] =>
  [...text.replaceAll(/\r?\n[ \t]/g, '').matchAll(/^FN:(.+)$/gim)].map(([, name = '']) => unescaped(name))

const wrongIn = async (file: string): Promise<string | null> => {
  const bytes = await readFile(file)
  const text = bytes.toString()
  const cards = [...text.matchAll(/^BEGIN:VCARD/gim)].length
  try {
    const { contacts, problems } = await readContacts(new File([bytes], path.basename(file)))
    if (contacts.length + problems.length < cards)
      return `${cards} cards, ${contacts.length} contacts, ${problems.length} left out`
    const names = new Set(contacts.map(({ contact_name }) => unescaped(contact_name ?? '')))
    const lost = text.includes('�') ? [] : plainNames(text).filter((name) => !names.has(name))
    return lost.length > problems.length ? `names differ: ${lost.slice(0, 3).join(' | ')}` : null
  } catch (error) {
    if (!(error instanceof UnreadableFile)) return String(error)
    return cards === 0 ? null : `refused: ${error.message}`
  }
}

const files = await filesOfArgument(/\.(vcf|vcard)$/i)
const wrong: string[] = []
for (const file of files) {
  const fault = await wrongIn(file)
  if (fault !== null) wrong.push(`${file}: ${fault}`)
}
report('vCard files right', files.length, wrong)
