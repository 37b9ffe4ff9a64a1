/** Marks without a width, which come with a number that was copied from a page or a chat. */
const INVISIBLE = /\p{Cf}/gu
/** What a spreadsheet makes of a number that it takes for a quantity: `491512345678.0`, `491512345678,00`. */
const FRACTION = /^(\s*\+?\p{Nd}{5,})[.,]0+\s*$/u
const EXPONENT = /^\s*\+?\d+(?:[.,]\d+)?e\+?\d+\s*$/i

/** The number without what a spreadsheet or a clipboard has added, which a parser would take for digits. */
export const phoneText = (text: string): string => text.replaceAll(INVISIBLE, '').replace(FRACTION, '$1')

/** Such a number has lost its plus, too, if it had one. */
export const isQuantity = (text: string): boolean => FRACTION.test(text)

/** `4.91512E+11`: the digits behind the first ones are gone. */
export const isShortenedNumber = (text: string): boolean => EXPONENT.test(text)
