import { parseSync } from 'vite'

/** A function that is too long without its inner functions. */
export interface LongFunction {
  readonly name: string
  readonly line: number
  readonly lines: number
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

const isNode = (value: unknown): value is Node & Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const nameOf = (value: unknown): string =>
  isNode(value) && typeof value['name'] === 'string' ? value['name'] : ''

/** The functions of a file with more than `max` lines, not counting comments, blank lines and inner functions. */
export const longFunctions = (file: string, source: string, max: number): readonly LongFunction[] => {
  const { program, comments } = parseSync(file, source)
  const lineAt = (offset: number): number => source.slice(0, offset).split('\n').length
  const free = new Set<number>()
  for (const [n, text] of source.split('\n').entries()) if (text.trim() === '') free.add(n + 1)
  for (const { start, end } of comments)
    if (source.slice(source.lastIndexOf('\n', start) + 1, start).trim() === '')
      for (let n = lineAt(start); n <= lineAt(end); n += 1) free.add(n)
  const found: LongFunction[] = []

  /** Visits a node and its children; returns the lines inside the functions that it contains. */
  const visit = (node: unknown, name: string): readonly number[] => {
    if (Array.isArray(node)) return node.flatMap((one) => visit(one, name))
    if (!isNode(node)) return []
    const own = nameOf(node['id']) || nameOf(node['key']) || name
    const inner = Object.entries(node).flatMap(([key, child]) =>
      key === 'id' || typeof child !== 'object' ? [] : visit(child, own),
    )
    if (!FUNCTIONS.has(node.type)) return inner
    const line = lineAt(node.start)
    const all: number[] = []
    for (let n = line; n <= lineAt(node.end); n += 1) all.push(n)
    const taken = new Set(inner)
    const lines = all.filter((n) => !taken.has(n) && !free.has(n)).length
    if (lines > max) found.push({ name: own, line, lines })
    return all.slice(1, -1)
  }
  visit(program, '')
  return found
}
