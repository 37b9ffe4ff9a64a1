import { readings, skeletonOf } from './look-alikes.ts'
import { containsOurName, speaksForUs } from './reserved-words.ts'

/** A `person` may not sound like us, an `organization` not be called as we are; a `label` is not a name of anybody. */
type NameKind = 'person' | 'organization' | 'label'
type NameFault = 'invisible' | 'handle' | 'mixed' | 'reserved'

/** Viramas of scripts that join with them (Indic_Syllabic_Category=Virama, Unicode 17). */
const VIRAMA = '\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1b44\ua806\ua8c4\ua9c0'
/** Arabic letters that join to the next one (Joining_Type=Dual_Joining, Unicode 17, without later extensions). */
const JOINING =
  '\u0620\u0626\u0628\u062a-\u062e\u0633-\u063f\u0641-\u0647\u0649\u064a\u066e\u066f\u0678-\u0687\u069a-\u06bf' +
  '\u06c1\u06c2\u06cc\u06ce\u06d0\u06d1\u06fa-\u06fc\u06ff\u0750-\u0758\u075c-\u076a\u076d-\u0770\u0772\u0775-\u0777' +
  '\u077a-\u077f\u08a0-\u08a9\u08af\u08b0\u08b3\u08b4'

/**
 * First what is invisible by itself and shows where it stands: joiners after a virama, a non-joiner between Arabic
 * letters that would join (RFC 5892, A.1 and A.2), in emoji and flags, and variants of ideographs; then, as the second
 * choice, all that shows nothing: controls, formats, private use, fillers, the empty pattern of Braille.
 */
const SHOWN_OR_INVISIBLE = new RegExp(
  `(\\p{RGI_Emoji}|(?<=[${VIRAMA}])[\\u200c\\u200d]` +
    `|(?<=[${JOINING}]\\p{Mn}?)\\u200c(?=\\p{Mn}?[\\p{Script=Arabic}&&\\p{L}])` +
    `|(?<=\\p{Script=Han})[\\u{fe00}-\\u{fe02}\\u{e0100}-\\u{e01ef}])` +
    `|[\\p{C}\\p{Default_Ignorable_Code_Point}\\u2800]`,
  'gv',
)
const withoutInvisible = (text: string): string =>
  text.replaceAll(SHOWN_OR_INVISIBLE, (_all, shown: string | undefined) => shown ?? '')

/** Scripts that people write names in today (UAX 31, table 5); the letters of all others count as one more. */
const SCRIPTS = [
  'Arabic', 'Armenian', 'Bengali', 'Bopomofo', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Georgian', 'Greek', 'Gujarati',
  'Gurmukhi', 'Han', 'Hangul', 'Hebrew', 'Hiragana', 'Kannada', 'Katakana', 'Khmer', 'Lao', 'Latin', 'Malayalam',
  'Myanmar', 'Oriya', 'Sinhala', 'Tamil', 'Telugu', 'Thaana', 'Thai', 'Tibetan',
] // prettier-ignore
/** Scripts that are written together (UTS 39, "highly restrictive"). */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]
const anyOf = (scripts: readonly string[]): string => scripts.map((script) => `\\p{scx=${script}}`).join('')
const ONE_WRITING = [
  ...[...SCRIPTS.map((script) => [script]), ...TOGETHER].map(
    (scripts) => new RegExp(`^[${anyOf(scripts)}\\p{sc=Common}\\p{sc=Inherited}]*$`, 'u'),
  ),
  new RegExp(`^[^${anyOf(SCRIPTS)}]*$`, 'u'),
]
/** Letters in a style, such as mathematical bold or in circles: look-alikes of ordinary ones. */
const STYLED = /[\u{1d400}-\u{1d7ff}\u{2460}-\u{24ff}\u{1f110}-\u{1f189}]/u

const isLatin = (word: string): boolean => /\p{sc=Latin}/u.test(word)
/** A word of another script whose letters all look Latin: `ѕоре`. */
const looksLatin = (word: string): boolean =>
  !isLatin(word) && /^\p{L}{2,}$/u.test(word) && /^[a-z]+$/i.test(skeletonOf(word))

/** A word in several scripts, or one that passes for Latin between Latin words. */
const isMixed = (text: string): boolean => {
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u)
  return (
    STYLED.test(text) ||
    words.some((word) => !ONE_WRITING.some((writing) => writing.test(word))) ||
    (words.some(isLatin) && words.some(looksLatin))
  )
}

const isReserved = (text: string, kind: NameKind): boolean =>
  readings(text).some(
    (words) =>
      containsOurName(words.join('')) ||
      (kind === 'person' && (speaksForUs(words) || speaksForUs([words.join('')]))),
  )

/** The sign of a handle or an address, in its three widths. */
const AT = /[@\ufe6b\uff20]/

/** What is wrong with a name that others will see; null: nothing. */
export const nameFault = (text: string, kind: NameKind): NameFault | null => {
  if (withoutInvisible(text) !== text) return 'invisible'
  if (kind !== 'label' && AT.test(text)) return 'handle'
  if (isMixed(text)) return 'mixed'
  return kind !== 'label' && isReserved(text, kind) ? 'reserved' : null
}

/** The error sentence of a fault; `what` is its subject, such as "The display name". */
export const faultSentence = (what: string, fault: NameFault): string => {
  switch (fault) {
    case 'invisible':
      return `${what} has an invisible character. Type it anew instead of pasting it.`
    case 'handle':
      return `${what} cannot have an @ in it. Your handle is shown beside it anyway.`
    case 'mixed':
      return `${what} mixes letters of different alphabets that look alike. Write it in one alphabet.`
    case 'reserved':
      return `${what} reads as if it were ours. Use your own name.`
    default:
      return fault satisfies never
  }
}

const NAME_MAX = 200

/**
 * A name as another service has it, for display: one line of limited length, without what is invisible and without
 * words that look like a handle or an address. Null when nothing remains, or what remains is refused.
 */
export const fitName = (name: string | undefined): string | null => {
  const line = (name ?? '')
    .slice(0, NAME_MAX)
    .toWellFormed()
    .normalize()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
  const fit = withoutInvisible(line)
    .split(' ')
    .filter((word) => word !== '' && !AT.test(word))
    .join(' ')
  return fit === '' || nameFault(fit, 'person') !== null ? null : fit
}
