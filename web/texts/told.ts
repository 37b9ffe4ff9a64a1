import { catalogueOf, say } from './texts.ts'
import { valueOf } from './values.ts'

/**
 * The server says its sentences in English, whoever asks: a refusal, why a deposit failed, what a device did. Here
 * they are said in the language of the page. The catalogue has each under its English text with numbered places for
 * what is put into it ("Only {0} is staked."); a sentence is recognised by what stands between them, and money,
 * numbers, dates and words in those places are written as they are everywhere else. A name ("{name0} is active.") stays
 * what it is, as it does in a list, though a word or a figure may be meant by the same letters. What is not recognised
 * stays English.
 */
export const told = (sentence: string): string => {
  const { remembered } = knowledge()
  const known = remembered.get(sentence)
  if (known !== undefined) return known
  const said = sayAgain(sentence)
  if (remembered.size > REMEMBERED_MAX) remembered.clear()
  remembered.set(sentence, said)
  return said
}

const REMEMBERED_MAX = 1_000

interface Pattern {
  readonly id: string
  readonly places: readonly string[]
  readonly shape: RegExp
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

const PLACE = /\{(?:name)?\d+\}/g

const placesIn = (id: string): readonly string[] => id.match(PLACE)?.map((place) => place.slice(1, -1)) ?? []

/** "Dismissed: {0}": what it ends with is a sentence of its own, which would be recognised without that word. */
const WRAPS = /: \{0\}$/

const lengthOf = (id: string): number =>
  WRAPS.test(id) ? Number.MAX_SAFE_INTEGER : id.replaceAll(PLACE, '').length

/** Every sentence with places, the one with the most words of its own first: it fits least by chance. */
const patternsOf = (ids: readonly string[]): readonly Pattern[] =>
  ids
    .map((id) => ({ id, places: placesIn(id) }))
    .filter(({ places: [first] }) => first === '0' || first === 'name0')
    .toSorted(({ id: one }, { id: other }) => lengthOf(other) - lengthOf(one))
    .map(({ id, places }) => ({
      id,
      places,
      shape: new RegExp(`^${id.split(PLACE).map(escaped).join('(.*?)')}$`, 's'),
    }))

interface Knowledge {
  readonly catalogue: Readonly<Record<string, unknown>>
  readonly patterns: readonly Pattern[]
  readonly remembered: Map<string, string>
}
let made: Knowledge | undefined

/** Made when the first sentence is told; anew if another language is spoken. */
const knowledge = (): Knowledge => {
  const catalogue = catalogueOf()
  if (made?.catalogue !== catalogue)
    made = { catalogue, patterns: patternsOf(Object.keys(catalogue)), remembered: new Map() }
  return made
}

const partOf = (place: string, part: string): string =>
  place.startsWith('name') ? part : (valueOf(part) ?? sayAgain(part))

const sayAgain = (sentence: string): string => {
  const { catalogue, patterns } = knowledge()
  if (Object.hasOwn(catalogue, sentence)) return sentence.includes('{') ? sentence : say(sentence)
  for (const { id, places, shape } of patterns) {
    const [, ...parts] = shape.exec(sentence) ?? []
    if (parts.length > 0)
      return say(
        id,
        Object.fromEntries(places.map((place, index) => [place, partOf(place, parts[index] ?? '')])),
      )
  }
  return sentence
}
