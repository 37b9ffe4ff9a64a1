import { readdir } from 'node:fs/promises'
import path from 'node:path'

/**
 * The files of a folder of the argument whose names end so, each with its whole path: corpora of others lie outside of
 * the repository.
 *
 * @throws without an argument
 */
export const filesOfArgument = async (ending: RegExp): Promise<readonly string[]> => {
  const folder = process.argv[2]
  if (folder === undefined) throw new Error('Give a folder with the files of others.')
  const names = await readdir(folder, { recursive: true })
  return names
    .filter((name) => ending.test(name))
    .toSorted()
    .map((name) => path.join(folder, name))
}

/** Prints what was wrong, a line each, and how many were right; the process fails if one was wrong. */
export const report = (what: string, all: number, wrong: readonly string[]): void => {
  for (const line of wrong) console.error(line)
  console.info(`${all - wrong.length} of ${all} ${what}`)
  process.exitCode = wrong.length === 0 && all > 0 ? 0 : 1
}
