import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { formatter } from '@lingui/format-po'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'

/** One file per area, so that several people can translate at once. The English text is the message's id. */
const po = formatter({ explicitIdAsDefault: true, origins: false })

/** Separates the context of a text (`msgctxt`) from the text, as in gettext. */
const CONTEXT_END = '\u0004'

/** Id of a text that has another meaning in another context. */
export const inContext = (context: string, text: string): string => `${context}${CONTEXT_END}${text}`

/** Translations by English text, with its context if it has one; empty if there is none yet. */
type Translations = ReadonlyMap<string, string>

export const filesOf = (folder: string): readonly string[] =>
  globSync('*.po', { cwd: folder }).map((file) => path.join(folder, file))

/** All translations in a language's folder. */
export const readCatalogue = async (folder: string): Promise<Translations> => {
  const entries = new Map<string, string>()
  for (const file of filesOf(folder)) {
    const parsed = await po.parse(readFileSync(file, 'utf8'), {
      locale: path.basename(folder),
      sourceLocale: 'en',
      filename: file,
    })
    for (const [id, { translation = '', context, message = '' }] of Object.entries(parsed))
      entries.set(context === undefined ? id : inContext(context, message), translation)
  }
  return entries
}

/** An entry of a file: a text with a context needs a generated id, which is not written. */
const entryOf = ([name, translation]: readonly [string, string]) => {
  const [context = '', message] = name.split(CONTEXT_END)
  return message === undefined
    ? ([name, { translation }] as const)
    : ([generateMessageId(message, context), { translation, message, context }] as const)
}

/** Content of a catalogue file; its header has nothing that changes from day to day. */
export const writeCatalogue = async (language: string, entries: Translations): Promise<string> =>
  po.serialize(Object.fromEntries([...entries].map(entryOf)), {
    locale: language,
    sourceLocale: 'en',
    filename: `${language}.po`,
    existing: `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n`,
  })
