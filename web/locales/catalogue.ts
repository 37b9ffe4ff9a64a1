import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { formatter } from '@lingui/format-po'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'

/** One file an area, so that several people can translate at once. The English text is the message's id. */
const po = formatter({ explicitIdAsDefault: true, origins: false })

/** Between the context of a text (`msgctxt`) and the text, as gettext has it. */
const CONTEXT_END = '\u0004'

/** The name of a text that means something else in another context. */
export const inContext = (context: string, text: string): string => `${context}${CONTEXT_END}${text}`

/** Translations by the English text, with its context where it has one; empty where there is none yet. */
type Translations = ReadonlyMap<string, string>

export const filesOf = (folder: string): readonly string[] =>
  globSync('*.po', { cwd: folder }).map((file) => path.join(folder, file))

/** All of a language's folder. */
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

/** As the format wants it: one with a context goes by a made-up id, which is not written. */
const entryOf = ([name, translation]: readonly [string, string]) => {
  const [context = '', message] = name.split(CONTEXT_END)
  return message === undefined
    ? ([name, { translation }] as const)
    : ([generateMessageId(message, context), { translation, message, context }] as const)
}

/** A catalogue file; its header says nothing that changes from day to day. */
export const writeCatalogue = async (language: string, entries: Translations): Promise<string> =>
  po.serialize(Object.fromEntries([...entries].map(entryOf)), {
    locale: language,
    sourceLocale: 'en',
    filename: `${language}.po`,
    existing: `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n`,
  })
