/** Marks that nobody sees and that come along when a number is copied: directions, joiners, byte-order marks. */
const INVISIBLE = /\p{Cf}/gu

/** A typed or pasted text without what nobody sees. */
export const visibleText = (typed: string): string => typed.replaceAll(INVISIBLE, '').trim()

/** Room for pasted digits with what is between them and around; the schema counts the digits. */
export const DIGITS_PASTED_MAX = 40

/** The digits of a number that is written in groups: "0210 0002-1" is "021000021". Other characters stay. */
export const digitsIn = (typed: string): string => visibleText(typed).replaceAll(/[\s\-–]/g, '')
