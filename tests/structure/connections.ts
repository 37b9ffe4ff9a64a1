const OPENED = /(?:\b(\w+) = )?new (?:pg\.)?(?:Client|Pool)\((?!\))/g

/** The place after the bracket that closes the one before `from`. */
const afterCall = (source: string, from: number): number => {
  let depth = 1
  let at = from
  for (; at < source.length && depth > 0; at += 1) {
    if (source[at] === '(') depth += 1
    if (source[at] === ')') depth -= 1
  }
  return at
}

/**
 * Connections and pools of pg without a listener for errors: Node ends the process when Postgres terminates one that is
 * idle, as it does when a database is dropped or a server restarted.
 */
export const deafConnections = (
  source: string,
): readonly { readonly line: number; readonly text: string }[] => {
  if (!/^import .* from 'pg'$/m.test(source)) return []
  return [...source.matchAll(OPENED)]
    .filter(({ 0: text, 1: name, index }) => {
      const isHeardAtOnce = source.startsWith(".on('error'", afterCall(source, index + text.length))
      return !isHeardAtOnce && (name === undefined || !source.includes(`${name}.on('error'`))
    })
    .map(({ 0: text, index }) => ({
      line: source.slice(0, index).split('\n').length,
      text: `${text}…)`,
    }))
}
