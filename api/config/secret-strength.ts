/** Words that people choose for secrets, and the rows of a keyboard; compared without case and with 0, 1, 3 … read as letters. */
const CHOSEN =
  'password|passwort|secret|geheim|session|cookie|youtility|changeme|changeit|change|please|default|example|sample|production|development|staging|testing|test|admin|root|server|qwertyuiop|qwertzuiop|asdfghjkl|zxcvbnm|yxcvbnm|letmein|welcome|token|webhook|metrics|stripe|encryption|signing|random|string|secure|correct|horse|battery|staple|whsec|key'.split(
    '|',
  )
const LEET: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  $: 's',
  '@': 'a',
}

/** Bits of something that a guesser tries early: a chosen word, a repetition, a sequence. */
const GUESSED_BITS = 9
/** Bits of a letter in words of a language. */
const LETTER_BITS = 2.5
const SHORTEST = 3
/** Share of a random text that is neither guessed nor reads like words; it has about two thirds. */
const UNEXPLAINED_MIN = 0.22

const alphabetBits = (text: string): number => {
  if (/^[0-9a-f]*$/.test(text) || /^[0-9A-F]*$/.test(text)) return 4
  const sizes = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^a-zA-Z\d]/, 2],
  ] as const
  return Math.log2(sizes.reduce((sum, [letters, size]) => sum + (letters.test(text) ? size : 0), 0) || 1)
}

/** Length of what begins at `at` and stands in the text before, as it is or reversed. */
const repeated = (text: string, at: number): number => {
  const reversed = Array.from(text.slice(0, at)).toReversed().join('')
  let length = 0
  while (
    at + length < text.length &&
    (text.slice(0, at + length).includes(text.slice(at, at + length + 1)) ||
      reversed.includes(text.slice(at, at + length + 1)))
  )
    length += 1
  return length
}

/** Length of the run of equal steps that begins at `at`: aaaa, 1234, zyxw, 2468; with a stride of 2, a1b2c3 too. */
const sequence = (text: string, at: number, stride: number): number => {
  const stepAt = (place: number) => text.charCodeAt(place + stride) - text.charCodeAt(place)
  if (!(Math.abs(stepAt(at)) <= 2)) return 1
  let length = stride + 1
  while (stepAt(at + length - stride) === stepAt(at)) length += 1
  return length
}

const chosen = (plain: string, at: number): number =>
  CHOSEN.reduce((longest, word) => (plain.startsWith(word, at) ? Math.max(longest, word.length) : longest), 0)

/** Four consonants or three vowels beside each other are no word. */
const CANNOT_BE_SAID = /[^aeiouy]{4}|[aeiouy]{3}/i

/** Length of what reads like a word: letters of one case, the first perhaps a capital, and a space or dash after it. */
const wordlike = (text: string, at: number): number => {
  const rest = text.slice(at)
  const [found = '', word = ''] = /^([A-Z]?[a-z]+)[ ._-]?/.exec(rest) ?? /^([A-Z]+)[ ._-]?/.exec(rest) ?? []
  return found.length > SHORTEST && !CANNOT_BE_SAID.test(word) ? found.length : 0
}

/**
 * Bits that somebody would have to guess, at most: those of the alphabet that the text uses, less for chosen words,
 * repetitions, sequences and what reads like words; 0 for a text that is little else. 16 random bytes have more than
 * 80 in any notation.
 */
export const bitsOf = (text: string): number => {
  const perLetter = alphabetBits(text)
  const plain = Array.from(text.toLowerCase(), (letter) => LEET[letter] ?? letter).join('')
  let bits = 0
  let unexplained = 0
  for (let at = 0; at < text.length;) {
    const guessed = Math.max(
      repeated(text, at),
      sequence(text, at, 1),
      sequence(text, at, 2),
      chosen(plain, at),
    )
    const words = wordlike(text, at)
    const ways = [
      { length: 1, bits: perLetter },
      ...(guessed >= SHORTEST && guessed * perLetter >= 2 * GUESSED_BITS
        ? [{ length: guessed, bits: GUESSED_BITS }]
        : []),
      ...(words > 0 ? [{ length: words, bits: words * Math.min(LETTER_BITS, perLetter) }] : []),
    ]
    // What saves the most of the bits that single letters would have.
    const saved = (way: { length: number; bits: number }) => way.length * perLetter - way.bits
    const best = ways.reduce((one, other) => (saved(other) > saved(one) ? other : one))
    bits += best.bits
    at += best.length
    if (best.length === 1) unexplained += 1
  }
  return unexplained < text.length * UNEXPLAINED_MIN ? 0 : bits
}

/** 32 random bytes have about 30 different values, and random text of 32 characters more than 10. */
const KEY_VALUES_MIN = 20
const STEPS_MIN = 10

/** Whether the bytes are obviously not random: few distinct values, a counting sequence, or text. */
export const areGuessable = (key: Buffer): boolean => {
  const steps = new Set(key.map((byte, at) => (byte - (key[at - 1] ?? byte) + 256) % 256))
  const isText = key.every((byte) => byte >= 0x20 && byte < 0x7f)
  return new Set(key).size < KEY_VALUES_MIN || steps.size < STEPS_MIN || isText
}
