import { catalogueOf, say } from './texts.ts'
import { valueOf } from './values.ts'

/**
 * The server says its sentences in English, whoever asks: a refusal, why a deposit failed, what a device did. Here
 * they are said in the language of the page. The catalogue has each under its English text with numbered places for
 * what is put into it ("Only {0} is staked."); a sentence is recognised by what stands between them, and money,
 * numbers and dates in those places are written as they are everywhere else. What is not recognised stays English.
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
  readonly shape: RegExp
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

const PLACE = /\{\d+\}/g

/** Every sentence with places, the one with the most words of its own first: it fits least by chance. */
const patternsOf = (ids: readonly string[]): readonly Pattern[] =>
  ids
    .filter((id) => id.includes('{0}'))
    .toSorted((one, other) => other.replaceAll(PLACE, '').length - one.replaceAll(PLACE, '').length)
    .map((id) => ({
      id,
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

const sayAgain = (sentence: string): string => {
  const { catalogue, patterns } = knowledge()
  if (Object.hasOwn(catalogue, sentence)) return sentence.includes('{') ? sentence : say(sentence)
  for (const { id, shape } of patterns) {
    const [, ...parts] = shape.exec(sentence) ?? []
    if (parts.length > 0)
      return say(id, Object.fromEntries(parts.map((part, place) => [place, valueOf(part) ?? sayAgain(part)])))
  }
  return sentence
}
