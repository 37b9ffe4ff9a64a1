import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import { inContext } from './catalogue.ts'

// Finds every text that must be in the catalogues: the texts of pages (`t` and `rich`), and the sentences of the
// server, which pages translate by `translateServerText`.

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const walk = (node: Node, see: (node: Node) => boolean): void => {
  if (!see(node)) return
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) walk(each, see)
}

const parse = (file: string, code: string): Node => {
  const parsed: unknown = parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  if (!isNode(parsed)) throw new TypeError(`${file} could not be parsed`)
  return parsed
}

const textOf = (node: unknown): string | null =>
  isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : null

const nameOf = (node: unknown): string =>
  isNode(node) && node.type === 'Identifier' && typeof node['name'] === 'string' ? node['name'] : ''

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/**
 * Messages of `t('…')`, `rich('…')` and `meant('context', '…')`; TypeScript rejects a message that is not a literal.
 */
export const messagesIn = (file: string, code: string): readonly string[] => {
  const found: string[] = []
  walk(parse(file, code), (node) => {
    if (node.type !== 'CallExpression') return true
    const [first, second] = listOf(node['arguments']).map(textOf)
    const callee = nameOf(node['callee'])
    if (['t', 'rich'].includes(callee) && typeof first === 'string') found.push(first)
    if (callee === 'meant' && typeof first === 'string' && typeof second === 'string')
      found.push(inContext(first, second))
    return true
  })
  return found
}

/** Values with these names in the server's code are names: of a device, a plan, a contact, a witness. */
const NAMES = /^(?:label|name|plan_name|\w+Name)$/

const placeOf = (expression: unknown, index: number): string => {
  const named =
    isNode(expression) && expression.type === 'MemberExpression' ? expression['property'] : expression
  return NAMES.test(nameOf(named)) ? `{name${index}}` : `{${index}}`
}

/** A template as a message: its values are numbered in their order, and names are marked. */
const templateOf = (node: Node): string => {
  const expressions = listOf(node['expressions'])
  return listOf(node['quasis'])
    .map((part, index) => {
      const value = isNode(part) ? part['value'] : null
      const text =
        typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : ''
      return index === 0 ? text : `${placeOf(expressions[index - 1], index - 1)}${text}`
    })
    .join('')
}

/** Every string and template in an expression. */
const stringsIn = (value: unknown): readonly string[] => {
  const found: string[] = []
  if (isNode(value) && value.type !== 'CallExpression')
    walk(value, (node) => {
      const text = node.type === 'TemplateLiteral' ? templateOf(node) : textOf(node)
      if (text !== null && /[a-z]{3}/.test(text)) found.push(text)
      // A compared string is not shown.
      return node.type !== 'TemplateLiteral' && node.type !== 'BinaryExpression'
    })
  return found
}

