import { parseSync } from 'vite'
import { firstOf, isNewer, SINCE, type Versions } from './browser-support.ts'
import { isNode, type Node } from './nodes.ts'

/** A use of something that browsers provide, such as `URL.parse`, `structuredClone` or `.toSorted()`. */
export interface PlatformFeature {
  readonly name: string
  readonly offset: number
  /** The versions that brought it; not the browsers that do not have it. */
  readonly since: Versions
}

const identifier = (node: unknown): string | null =>
  isNode(node) && node.type === 'Identifier' && typeof node['name'] === 'string' ? node['name'] : null

/** Name to the versions that brought it. */
type Index = Map<string, Versions>

const GLOBALS: Index = new Map()
/** `Promise.withResolvers` */
const STATICS: Index = new Map()
/** Methods of instances, of whatever they are. */
const METHODS: Index = new Map()

/** Global objects that are the only instance of their interface. */
const SINGLETONS: Readonly<Record<string, string>> = {
  navigator: 'Navigator',
  document: 'Document',
  crypto: 'Crypto',
  performance: 'Performance',
  location: 'Location',
  history: 'History',
  caches: 'CacheStorage',
}
const GLOBAL_OBJECTS = new Set(['globalThis', 'window', 'self'])

const add = (index: Index, name: string, since: Versions): void => {
  index.set(name, firstOf(index.get(name), since))
}

/** Whether code gets an instance without naming an interface that is itself newer, and found by its name. */
const hasInstances = (key: string): boolean => {
  const since = SINCE.get(key)
  return since === undefined || !isNewer(since)
}

for (const [key, since] of SINCE) {
  const [kind, ...names] = key.split('.')
  const [first = '', second = '', third] = kind === 'javascript' ? names.slice(1) : names
  if (kind === 'api' && names.length <= 2) {
    if (second === '') add(GLOBALS, first, since)
    else if (second.endsWith('_static')) add(STATICS, `${first}.${second.replace('_static', '')}`, since)
    else if (!second.endsWith('_event')) {
      if (first === 'Window' || first === 'WorkerGlobalScope') add(GLOBALS, second, since)
      if (hasInstances(`api.${first}`)) add(METHODS, second, since)
    }
  } else if (kind === 'javascript' && names[0] === 'builtins' && !key.includes('@@')) {
    const [owner, name] = first === 'Intl' && third !== undefined ? [second, third] : [first, second]
    if (name === '') add(GLOBALS, owner, since)
    else {
      // The data does not say which of them are static.
      add(STATICS, `${owner}.${name}`, since)
      if (hasInstances(`javascript.builtins.${owner}`)) add(METHODS, name, since)
    }
  }
}

