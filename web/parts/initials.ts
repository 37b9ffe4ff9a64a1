import { firstCharacters } from '../../api/contract/characters.ts'

/** Up to two letters that stand for a name: "Ada Lovelace" is "AL". */
export const initialsOf = (name: string): string => {
  const words = name.replace(/^@/, '').split(/\s+/u).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => firstCharacters(word ?? '', 1))
    .join('')
    .toLocaleUpperCase('en-US')
}
