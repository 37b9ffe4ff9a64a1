const KINDS = ['page', 'action', 'person', 'pool', 'bill', 'device', 'movement'] as const
export type Kind = (typeof KINDS)[number]

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
}

/** An entry prepared for the search: created once, however much is typed. */
interface Indexed {
  readonly entry: Entry
  readonly title: string
  readonly rest: string
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
  }))

/**
 * Score of one typed word: highest for the whole title, then its beginning, a word's beginning, anywhere; 0: no match.
 */
const fit = ({ title, rest }: Indexed, word: string): number => {
  if (title === word) return 6
  if (title.startsWith(word)) return 5
  if (title.includes(` ${word}`)) return 4
  if (rest.startsWith(word) || rest.includes(` ${word}`) || rest.includes(`@${word}`)) return 3
  if (title.includes(word)) return 2
  return rest.includes(word) ? 1 : 0
}

/**
 * The entries that match all typed words, the best kind first and in it the best entry; equal scores keep their order.
 * An empty query finds all pages and actions.
 */
export const found = (all: readonly Indexed[], query: string): readonly Group[] => {
  const words = plain(query).split(/\s+/).filter(Boolean)
  const hits = all.flatMap((one) => {
    if (words.length === 0)
      return one.entry.kind === 'page' || one.entry.kind === 'action' ? [{ entry: one.entry, score: 0 }] : []
    const fits = words.map((word) => fit(one, word))
    return fits.includes(0) ? [] : [{ entry: one.entry, score: fits.reduce((sum, each) => sum + each, 0) }]
  })
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
