import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { BUNDLE } from './bundle-files.ts'
import { linesOf, sha256Of } from './evidence-files.ts'
import { NotProven } from './failure.ts'

/**
 * Compares the files with the hashes that the bundle gives, which no one has signed. Returns how many are listed, and
 * which files are not.
 * @throws {NotProven} when a listed file is missing or differs
 */
export const checkSums = async (dir: string): Promise<{ files: number; unlisted: readonly string[] }> => {
  const listed = new Set<string>()
  for await (const line of linesOf(path.join(dir, BUNDLE.sums))) {
    const [, sum, name] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? []
    if (sum === undefined || name === undefined || name.includes('..') || path.isAbsolute(name))
      throw new NotProven(`A line of ${BUNDLE.sums} is not what it should be`)
    const file = path.join(dir, name)
    if (!existsSync(file)) throw new NotProven(`The bundle lacks ${name}`)
    if ((await sha256Of(file)) !== sum)
      throw new NotProven(`${name} is not as it was when the bundle was made`)
    listed.add(name)
  }
  const there = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => path.relative(dir, path.join(parentPath, name)).split(path.sep).join('/'))
  return {
    files: listed.size,
    unlisted: there.filter((name) => !listed.has(name) && name !== BUNDLE.sums).toSorted(),
  }
}
