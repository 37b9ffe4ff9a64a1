import { sentenceFromLeft } from '../../api/contract/text-direction.ts'
import { catalogueOf, formatText } from './texts.ts'
import { valueOf } from './values.ts'

/**
 * Translates a sentence of the server into the language of the page. The server writes its sentences in English for
 * everybody: a refusal, why a deposit failed, what a device did. The catalogue has each under its English text with
 * numbered placeholders ("Only {0} is staked."). A sentence is recognised by the text between them; money, numbers,
 * dates and words in their places are formatted as everywhere else. A name ("{name0} is active.") stays unchanged, even
 * if it looks like a word or a figure. A sentence that is not recognised stays English.
 */
export const translateServerText = (sentence: string): string => {
  const { remembered } = knowledge()
  const known = remembered.get(sentence)
  if (known !== undefined) return known
  const translated = sentenceFromLeft(SENTENCE, translate(sentence))
  if (remembered.size > REMEMBERED_MAX) remembered.clear()
  remembered.set(sentence, translated)
  return translated
}

/** Whatever it begins with: the server sends sentences, and no names alone. */
const SENTENCE = 'sentence'

const REMEMBERED_MAX = 1_000

interface Pattern {
  readonly id: string
  readonly places: readonly string[]
  /** The text around the places, from the first to the last. */
  readonly between: readonly string[]
}

const PLACE = /\{(?:name)?\d+\}/g

const placesIn = (id: string): readonly string[] => id.match(PLACE)?.map((place) => place.slice(1, -1)) ?? []

/** "Dismissed: {0}" ends with another sentence, whose own pattern might match first: this one is tried before it. */
const WRAPS = /: \{0\}$/

const lengthOf = (id: string): number =>
  WRAPS.test(id) ? Number.MAX_SAFE_INTEGER : id.replaceAll(PLACE, '').length

/** Every sentence with placeholders, the longest text first: it is least likely to match by chance. */
const patternsOf = (ids: readonly string[]): readonly Pattern[] =>
  ids
    .map((id) => ({ id, places: placesIn(id) }))
    .filter(({ places: [first] }) => first === '0' || first === 'name0')
    .toSorted(({ id: one }, { id: other }) => lengthOf(other) - lengthOf(one))
    .map(({ id, places }) => ({
      id,
      places,
      between: id.split(PLACE),
    }))

/**
 * What stands in the places of a sentence, each as short as can be; null when the sentence is another. A regular
 * expression with as many places would try them all against each other.
 */
const partsOf = (sentence: string, [first = '', ...rest]: readonly string[]): readonly string[] | null => {
  const last = rest.pop() ?? ''
  const end = sentence.length - last.length
  if (!sentence.startsWith(first) || !sentence.endsWith(last) || end < first.length) return null
  const parts: string[] = []
  let from = first.length
  for (const text of rest) {
    const at = sentence.indexOf(text, from)
    if (at < 0 || at + text.length > end) return null
    parts.push(sentence.slice(from, at))
    from = at + text.length
  }
  return [...parts, sentence.slice(from, end)]
}

interface Knowledge {
  readonly catalogue: Readonly<Record<string, unknown>>
  readonly patterns: readonly Pattern[]
  readonly remembered: Map<string, string>
}
let made: Knowledge | undefined

/** Created for the first sentence; created again after a change of language. */
const knowledge = (): Knowledge => {
  const catalogue = catalogueOf()
  if (made?.catalogue !== catalogue)
    made = { catalogue, patterns: patternsOf(Object.keys(catalogue)), remembered: new Map() }
  return made
}

const partOf = (place: string, part: string): string =>
  place.startsWith('name') ? part : (valueOf(part) ?? translate(part))

const translate = (sentence: string): string => {
  const { catalogue, patterns } = knowledge()
  if (Object.hasOwn(catalogue, sentence)) return sentence.includes('{') ? sentence : formatText(sentence)
  for (const { id, places, between } of patterns) {
    const parts = partsOf(sentence, between)
    if (parts !== null)
      return formatText(
        id,
        Object.fromEntries(places.map((place, index) => [place, partOf(place, parts[index] ?? '')])),
      )
  }
  return sentence
}
