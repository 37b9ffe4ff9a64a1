import path from 'node:path'
import { readCatalogue } from './catalogue.ts'
import { collect, isServerText } from './collect.ts'

/**
 * The server's copy of the texts that it translates itself, for pushes and statements: it is deployed without
 * catalogues.
 */
export const SERVER_TEXTS = 'api/texts/server-texts.json'

/** The content of that file: by language, by English text. */
export const serverTexts = async (root: string, languages: readonly string[]): Promise<string> => {
  const serverTexts = [...collect(root)].filter(([, files]) => isServerText(files)).map(([text]) => text)
  const texts: Record<string, Record<string, string>> = {}
  for (const language of languages) {
    const catalogue = await readCatalogue(path.join(root, 'web/locales', language))
    texts[language] = Object.fromEntries(
      serverTexts.toSorted().map((text) => [text, catalogue.get(text) ?? text]),
    )
  }
  return `${JSON.stringify(texts, null, 2)}\n`
}