/** A sentence with its full stop, or a word before another sentence: "Dismissed: …". */
const SENTENCE = /^(?:[A-Z\d{“$][^ ]* .*[.?!]|[A-Z][a-z]+: \{\d+\})$/s
/** Functions that get the name at the beginning of a sentence, such as "The message". */
const NAMED = new Set(['writtenText', 'writtenLine'])
/** Messages of these errors are for operators of the server, not for members. */
const FOR_OPERATORS = /^(?:Error|RangeError|TypeError|InvalidConfig)$/
const NOT_SHOWN = new Set(['summary', 'description'])
/** Properties with parts of sentences and labels of buttons. */
const PIECES = new Set(['action_label', 'what'])
/** Constants with sentences that are specified without a full stop. */
const SPECIFIED = /_(?:RANGE|MISSING)$/
/** The errors of a receipt are shown to the person who checks it, with a full stop added. */
const SHOWN_ERRORS = /\/proof\/receipt\.ts$/
const PIECES_IN: Readonly<Record<string, string>> = {
  'api/contract/test-instruments.ts': 'outcome',
  'api/devices/diagnostics.ts': 'name',
  'api/devices/insights/rules.ts': 'label',
  'api/sandbox/carrier/radio.ts': 'name',
}
const VARIABLE_OF_PIECES = /^(?:ALLOWANCE_NAMES|what|doing)$/

const isPiece = (file: string, name: string): boolean => PIECES.has(name) || PIECES_IN[file] === name

const isPieceIn = (file: string, variable: string): boolean =>
  VARIABLE_OF_PIECES.test(variable) || SPECIFIED.test(variable) || PIECES_IN[file] === variable

/** Sentences for people in a module of the server or the ledger. */
export const sentencesIn = (file: string, code: string): readonly string[] => {
  const found: string[] = []
  walk(parse(file, code), (node) => {
    if (/^(?:Import|TS)/.test(node.type))
      return node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression'
    if (node.type === 'NewExpression' && FOR_OPERATORS.test(nameOf(node['callee']))) {
      if (SHOWN_ERRORS.test(file))
        found.push(...stringsIn(listOf(node['arguments'])[0]).map((text) => `${text}.`))
      return false
    }
    if (node.type === 'Property' && NOT_SHOWN.has(nameOf(node['key'])) && !file.endsWith('/plans.ts'))
      return false
    if (node.type === 'Property' && isPiece(file, nameOf(node['key'])))
      found.push(...stringsIn(node['value']))
    if (node.type === 'VariableDeclarator' && isPieceIn(file, nameOf(node['id'])))
      found.push(...stringsIn(node['init']))
    if (
      node.type === 'CallExpression' &&
      isNode(node['callee']) &&
      nameOf(node['callee']['property']) === 'refuse'
    )
      found.push(...stringsIn(listOf(node['arguments']).at(-1)))
    if (node.type === 'CallExpression' && NAMED.has(nameOf(node['callee']))) {
      const name = textOf(listOf(node['arguments'])[0])
      if (name !== null) found.push(name)
    }
    const text = node.type === 'TemplateLiteral' ? templateOf(node) : textOf(node)
    if (text !== null && SENTENCE.test(text) && /[a-z]{3}/.test(text.replaceAll(/\{(?:name)?\d+\}/g, '')))
      found.push(text)
    return true
  })
  return found
}

/** Modules with texts that the server itself translates, for pushes and statements, by the `t` passed to them. */
const SHARED = [
  'api/contract/device-words.ts',
  'api/contract/notification-words.ts',
  'api/contract/notification-words/account.ts',
  'api/contract/notification-words/kind-words.ts',
  'api/contract/notification-words/money.ts',
  'api/contract/notification-words/services.ts',
  'api/reports/html.ts',
  'api/reports/statement-words.ts',
]

/** Modules with sentences for members; the others write for operators, for other servers or for nobody. */
const SERVER = [
  'api/*/**/*.ts',
  'api/server.ts',
  'events/*/decide*.ts',
  'events/*/daily-limit.ts',
  'events/*/withdrawal-limits.ts',
  'events/proof/receipt.ts',
  'events/proof/verify-receipt.ts',
  'events/proof/witnessed.ts',
]
const TO_OPERATORS =
  /^api\/(?:commands|openapi|config|database|ledger-cli|logging|witness|migrations|operator|keys|processes|reconciliation|sandbox\/identity-provider)\/|api\/(?:identity\/usable-provider|proof\/(?:cosignatures|restored-apart|routes|tiles)|deposits\/webhooks|http\/(?:openapi|metrics|listen))\.ts$/

const add = (all: Map<string, string[]>, file: string, texts: readonly string[]): void => {
  for (const text of new Set(texts)) all.set(text, [...(all.get(text) ?? []), file])
}

const read = (root: string, patterns: readonly string[]): readonly { file: string; code: string }[] =>
  globSync(patterns, { cwd: root })
    .map((file) => file.split(path.sep).join('/'))
    .toSorted()
    .map((file) => ({ file, code: readFileSync(path.join(root, file), 'utf8') }))

/** All texts that need translations: the files that contain each, by English text. */
export const collect = (root: string): ReadonlyMap<string, readonly string[]> => {
  const all = new Map<string, string[]>()
  for (const { file, code } of read(root, ['web/**/*.ts', 'web/**/*.tsx', ...SHARED]))
    add(all, file, messagesIn(file, code))
  for (const { file, code } of read(root, SERVER))
    if (!TO_OPERATORS.test(file) && !SHARED.includes(file)) add(all, file, sentencesIn(file, code))
  return all
}

/** Whether the server itself translates a text of these files. */
export const isServerText = (files: readonly string[]): boolean => files.some((file) => SHARED.includes(file))

/** Whether the server sends a text of these files in English, so that pages translate it by `translateServerText`. */
export const isTold = (files: readonly string[]): boolean =>
  files.some((file) => !file.startsWith('web/') && !SHARED.includes(file))

const areaIn = (file: string): string => {
  if (SHARED.includes(file)) return file.startsWith('api/reports/') ? 'statements' : 'notifications'
  return /^web\/pages\/(?!not-found)(\w+)/.exec(file)?.[1] ?? (file.startsWith('web/') ? 'app' : 'server')
}

/** The catalogue file of a text: its page's, the server's, or the common one if several areas use it. */
export const areaOf = (files: readonly string[]): string => {
  const areas = new Set(files.map(areaIn))
  const [area = 'common'] = areas
  return areas.size === 1 ? area : 'common'
}
