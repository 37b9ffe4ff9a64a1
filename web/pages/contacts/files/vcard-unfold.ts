import { isQuotedPrintable, PROPERTY } from './vcard-property.ts'

/** A property of a file with its first line, from 1. */
export interface LogicalLine {
  readonly line: number
  readonly text: string
}

interface Folded {
  readonly line: number
  readonly parts: string[]
  readonly isQuoted: boolean
}

/** A line break, also one that was converted to CRLF more than once. */
const LINE_END = /(?<!\r)\r*\n|\r/
/** The three bytes of a UTF-8 byte-order mark, also between files that were joined. */
const BYTE_ORDER_MARK = '\u00EF\u00BB\u00BF'
/** What ends a file of DOS. */
const FILE_END = '\u001A'
/** A line of nothing but begins and ends: files that were joined without a line break have several on one. */
const MARKERS = /^\s*(?:(?:BEGIN|END):\s*VCARD\s*)+$/i
/** What certainly begins a property, where a soft line break says that the value goes on. */
const CERTAIN =
  /^(?:[\w-]+\.)?(?:BEGIN|END|VERSION|FN|N|TEL|EMAIL|ADR|LABEL|ORG|TITLE|ROLE|NOTE|URL|BDAY|PHOTO|NICKNAME|CATEGORIES|REV|UID|X-[A-Z-]+)[;:]/
/** Nothing continues these: a line after them that is no property is a stray one. */
const WHOLE = /^(?:BEGIN|END|VERSION|PRODID|REV|UID)[;:]/i

const isContinuation = ({ parts, isQuoted }: Folded, text: string): boolean => {
  const before = parts.at(-1) ?? ''
  if (MARKERS.test(text)) return false
  if (isQuoted && before.endsWith('=')) return !CERTAIN.test(text)
  if (/^[ \t]/.test(text)) return true
  // A value that was written with its line break: a name in two lines, a picture that was not folded.
  return !PROPERTY.test(text) && !WHOLE.test(parts[0] ?? '')
}

/** The lines as they are, without marks, without what indents them all, each begin and end apart. */
const physicalLines = (file: string): readonly LogicalLine[] => {
  const all = file.split(LINE_END).map((text, index) => ({
    line: index + 1,
    text: text.replaceAll(BYTE_ORDER_MARK, '').replaceAll(FILE_END, ''),
  }))
  const lines = all.filter(({ text }) => text.trim() !== '')
  const indent = /^[ \t]*/.exec(lines[0]?.text ?? '')?.[0] ?? ''
  return lines.flatMap(({ line, text: indented }) => {
    const text = indented.startsWith(indent) ? indented.slice(indent.length) : indented
    return MARKERS.test(text)
      ? [...text.matchAll(/(?:BEGIN|END):\s*VCARD/gi)].map(([marker]) => ({ line, text: marker }))
      : [{ line, text }]
  })
}

const pairsIn = ({ parts }: Folded): readonly (readonly [before: string, after: string])[] =>
  parts.slice(1).map((after, index) => [parts[index] ?? '', after])

const BLANK_FIRST = /^[ \t]/
/** A byte of UTF-8 that only continues a letter. */
const CONTINUES_LETTER = /^[ \t]=[89AB][\dA-F]/i
const BEGINS_LETTER = /=[C-F][\dA-F]=$/i

/**
 * How a file breaks quoted-printable lines: by soft breaks, by folding as other lines (a blank, which is no part of the
 * value), or by both. One producer does all its lines alike.
 */
const breaksIn = (
  quoted: readonly Folded[],
): { readonly alsoFolds: boolean; readonly onlyFolds: boolean } => {
  const pairs = quoted.flatMap(pairsIn)
  const soft = pairs.filter(([before]) => before.endsWith('='))
  const blank = soft.filter(([, after]) => BLANK_FIRST.test(after))
  return {
    onlyFolds: pairs.some(([before, after]) => !before.endsWith('=') && BLANK_FIRST.test(after)),
    alsoFolds:
      blank.length === soft.length &&
      (blank.length > 1 || blank.some(([, after]) => CONTINUES_LETTER.test(after))),
  }
}

/** Joins folded lines (RFC 6350, 3.2), and quoted-printable lines with or without soft breaks. */
export const unfolded = (file: string): readonly LogicalLine[] => {
  const folded: Folded[] = []
  for (const { line, text } of physicalLines(file)) {
    const last = folded.at(-1)
    if (last && isContinuation(last, text)) last.parts.push(text)
    else folded.push({ line, parts: [text], isQuoted: isQuotedPrintable(text) })
  }
  const { alsoFolds, onlyFolds } = breaksIn(folded.filter(({ isQuoted }) => isQuoted))
  const joint = (before: string, after: string): readonly [cut: number, blank: number, between: string] => {
    const blank = BLANK_FIRST.test(after) ? 1 : 0
    if (!before.endsWith('=')) return [0, blank, blank === 1 || /^=[\dA-F]{2}/i.test(after) ? '' : ' ']
    // Folded within a code such as `=C3`.
    if (onlyFolds && /^[ \t][\dA-F]{2}/i.test(after)) return [0, 1, '']
    const isFolded = alsoFolds || (BEGINS_LETTER.test(before) && CONTINUES_LETTER.test(after))
    return [1, isFolded ? blank : 0, '']
  }
  const joined = ({ parts: [first = '', ...rest], isQuoted }: Folded): string => {
    if (!isQuoted)
      return first + rest.map((part) => (BLANK_FIRST.test(part) ? part.slice(1) : ` ${part}`)).join('')
    let text = first
    for (const [index, after] of rest.entries()) {
      const [cut, blank, between] = joint(index === 0 ? first : (rest[index - 1] ?? ''), after)
      text = text.slice(0, text.length - cut) + between + after.slice(blank)
    }
    return text
  }
  return folded.map((each) => ({ line: each.line, text: joined(each) }))
}