/** Syntax of regular expressions, as `/pattern/flags`. */
const SYNTAX: readonly (readonly [name: string, found: RegExp, key: string])[] = [
  ['(?<=…)', /\(\?<[=!]/, 'javascript.regular_expressions.lookbehind_assertion'],
  ['(?i:…)', /\(\?(?:[ims]+(?:-[ims]*)?|-[ims]+):/, 'javascript.regular_expressions.modifier'],
  ['/…/v', /\/\w*v\w*$/, 'javascript.builtins.RegExp.unicodeSets'],
]

/** Calls `visit` with each node that runs. */
const walk = (value: unknown, visit: (node: Node) => void): void => {
  if (Array.isArray(value)) for (const each of value) walk(each, visit)
  if (!isNode(value)) return
  const { type } = value
  if (type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(type)) return
  visit(value)
  for (const [key, child] of Object.entries(value)) {
    // Names of properties are no variables.
    if ((key === 'property' || key === 'key') && value['computed'] === false) continue
    if (key !== 'typeAnnotation' && key !== 'typeArguments') walk(child, visit)
  }
}

/** The names that a pattern declares. */
const declared = (pattern: unknown): readonly string[] => {
  if (Array.isArray(pattern)) return pattern.flatMap(declared)
  if (!isNode(pattern)) return []
  const name = identifier(pattern)
  if (name !== null) return [name]
  return ['left', 'argument', 'elements', 'properties', 'value', 'parameter'].flatMap((key) =>
    declared(pattern[key]),
  )
}

/** The text of a string; minified code has them as templates. */
const stringIn = (node: unknown): string => {
  if (!isNode(node)) return ''
  const [part]: readonly unknown[] = Array.isArray(node['quasis']) ? node['quasis'] : []
  const value = isNode(part) ? part['value'] : node['value']
  if (typeof value === 'object' && value !== null && 'cooked' in value) return String(value.cooked)
  return String(value)
}

/** The names that a file declares, those among them that are only imported, and those whose presence it asks for. */
const namesIn = (program: Node) => {
  const own = new Set<string>()
  const imported = new Set<string>()
  const asked = new Set<string>()
  const memberName = (node: unknown): string | null =>
    isNode(node) ? (identifier(node['property']) ?? identifier(node)) : null
  walk(program, (node) => {
    const { type } = node
    if (/^Import.*Specifier$/.test(type)) for (const name of declared(node['local'])) imported.add(name)
    const places = [type === 'CatchClause' ? node['param'] : null, node['params'], node['id']]
    for (const name of places.flatMap(declared)) own.add(name)
    // `'share' in navigator`, `typeof Notification`, `navigator.share?.()`
    if (type === 'BinaryExpression' && node['operator'] === 'in') asked.add(stringIn(node['left']))
    if (type === 'UnaryExpression' && node['operator'] === 'typeof')
      asked.add(memberName(node['argument']) ?? '')
    if (node['optional'] === true) asked.add(memberName(node['callee'] ?? node['object']) ?? '')
  })
  return { own: own.union(imported), onlyImported: imported.difference(own), asked }
}

/** Whether this is `map.values()` and the like, whose methods are called as those of arrays are. */
const isIterator = (node: unknown): boolean => {
  if (!isNode(node) || node.type !== 'CallExpression' || !isNode(node['callee'])) return false
  const { callee } = node
  const isOfObject = identifier(callee['object']) === 'Object'
  return !isOfObject && /^(?:values|keys|entries|matchAll)$/.test(identifier(callee['property']) ?? '')
}

/**
 * What a file uses of the things that browsers provide: global names, members of these, methods of instances by their
 * names, and the syntax of regular expressions. Not what it asks for before (`'share' in navigator`, `share?.()`).
 * Properties of instances are not found, nor options and other words in strings.
 */
export const platformFeatures = (file: string, source: string): readonly PlatformFeature[] => {
  const { program, errors } = parseSync(file, source)
  if (!isNode(program) || errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  const { own, onlyImported, asked } = namesIn(program)
  const found: PlatformFeature[] = []
  const note = (node: Node, name: string, since: Versions | undefined): void => {
    if (since !== undefined) found.push({ name, offset: node.start, since })
  }
  /** `URL` in `URL`, `window.URL` and `URL.prototype`, unless the file declares it. */
  const globalName = (node: unknown): string | null => {
    const name = identifier(node)
    if (name !== null) return own.has(name) ? null : name
    if (!isNode(node) || node.type !== 'MemberExpression') return null
    if (identifier(node['property']) === 'prototype') return globalName(node['object'])
    return GLOBAL_OBJECTS.has(globalName(node['object']) ?? '') ? identifier(node['property']) : null
  }
  const noteMember = (node: Node): void => {
    const name = identifier(node['property'])
    const object = globalName(node['object'])
    if (name === null || object === null || asked.has(name) || asked.has(object)) return
    if (GLOBAL_OBJECTS.has(object)) return note(node, name, GLOBALS.get(name))
    const only = SINCE.get(`api.${SINGLETONS[object]}.${name}`)
    note(node, `${object}.${name}`, only ?? STATICS.get(`${object}.${name}`))
  }
  const noteMethod = (callee: Node): void => {
    const name = identifier(callee['property'])
    const object = identifier(callee['object'])
    if (name === null || asked.has(name) || onlyImported.has(object ?? '')) return
    if (isIterator(callee['object']))
      note(callee, `Iterator.prototype.${name}`, SINCE.get(`javascript.builtins.Iterator.${name}`))
    if (globalName(callee['object']) === null || !GLOBALS.has(object ?? ''))
      note(callee, `.${name}()`, METHODS.get(name))
  }
  walk(program, (node) => {
    const { type, callee, regex } = node
    const name = identifier(node)
    if (name !== null && !own.has(name) && !asked.has(name)) note(node, name, GLOBALS.get(name))
    if (type === 'MemberExpression' && node['computed'] !== true) noteMember(node)
    if (type === 'CallExpression' && isNode(callee) && callee.type === 'MemberExpression') noteMethod(callee)
    if (typeof regex !== 'object' || regex === null || !('pattern' in regex) || !('flags' in regex)) return
    const literal = `/${String(regex.pattern)}/${String(regex.flags)}`
    for (const [syntax, pattern, key] of SYNTAX) if (pattern.test(literal)) note(node, syntax, SINCE.get(key))
  })
  return found
}

/** Those of them that a supported browser may lack, each once, with its line. */
export const newerFeatures = (file: string, source: string) => {
  const newer = platformFeatures(file, source).filter(({ since }) => isNewer(since))
  return [...Map.groupBy(newer, ({ name }) => name).values()].flatMap(([first]) =>
    first ? [{ name: first.name, line: source.slice(0, first.offset).split('\n').length }] : [],
  )
}
