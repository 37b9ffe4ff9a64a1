/** Characters that XML 1.0 cannot have, and the marks that it gives a meaning. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A text between tags in XML, at most `max` characters of it. */
export const xmlText = (text: string, max = Number.POSITIVE_INFINITY): string =>
  Array.from(text.replaceAll(FORBIDDEN, '').replaceAll(/\s+/g, ' ').trim())
    .slice(0, max)
    .join('')
    .replaceAll(/[&<>]/g, (mark) => MARKS[mark] ?? mark)

/** An element with what is in it: elements, or a text of {@link xmlText}. Empty: left out. */
export const element = (name: string, ...content: readonly string[]): string => {
  const inner = content.join('')
  return inner === '' ? '' : `<${name}>${inner}</${name.split(' ')[0]}>`
}
