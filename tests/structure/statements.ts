const STATEMENT = /\bname: '([^']+)',\s*text: ?(.*)/g

/**
 * Names that more than one prepared statement has, with their files. Postgres knows a connection's statements by name, and
 * pg rejects another text under a name: whether a query fails would depend on what its connection has run before.
 */
export const sharedStatementNames = (
  files: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> => {
  const places = new Map<string, Set<string>>()
  const texts = new Map<string, Set<string>>()
  for (const [file, source] of files)
    for (const [, name = '', text = ''] of source.matchAll(STATEMENT)) {
      places.set(name, (places.get(name) ?? new Set()).add(file))
      texts.set(name, (texts.get(name) ?? new Set()).add(`${file} ${text}`))
    }
  return new Map(
    [...places].filter(([name]) => (texts.get(name)?.size ?? 0) > 1).map(([name, at]) => [name, [...at]]),
  )
}
