import { importsOf } from './imports.ts'

/** Each folder in it is an area, each file a page that puts areas together. */
const PAGES = 'web/pages/'

/**
 * `api/bills` of `api/bills/pay.ts`, `web/pages/bills` of `web/pages/bills/next-bill.tsx`, a page itself; null at a
 * layer's root, where parts are put together.
 */
const folderOf = (file: string): string | null => {
  const depth = file.startsWith(PAGES) ? 3 : 2
  const folder = file.split('/').slice(0, depth).join('/')
  return folder === file && depth === 2 ? null : folder
}

/** Of each folder the folders that it imports, with one import as an example. */
const foldersImported = (files: ReadonlyMap<string, string>): Map<string, Map<string, string>> => {
  const imports = new Map<string, Map<string, string>>()
  for (const [file, source] of files)
    for (const imported of importsOf(file, source)) {
      const [from, to] = [folderOf(file), folderOf(imported)]
      if (from === null || to === null || from === to) continue
      const known = imports.get(from) ?? new Map<string, string>()
      imports.set(from, known.set(to, `${file} -> ${imported}`))
    }
  return imports
}

/** The shortest way from one folder to another, both included; null where there is none. */
const wayFrom = (
  from: string,
  to: string,
  imports: ReadonlyMap<string, ReadonlyMap<string, string>>,
): readonly string[] | null => {
  const ways = [[from]]
  const seen = new Set([from])
  for (const way of ways) {
    const last = way.at(-1) ?? from
    if (last === to) return way
    for (const next of imports.get(last)?.keys() ?? [])
      if (!seen.has(next)) {
        seen.add(next)
        ways.push([...way, next])
      }
  }
  return null
}

/**
 * Rings of folders, each of which imports the next and the last the first, type imports included: as
 * `api/a -> api/b -> api/c`, beginning with the name that comes first, with an import for each step. Of the rings that
 * go through one import the shortest is named.
 */
export const folderRings = (files: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> => {
  const imports = foldersImported(files)
  const rings = new Map<string, readonly string[]>()
  for (const [from, targets] of imports)
    for (const to of targets.keys()) {
      const back = wayFrom(to, from, imports)
      if (back === null) continue
      const first = back.indexOf(back.toSorted()[0] ?? '')
      const ring = [...back.slice(first), ...back.slice(0, first)]
      rings.set(
        ring.join(' -> '),
        ring.map((folder, at) => imports.get(folder)?.get(ring[(at + 1) % ring.length] ?? '') ?? ''),
      )
    }
  return rings
}
