const KINDS = ['page', 'action', 'setting', 'person', 'pool', 'bill', 'device', 'movement', 'help'] as const
export type Kind = (typeof KINDS)[number]

/** What an entry does in place of leading to an address. */
export type Act =
  | { readonly does: 'sign_out' }
  | { readonly does: 'theme'; readonly theme: 'light' | 'dark-violet' | 'system' }
  | { readonly does: 'language'; readonly language: 'en' | 'de' }

/** Something that can be found, and its address. */
export interface Entry {
  readonly key: string
  readonly kind: Kind
  readonly title: string
  /** Shown beside the title, and searched too. */
  readonly detail: string
  /** Other names for it, searched but not shown. */
  readonly words?: string
  readonly to: string
  readonly act?: Act
}

/** An entry prepared for the search: created once, however much is typed. */
interface Indexed {
  readonly entry: Entry
  readonly title: string
  readonly rest: string
  /** The digits of a person's number, however it is written. */
  readonly digits: string
}

interface Group {
  readonly kind: Kind
  readonly entries: readonly Entry[]
}

/** How many entries of each kind are shown. */
const PER_KIND = 6

/** Removes case and accents, so that "zoe" finds "Zoë". */
const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

export const indexed = (entries: readonly Entry[]): readonly Indexed[] =>
  entries.map((entry) => ({
    entry,
    title: plain(entry.title),
    rest: plain(`${entry.detail} ${entry.words ?? ''}`),
    digits: entry.kind === 'person' ? digitsIn(entry.detail) : '',
  }))

const digitsIn = (text: string): string => text.replaceAll(/\D/g, '')

/** A part of a phone number as people type it: "(202) 555", "202-555". */
const PHONE = /^[+(\d][\d()+./-]{2,}$/

/** Whether two words differ by one letter: another, one more, one less, or two in the wrong order. */
const isAlmost = (word: string, other: string): boolean => {
  if (Math.abs(word.length - other.length) > 1) return false
  let start = 0
  while (start < word.length && word[start] === other[start]) start += 1
  const [left, right] = [word.slice(start), other.slice(start)]
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    (left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0])
  )
}

/** Letters from which on a word may have a mistake. */
const MISTAKEN_MIN = 4

/**
 * Score of one typed word: highest for the whole title, then its beginning, a word's beginning, anywhere; 0: no match.
 */
const fit = ({ title, rest, digits }: Indexed, word: string): number => {
  if (title === word) return 6
  if (title.startsWith(word)) return 5
  if (title.includes(` ${word}`)) return 4
  if (rest.startsWith(word) || rest.includes(` ${word}`) || rest.includes(`@${word}`)) return 3
  if (title.includes(word)) return 2
  if (rest.includes(word)) return 1
  return digits !== '' && PHONE.test(word) && digits.includes(digitsIn(word)) ? 1 : 0
}

/** As `fit`, for a word with a mistake in it: compared with each word of the entry. */
const fitMistaken = (one: Indexed, word: string): number => {
  const exact = fit(one, word)
  if (exact > 0 || word.length < MISTAKEN_MIN) return exact
  const words = `${one.title} ${one.rest}`.split(/[^\p{L}\p{N}]+/u)
  return words.some((each) => isAlmost(word, each)) ? 0.5 : 0
}

type Fit = typeof fit

/** What a query's words hit, by this measure. */
const hitsBy = (all: readonly Indexed[], words: readonly string[], by: Fit) =>
  all.flatMap((one) => {
    const fits = words.map((word) => by(one, word))
    return fits.includes(0) ? [] : [{ entry: one.entry, score: fits.reduce((sum, each) => sum + each, 0) }]
  })

/**
 * The entries that match all typed words, the best kind first and in it the best entry; equal scores keep their order.
 * Where none does, words may have a mistake. An empty query finds all pages and actions.
 */
export const found = (all: readonly Indexed[], query: string): readonly Group[] => {
  const words = plain(query).split(/\s+/).filter(Boolean)
  const places = () =>
    all.flatMap(({ entry }) =>
      entry.kind === 'page' || entry.kind === 'action' ? [{ entry, score: 0 }] : [],
    )
  const exact = words.length === 0 ? places() : hitsBy(all, words, fit)
  const hits = exact.length > 0 ? exact : hitsBy(all, words, fitMistaken)
  const groups = KINDS.map((kind) => hits.filter(({ entry }) => entry.kind === kind))
    .filter((group) => group.length > 0)
    .map((group) => group.toSorted((one, other) => other.score - one.score))
  return groups
    .toSorted((one, other) => (other[0]?.score ?? 0) - (one[0]?.score ?? 0))
    .map((group) => ({
      kind: group[0]?.entry.kind ?? 'page',
      entries: group.slice(0, words.length === 0 ? undefined : PER_KIND).map(({ entry }) => entry),
    }))
}
