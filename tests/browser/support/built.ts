import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const DIST = path.join(import.meta.dirname, '../../../dist')

/** The addresses of all files of the build, without their compressed siblings. */
export async function builtFiles(): Promise<readonly string[]> {
  const files = await readdir(DIST, { recursive: true, withFileTypes: true })
  return files
    .filter((file) => file.isFile() && !/\.(?:br|gz)$/.test(file.name))
    .map((file) => `/${path.relative(DIST, path.join(file.parentPath, file.name))}`)
}

/** The script of the build that contains texts which no other has together. */
export async function scriptWith(...texts: readonly string[]): Promise<string> {
  const scripts = (await builtFiles()).filter((file) => /^\/assets\/.*\.js$/.test(file))
  const contents = await Promise.all(
    scripts.map(async (file) => ({ file, content: await readFile(path.join(DIST, file), 'utf8') })),
  )
  // The texts of the other languages contain every English sentence too.
  const found = contents.filter(
    ({ content }) => texts.every((text) => content.includes(text)) && !content.includes('youtilityTexts'),
  )
  const [first, ...others] = found
  if (first === undefined || others.length > 0)
    throw new Error(`${found.length} scripts contain “${texts.join('”, “')}”`)
  return first.file
}
