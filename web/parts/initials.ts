const graphemes = new Intl.Segmenter('en')

/** Up to two letters that stand for a name: "Ada Lovelace" is "AL". */
export const initialsOf = (name: string): string => {
  const words = name.replace(/^@/, '').split(/\s+/u).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => Array.from(graphemes.segment(word ?? ''), ({ segment }) => segment)[0] ?? '')
    .join('')
    .toLocaleUpperCase('en-US')
}
