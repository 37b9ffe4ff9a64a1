import type { Rolldown } from 'vite'

type Chunk = Pick<
  Rolldown.OutputChunk,
  'fileName' | 'isEntry' | 'facadeModuleId' | 'imports' | 'dynamicImports'
>

/** A chunk with its direct and indirect imports, by file name. */
export const importsIn = (chunks: readonly Chunk[]): ((name: string) => ReadonlySet<string>) => {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const withImports = (name: string, seen: Set<string>): ReadonlySet<string> => {
    const chunk = byName.get(name)
    if (!chunk || seen.has(name)) return seen
    seen.add(name)
    for (const next of chunk.imports) withImports(next, seen)
    return seen
  }
  return (name) => withImports(name, new Set())
}

/**
 * The files that every page needs, that of `web/app/main.ts` first; null in a build without the page, such as the
 * service worker's. Not what `main.ts` loads only where a browser lacks something.
 */
export const initialFiles = (chunks: readonly Chunk[]): ReadonlySet<string> | null => {
  const entry = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith('index.html'))
  if (!entry) return null
  const withImports = importsIn(chunks)
  const fallbacks = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/app/fallbacks.ts'))
  const needed = entry.dynamicImports.filter((name) => name !== fallbacks?.fileName)
  return new Set([entry.fileName, ...needed].flatMap((name) => [...withImports(name)]))
}
