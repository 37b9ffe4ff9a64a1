let segmenter: Intl.Segmenter | undefined

/** Each of these is one character, and one code unit. */
const SIMPLE = /^[\x20-\x7E\n]*$/

/** The characters of a text as people count them (extended grapheme clusters, UAX 29): a family emoji is one. */
const charactersOf = (text: string): readonly string[] => {
  segmenter ??= new Intl.Segmenter('en')
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** How many characters a text has as people count them; forms and the server count so. */
export const charactersIn = (text: string): number =>
  SIMPLE.test(text) ? text.length : charactersOf(text).length

/** The first so many characters of a text. */
export const firstCharacters = (text: string, most: number): string =>
  charactersIn(text) <= most ? text : charactersOf(text).slice(0, most).join('')

/** A text without so many of its last characters. */
export const withoutLast = (text: string, count: number): string =>
  charactersOf(text).slice(0, -count).join('')
