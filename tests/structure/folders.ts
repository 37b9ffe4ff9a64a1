import path from 'node:path'

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

/** `api/bills` of `api/bills/pay.ts`; null at a layer's root, where parts are put together. */
const folderOf = (file: string): string | null => {
  const [layer, folder, rest] = file.split('/')
  return folder === undefined || rest === undefined ? null : `${layer}/${folder}`
}

/** Pairs of folders of which each imports the other, type imports included: `api/a <-> api/b`, with one import each way. */
export const folderCycles = (
  files: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly [string, string]> => {
  const imports = new Map<string, string>()
  for (const [file, source] of files)
    for (const [, target = ''] of source.matchAll(IMPORT)) {
      const imported = path.posix.normalize(path.posix.join(path.posix.dirname(file), target))
      const [from, to] = [folderOf(file), folderOf(imported)]
      if (from !== null && to !== null && from !== to)
        imports.set(`${from} -> ${to}`, `${file} -> ${imported}`)
    }
  const cycles = new Map<string, readonly [string, string]>()
  for (const [edge, example] of imports) {
    const [from = '', to = ''] = edge.split(' -> ')
    const back = imports.get(`${to} -> ${from}`)
    if (back !== undefined && from < to) cycles.set(`${from} <-> ${to}`, [example, back])
  }
  return cycles
}
