import { readFileSync } from 'node:fs'
import { givenText } from '../contract/given-text.ts'

/** The text of a file that a person gives by its name, however an editor has saved it. */
export const readGiven = (file: string): string => givenText(readFileSync(file))
