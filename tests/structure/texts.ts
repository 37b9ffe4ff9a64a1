import { parseSync } from 'vite'
import { isNode, type Node } from './nodes.ts'

/** A text that people read and that is in no catalogue. */
export interface UntranslatedText {
  readonly line: number
  readonly text: string
}

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return nameOf(node['property'])
  return typeof node['name'] === 'string' ? node['name'] : ''
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Functions that translate their first argument. */
const TRANSLATORS = new Set(['t', 'rich', 'meant', 'translateServerText', 'formatText'])
/** Functions whose first argument is for developers, or a name that programs read. */
const NOT_READ = new Set([
  'Error',
  'RangeError',
  'TypeError',
  'DOMException',
  'warn',
  'error',
  'info',
  'clsx',
])
/** Attributes and properties whose text is shown or read out. */
const READ =
  /^(?:alt|placeholder|title|label|legend|hint|text|message|description|aside|caption|heading|aria-(?:label|description|roledescription|valuetext|placeholder))$|(?:Label|Title|Hint|Text|Message)$/
/** Those whose text is read unless it is a single lowercase word, which is a name in the code. */
const PERHAPS_READ = /^(?:name|value|what|unit|prefix|suffix|cost|words?|detail|reason|note)$/
const IS_NAME_IN_CODE = /^[a-z][\w-]*$/
/** Names that are the same in every language. */
const NAMES =
  /^(?:Youtility|Tellepathy|YUT|USDC?|eSIM|DID|APY|SMS|IBAN|CSV|vCard|PDF|QR|JSON|ID|GB|MB|IMEI|ICCID)$/

const isRead = (text: string): boolean =>
  text.split(/[^\p{L}]+/u).some((word) => word.length > 1 && !NAMES.test(word))

const literalOf = (node: Node): string | null => {
  if (node.type === 'JSXText') return String(node['value'])
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type !== 'TemplateLiteral') return null
  const parts = listOf(node['quasis']).map((part) => (isNode(part) ? part['value'] : null))
  return parts
    .map((value) =>
      typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '',
    )
    .join(' ')
}

/** Two words or more, the first with a capital: people read it, wherever it is used. */
const SENTENCE = /^\p{Lu}[\p{L}’']*[,:]? .*\p{Ll}{3}/u

/** Whether people read the text in a place. */
type Shown = 'yes' | 'perhaps' | 'no'

/** A percent sign after a number: its place and spacing depend on the language (`percent`). */
const IS_UNIT = /^%\s*$/

const isReadHere = (text: string, shown: Shown): boolean => {
  if (shown === 'yes' && IS_UNIT.test(text)) return true
  if (shown === 'yes') return isRead(text)
  return SENTENCE.test(text) || (shown === 'perhaps' && isRead(text) && !IS_NAME_IN_CODE.test(text))
}

const shownBy = (name: string): Shown => {
  if (READ.test(name)) return 'yes'
  return PERHAPS_READ.test(name) ? 'perhaps' : 'no'
}

/**
 * Texts in a module of the app that are not translated by `t`, `rich` or `meant`: between tags, in attributes and
 * properties that people read, and whatever looks like a sentence.
 */
export const untranslatedTexts = (file: string, source: string): readonly UntranslatedText[] => {
  const found: UntranslatedText[] = []
  const note = (node: Node, text: string): void => {
    const before = source.slice(0, node.start + (/^\s*/.exec(text)?.[0].length ?? 0))
    found.push({ line: before.split('\n').length, text: text.trim() })
  }
  /** `shown`: whether people read the text in this place. */
  const visit = (value: unknown, shown: Shown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, shown)
    if (!isNode(value)) return
    const text = literalOf(value)
    if (text !== null && isReadHere(text, value.type === 'JSXText' ? 'yes' : shown)) note(value, text)
    visitChildren(value, shown)
  }
  const visitChildren = (node: Node, shown: Shown): void => {
    const { type } = node
    if (/^(?:Import|ExportAll|TS)/.test(type)) {
      if (type === 'TSAsExpression' || type === 'TSSatisfiesExpression') visit(node['expression'], shown)
      return
    }
    if (type === 'CallExpression' || type === 'NewExpression') {
      const name = nameOf(node['callee'])
      if (!TRANSLATORS.has(name) && !NOT_READ.has(name)) visit(node['arguments'], 'no')
      else for (const one of listOf(node['arguments']).slice(1)) visit(one, 'no')
      visit(node['callee'], 'no')
      return
    }
    if (type === 'JSXAttribute' || type === 'Property' || type === 'PropertyDefinition') {
      const key = node[type === 'JSXAttribute' ? 'name' : 'key']
      const name = nameOf(key) || (isNode(key) ? (literalOf(key) ?? '') : '')
      // What a class overrides is the name of an error.
      const shownHere = node['override'] === true ? 'no' : shownBy(name)
      // A property of an object may be a name in the code, whatever it is called.
      visit(node['value'], type === 'JSXAttribute' || shownHere === 'no' ? shownHere : 'perhaps')
      return
    }
    if (type === 'JSXElement' || type === 'JSXFragment') {
      visit(node['openingElement'], 'no')
      visit(node['children'], 'yes')
      return
    }
    if (type === 'ConditionalExpression' || type === 'LogicalExpression') {
      visit(node['test'], 'no')
      visit([node['consequent'], node['alternate'], node['right']], shown)
      visit(node['left'], node['operator'] === '&&' ? 'no' : shown)
      return
    }
    const keeps = /^(?:JSXExpressionContainer|TemplateLiteral|ParenthesizedExpression)$/.test(type)
    for (const [key, child] of Object.entries(node)) visit(child, keeps && key !== 'quasis' ? shown : 'no')
  }
  visit(parseSync(file, source).program, 'no')
  return found
}
