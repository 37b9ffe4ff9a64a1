import { readFileSync } from 'node:fs'
import { hasCode } from '../../events/thrown.ts'
import { givenText } from '../contract/given-text.ts'

/** What keeps a file from being read, in words for the person who named it. */
const REASONS = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'this is a folder, not a file',
  EACCES: 'this process may not read it',
} as const

/**
 * The text of a file that a person gives by its name, however an editor has saved it.
 * @throws {Error} naming the file and why it cannot be read
 */
export const readGiven = (file: string): string => {
  try {
    return givenText(readFileSync(file))
  } catch (error) {
    for (const [code, why] of Object.entries(REASONS))
      if (hasCode(error, code)) throw new Error(`${file} cannot be read: ${why}`, { cause: error })
    throw error
  }
}
