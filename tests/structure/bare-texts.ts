import { parseSync } from 'vite'
import { isNode, type Node } from './nodes.ts'

/** A text that is no element's only child, beside something that comes and goes. */
export interface BareText {
  readonly line: number
  readonly text: string
}

/** Names of values that are texts where they are children; the other names are of elements. */
const TEXTS =
  /^(?:(?:.*[a-z])?(?:label|title|name|text|word|words|prefix|suffix|says|meaning|detail|outcome|legend|summary|message|exact|handle|number))$/i
/** Elements whose children are a text or part of one; others are given elements. */
const OF_TEXT = /^(?:a|button|label|span|p|li|summary|strong|Link|NavLink)$/
/** Functions that return elements, or nothing to see. */
const NO_TEXTS = /^(?:isolated|fitted|\w+Field|children|createPortal|receipt)$/

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const lastName = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return lastName(node['property'])
  return typeof node['name'] === 'string' ? node['name'] : ''
}

/** The slots of React's children: what JSX leaves out, and spaces, which translators leave alone, are none. */
const slotsIn = (children: unknown): readonly Node[] =>
  listOf(children)
    .filter(isNode)
    .map((child) => (child.type === 'JSXExpressionContainer' ? child['expression'] : child))
    .filter(isNode)
    .filter((child) => child.type !== 'JSXEmptyExpression' && !isBlank(child))

const isBlank = ({ type, ...node }: Node): boolean =>
  (type === 'JSXText' || type === 'Literal') && String(node['value']).trim() === ''

/** What an expression may draw: the branches of conditions, and what a list draws for each entry. */
const drawnBy = (node: unknown): readonly Node[] => {
  if (!isNode(node)) return []
  if (node.type === 'ParenthesizedExpression') return drawnBy(node['expression'])
  if (node.type === 'ConditionalExpression') return [node['consequent'], node['alternate']].flatMap(drawnBy)
  if (node.type === 'LogicalExpression')
    return [...(node['operator'] === '&&' ? [] : drawnBy(node['left'])), ...drawnBy(node['right'])]
  if (node.type === 'JSXFragment') return slotsIn(node['children']).flatMap(drawnBy)
  if (node.type === 'CallExpression' && lastName(node['callee']) === 'map') {
    const [each] = listOf(node['arguments'])
    return isNode(each) && each.type === 'ArrowFunctionExpression' ? drawnBy(each['body']) : []
  }
  return [node]
}

const isText = (node: Node, parent: string): boolean => {
  switch (node.type) {
    case 'JSXText':
    case 'TemplateLiteral':
      return true
    case 'Literal':
      return typeof node['value'] === 'string' || typeof node['value'] === 'number'
    case 'CallExpression':
      return !NO_TEXTS.test(lastName(node['callee']))
    case 'Identifier':
    case 'MemberExpression':
      return TEXTS.test(lastName(node)) || (lastName(node) === 'children' && OF_TEXT.test(parent))
    default:
      return false
  }
}

/** Components that draw the same element as long as they are there, as icons do. */
const STEADY = /^(?:Icon|LogoMark|Spinner|VisuallyHidden|Badge|Link|HeadingLevel)$/

const iconsIn = (source: string): ReadonlySet<string> =>
  new Set(/import \{([^}]*)\} from 'lucide-react'/.exec(source)?.[1]?.split(/[\s,]+/))

/** Whether a component draws the slot, which may be another element the next time. */
const isComponent = (slot: Node, icons: ReadonlySet<string>): boolean => {
  const opening = slot['openingElement']
  const name = isNode(opening) ? lastName(opening['name']) : ''
  return /^[A-Z]/.test(name) && !STEADY.test(name) && !icons.has(name)
}

/** Whether what a slot draws comes and goes. */
const changes = (slot: Node): boolean => {
  if (slot.type === 'ParenthesizedExpression')
    return isNode(slot['expression']) && changes(slot['expression'])
  if (slot.type === 'CallExpression') return lastName(slot['callee']) === 'map'
  if (slot.type === 'Identifier' || slot.type === 'MemberExpression')
    return /^(?:children|icon|aside|actions?|badge)$/.test(lastName(slot))
  return slot.type === 'ConditionalExpression' || slot.type === 'LogicalExpression'
}

const isList = (slot: Node): boolean => slot.type === 'CallExpression' && lastName(slot['callee']) === 'map'

/** What the component returns, if the node defines one. */
const returnedBy = (node: Node): readonly unknown[] => {
  const defined = node.type === 'VariableDeclarator' ? node['init'] : node
  if (!isNode(defined) || !/^(?:ArrowFunctionExpression|FunctionDeclaration)$/.test(defined.type)) return []
  if (!/^[A-Z][a-z]/.test(lastName(node['id']))) return []
  const { body } = defined
  return isNode(body) && body.type === 'BlockStatement' ? returnsIn(body) : [body]
}

const returnsIn = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value.flatMap(returnsIn)
  if (!isNode(value) || value.type.includes('Function')) return []
  if (value.type === 'ReturnStatement') return [value['argument']]
  return Object.values(value).flatMap(returnsIn)
}

/**
 * Texts that a translator of pages would take from React. Translators replace each piece of text by elements of their
 * own; React keeps the piece that is gone, and throws when it removes that or puts something before it. A text that is
 * the only child of its element is safe: React then writes it as the element's content. So a component returns an
 * element, and a text beside something that comes and goes has an element of its own.
 */
export const bareTexts = (file: string, source: string): readonly BareText[] => {
  const found: BareText[] = []
  const icons = iconsIn(source)
  const note = (text: Node | undefined): void => {
    if (text === undefined) return
    const [first = ''] = source.slice(text.start, Number(text['end'])).trim().split('\n', 1)
    found.push({ line: source.slice(0, text.start).split('\n').length, text: first })
  }
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one)
    if (!isNode(value)) return
    note(
      returnedBy(value)
        .flatMap(drawnBy)
        .find((node) => isText(node, '') && node.type !== 'Identifier' && node.type !== 'MemberExpression'),
    )
    if (value.type === 'JSXElement' || value.type === 'JSXFragment') {
      const slots = slotsIn(value['children'])
      const opening = value['openingElement']
      const parent = isNode(opening) ? lastName(opening['name']) : ''
      const isBare = (node: Node): boolean => isText(node, parent)
      if (slots.some(isList) || (slots.length > 1 && slots.some(changes)))
        note(slots.flatMap(drawnBy).find(isBare))
      else {
        const first = slots.findIndex((slot) => isComponent(slot, icons))
        // What is put before an element finds its place; a component may draw another element than before.
        if (first >= 0) note(slots.slice(first + 1).find(isBare))
      }
    }
    for (const child of Object.values(value)) visit(child)
  }
  visit(parseSync(file, source).program)
  return found
}
