import { RegExpParser } from '@eslint-community/regexpp'
import { analyse } from 'scslre'
import { parseSync } from 'vite'

/** A regular expression whose time grows with the square of the text, or worse. */
export interface SlowRegExp {
  readonly line: number
  readonly text: string
}

interface Literal {
  readonly start: number
  readonly pattern: string
  readonly flags: string
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** May begin a regular expression: a slash where no division can be. */
const PERHAPS = /[(=,:[!&|?{};\n>]\s?\/(?![*/])/

const literalsOf = (file: string, source: string): readonly Literal[] => {
  const found: Literal[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one)
    if (!isObject(node) || Array.isArray(node)) return
    const { regex, start } = node
    if (isObject(regex) && typeof start === 'number')
      found.push({ start, pattern: String(regex['pattern']), flags: String(regex['flags']) })
    for (const child of Object.values(node)) if (isObject(child)) visit(child)
  }
  if (PERHAPS.test(source)) visit(parseSync(file, source).program)
  return found
}

const parser = new RegExpParser()

/** By its form: repetitions that can trade letters, or begin anew at each letter of what they have just read. */
const isSlowByForm = ({ pattern, flags }: Literal): boolean => {
  const parsed = parser.parsePattern(pattern, 0, pattern.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  })
  return analyse({ pattern: parsed, flags: parser.parseFlags(flags) }).reports.length > 0
}

const LETTERS = 16_000
/** A linear one takes less than a tenth of this, a quadratic one several times as long. */
const SLOW_MS = 8
const TRIES = 4
const COMMON = ['a', '0', ' ', '_', '-', '.', '"', '\r', '\n']

/** Texts of one thing over and over that never come to a good end: what the pattern itself is looking for, and letters. */
const hostileTexts = (pattern: string): readonly string[] => {
  const sought = pattern
    .replaceAll(/\\([^a-zA-Z])/g, '$1')
    .split(/\(\?[:=!<]*|\\[a-zA-Z]|[()[\]{}?*+^$|]|\.(?=[+*])/)
  const words = new Set([...COMMON, ...sought.filter((word) => word !== '' && word.length < 40)])
  return [...words].flatMap((word) =>
    [word, `a${word}`, `0${word}`].flatMap((unit) => {
      const pumped = unit.repeat(Math.ceil(LETTERS / unit.length))
      return [`${pumped}\n\0`, `a${pumped}\n\0`]
    }),
  )
}

/** Processor time of this thread, ms: unlike the clock it does not count while others have the processor. */
const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** By its processor time, for what its form does not tell. */
const isSlowByClock = ({ pattern, flags }: Literal): boolean => {
  const regExp = new RegExp(pattern, flags.replace('y', ''))
  const isSlow = (text: string): boolean => {
    const start = processorMs()
    text.replace(regExp, '')
    return processorMs() - start > SLOW_MS
  }
  return hostileTexts(pattern).some((text) => {
    for (let n = 0; n < TRIES; n += 1) if (!isSlow(text)) return false
    return true
  })
}

const judged = new Map<string, boolean>()

/** The regular expressions written in a file that are slow; those made with `new RegExp` are not seen. */
export const slowRegExps = (file: string, source: string): readonly SlowRegExp[] =>
  literalsOf(file, source).flatMap((literal) => {
    const text = `/${literal.pattern}/${literal.flags}`
    const slow = judged.get(text) ?? (isSlowByForm(literal) || isSlowByClock(literal))
    judged.set(text, slow)
    return slow ? [{ line: source.slice(0, literal.start).split('\n').length, text }] : []
  })
