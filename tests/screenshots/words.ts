import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const LOCALES = path.resolve(import.meta.dirname, '../../web/locales')

/** Without those that have another meaning beside the usual one (`msgctxt`). */
const ENTRY = /(?<!^msgctxt .*\n)^msgid ((?:"(?:[^"\\]|\\.)*"\n?)+)msgstr ((?:"(?:[^"\\]|\\.)*"\n?)+)/gm

const textOf = (quoted: string): string =>
  [...quoted.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map(([, part = '']) => String(JSON.parse(`"${part}"`)))
    .join('')

/** What the app says for an English text in a language, out of its catalogue; the text itself where there is none. */
export const wordsIn = (language: string): ((english: string) => string) => {
  if (language === 'en') return (english) => english
  const folder = path.join(LOCALES, language)
  const entries = readdirSync(folder).flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(ENTRY)].map(
      ([, id = '', text = '']) => [textOf(id), textOf(text)] as const,
    ),
  )
  const words = new Map(entries.filter(([, text]) => text !== ''))
  return (english) => words.get(english) ?? english
}
