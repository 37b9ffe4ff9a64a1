import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const LOCALES = path.resolve(import.meta.dirname, '../../web/locales')

/** Entries of a catalogue, except those with a context (`msgctxt`), which have another meaning. */
const ENTRY = /(?<!^msgctxt .*\n)^msgid ((?:"(?:[^"\\]|\\.)*"\n?)+)msgstr ((?:"(?:[^"\\]|\\.)*"\n?)+)/gm

const textOf = (quoted: string): string =>
  [...quoted.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map(([, part = '']) => String(JSON.parse(`"${part}"`)))
    .join('')

/** The app's text for an English text, from a language's catalogue; the English text itself where there is none. */
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
