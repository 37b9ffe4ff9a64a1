import type { Currency } from '../../api/contract/fields.ts'

/** Content of a payment link; null or empty values are left to the payer. */
interface Asked {
  readonly handle: string
  readonly amount: string
  readonly currency: Currency
  readonly message: string
}

/** The scheme of our links outside of the web, as registered in the manifest. */
const SCHEME = /^web\+youtility:(?:\/\/)?\/?/i
const CARD = /^\s*BEGIN:VCARD/i
/** Patterns of a payee in a text: a DID, a handle with its @, or an e-mail address. */
const PAYEES = [
  /\bdid:[a-z0-9]+:[\w.:%-]*[\w%]/i,
  // Not `@name.example` of another network; a full stop after it ends a sentence.
  /(?<![\w.@])@\w{3,30}\b(?!\.\w)/,
  /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/,
] as const

const withQuery = (path: string, query: URLSearchParams): string => {
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/** The path of a payment link: "/pay/@ada?amount=25&currency=USD". */
export const payPath = ({ handle, amount, currency, message }: Asked): string => {
  const query = new URLSearchParams()
  if (amount !== '') {
    query.set('amount', amount)
    query.set('currency', currency)
  }
  if (message.trim() !== '') query.set('message', message.trim())
  return withQuery(`/pay/@${encodeURIComponent(handle.replace(/^@/, ''))}`, query)
}

/** The address that opens Send Funds, filled in from `query`, the query of a payment link. */
export const sendPath = (to: string, query: URLSearchParams): string => {
  const send = new URLSearchParams({ send: to })
  for (const name of ['amount', 'currency', 'message']) {
    const value = query.get(name)
    if (value !== null) send.set(name, value)
  }
  return withQuery('/wallet', send)
}

/** The address that opens Request Funds for dollars of a member, filled in likewise. */
export const requestPath = (from: string, query: URLSearchParams): string => {
  const request = new URLSearchParams([['request', from], ...query])
  request.delete('currency')
  return withQuery('/wallet', request)
}

/** The app's path in a link to its origin or of our own scheme; null for any other link. */
const pathOf = (link: string, origin: string): string | null => {
  const own = link.replace(SCHEME, '')
  if (own !== link && own.startsWith('@')) return pathOf(`${origin}/pay/${own}`, origin)
  const { origin: whose, pathname, search } = URL.parse(own === link ? link : `${origin}/${own}`) ?? {}
  if (whose !== origin || pathname === undefined) return null
  return /^\/(?:pay|members)\/[^/]+$/.test(pathname) ? `${pathname}${search ?? ''}` : null
}

/** What to do with an opened link or a shared text. */
type Incoming =
  | { readonly kind: 'place'; readonly path: string }
  /** An address book entry. */
  | { readonly kind: 'contacts'; readonly vcard: string }
  | { readonly kind: 'nothing' }

/** What people and programs put around a link: brackets, quotation marks, the end of a sentence, invisible marks. */
const BEFORE = /^[\p{Ps}\p{Pi}\p{Pf}\p{Cf}"'`<]+/u
const AFTER = /[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Cf}"'`>.,;:!?…]/u
const SENTENCE_END = /[.,;:!?]$/
/** An expression for all of an end would take time with the square of the word. */
const withoutEnd = (word: string): string => {
  let end = word.length
  while (end > 0 && AFTER.test(word.charAt(end - 1))) end -= 1
  return word.slice(0, end)
}

/** A word without what stands around it, and as it is; in Markdown, `[text](link)`, the link. */
const linksIn = (word: string): readonly string[] => {
  const [, inBrackets = ''] = /\]\((\S+)\)/.exec(word) ?? []
  return [withoutEnd(word).replace(BEFORE, ''), inBrackets, word]
}

/** Interprets a link or text from outside; `origin` is the app's own. No result sends anything. */
export const incomingOf = (text: string, origin: string): Incoming => {
  if (CARD.test(text)) return { kind: 'contacts', vcard: text }
  const all = text.trim().split(/\s+/)
  for (const word of all) {
    // The message of a link that stands alone may end with a full stop of its own.
    const isWhole = all.length === 1 && word.includes('?') && SENTENCE_END.test(word)
    const links = isWhole ? linksIn(word).toReversed() : linksIn(word)
    const path = links.map((link) => pathOf(link, origin)).find((found) => found !== null)
    if (path) return { kind: 'place', path }
  }
  // Text within other links names no payee.
  const words = text.replaceAll(/(?<![\w+.-])(?:[\w+.-]*:\/\/|web\+youtility:)\S+/gi, ' ')
  for (const payee of PAYEES) {
    const [found] = payee.exec(words) ?? []
    if (found !== undefined) return { kind: 'place', path: sendPath(found, new URLSearchParams()) }
  }
  return { kind: 'nothing' }
}
