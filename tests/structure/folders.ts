import { importsOf } from './imports.ts'

/** Each folder in it is an area, each file a page that puts areas together. */
const PAGES = 'web/pages/'

/**
 * The folder that a file counts for: `api/bills` for `api/bills/pay.ts`, `web/pages/bills` for
 * `web/pages/bills/next-bill.tsx`, a page for itself; null at a layer's root, where parts are composed.
 */
const folderOf = (file: string): string | null => {
  const depth = file.startsWith(PAGES) ? 3 : 2
  const folder = file.split('/').slice(0, depth).join('/')
  return folder === file && depth === 2 ? null : folder
}

/** For each folder the folders that it imports, with one import as an example. */
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

/** The shortest path of imports from one folder to another, both included; null where there is none. */
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
 * Cycles of folders that import each other, type imports included: as `api/a -> api/b -> api/c`, starting with the
 * first name in the alphabet, with an import for each step. Of the cycles through one import only the shortest is
 * listed.
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
