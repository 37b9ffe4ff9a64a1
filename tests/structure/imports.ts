import path from 'node:path'

const IMPORT = /(?:from|import)\s*\(?\s*'([^'\s]+)'/g

/** What a file imports, type imports included: our files by path from the project's root, packages by name. */
export const importsOf = (file: string, source: string): readonly string[] =>
  [...source.matchAll(IMPORT)].map(([, target = '']) =>
    target.startsWith('.') ? path.posix.normalize(path.posix.join(path.posix.dirname(file), target)) : target,
  )
