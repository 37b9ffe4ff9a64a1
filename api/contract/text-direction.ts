/**
 * Names in sentences that run the other way. A browser or telephone that chooses a line's direction by its first letter
 * (`dir="auto"`, `<bdi>`, notifications) would set a whole English sentence from right to left because a name at its
 * beginning is written so, with the full stop on the wrong side.
 */

/** Hebrew, Arabic, Syriac, Thaana, N’Ko and what else is written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const LETTER = /\p{L}/u
const PLACES = /\{[^{}]*\}/g

/** LEFT-TO-RIGHT MARK: the first letter of a sentence, as far as its direction is concerned. */
const MARK = '\u200E'
/** FIRST STRONG ISOLATE and its end: what is between has its own direction and changes that of nothing around it. */
const ISOLATE = '\u2068'
const END = '\u2069'

const beginsRightToLeft = (text: string): boolean => {
  const first = LETTER.exec(text)
  return first !== null && RIGHT_TO_LEFT.test(first[0])
}

/** A value for a sentence: a text with letters from right to left stays together. */
export const isolatedValue = <Value>(value: Value): Value | string =>
  typeof value === 'string' && RIGHT_TO_LEFT.test(value) ? `${ISOLATE}${value}${END}` : value

/**
 * A text of ours with its values, in a language from left to right: it stays so whatever it begins with. A text that
 * consists of its values alone, such as a name or a quotation, keeps the direction of what is in it.
 */
export const sentenceFromLeft = (message: string, text: string): string =>
  beginsRightToLeft(text) && LETTER.test(message.replaceAll(PLACES, '')) ? `${MARK}${text}` : text
