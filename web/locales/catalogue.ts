import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { formatter } from '@lingui/format-po'

/** One file an area, so that several people can translate at once. The English text is the message's id. */
const po = formatter({ explicitIdAsDefault: true, origins: false })

/** Translations by the English text; empty where there is none yet. */
export type Translations = ReadonlyMap<string, string>

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
    for (const [id, { translation = '' }] of Object.entries(parsed)) entries.set(id, translation)
  }
  return entries
}

/** A catalogue file; its header says nothing that changes from day to day. */
export const writeCatalogue = async (language: string, entries: Translations): Promise<string> =>
  po.serialize(Object.fromEntries([...entries].map(([id, translation]) => [id, { translation }])), {
    locale: language,
    sourceLocale: 'en',
    filename: `${language}.po`,
    existing: `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n`,
  })
