import type { Currency } from '../../api/contract/fields.ts'

/** What a payment link asks for; what is null or empty is left to whoever pays. */
interface Asked {
  readonly handle: string
  readonly amount: string
  readonly currency: Currency
  readonly message: string
}

/** The scheme of our links outside of the web, as the manifest registers it. */
const SCHEME = /^web\+youtility:(?:\/\/)?\/?/i
const CARD = /^\s*BEGIN:VCARD/i
/** Who can be paid, within a text: a DID, a handle with its @, or an e-mail address. */
const PAYEES = [
  /\bdid:[a-z0-9]+:[\w.:%-]+/i,
  /(?<![\w.@])@\w{3,30}\b(?!\.)/,
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/,
] as const

const withQuery = (path: string, query: URLSearchParams): string =>
  query.size === 0 ? path : `${path}?${query.toString()}`

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

/** The address that opens Send Funds filled in as a payment link says, `query` being the link's own. */
export const sendPath = (to: string, query: URLSearchParams): string => {
  const send = new URLSearchParams({ send: to })
  for (const name of ['amount', 'currency', 'message']) {
    const value = query.get(name)
    if (value !== null) send.set(name, value)
  }
  return withQuery('/wallet', send)
}

/** The path of the app that a link leads to: one of ours, by the web or by our own scheme; null for any other. */
const pathOf = (link: string, origin: string): string | null => {
  const own = link.replace(SCHEME, '')
  if (own !== link && own.startsWith('@')) return pathOf(`${origin}/pay/${own}`, origin)
  const { origin: whose, pathname, search } = URL.parse(own === link ? link : `${origin}/${own}`) ?? {}
  if (whose !== origin || pathname === undefined) return null
  return /^\/(?:pay|members)\/[^/]+$/.test(pathname) ? `${pathname}${search ?? ''}` : null
}

/** What can be done with a link that was opened, or a text that was shared. */
type Incoming =
  | { readonly kind: 'place'; readonly path: string }
  /** An address book entry. */
  | { readonly kind: 'contacts'; readonly vcard: string }
  | { readonly kind: 'nothing' }

/** Understands what came from outside; `origin` is the app's own. Nothing that it answers sends anything. */
export const incomingOf = (text: string, origin: string): Incoming => {
  if (CARD.test(text)) return { kind: 'contacts', vcard: text }
  for (const word of text.split(/\s+/)) {
    const path = pathOf(word, origin)
    if (path !== null) return { kind: 'place', path }
  }
  // What stands within any other link names nobody.
  const words = text.replaceAll(/\b(?:[a-z][a-z+.-]*:\/\/|web\+youtility:)\S+/gi, ' ')
  for (const payee of PAYEES) {
    const [found] = payee.exec(words) ?? []
    if (found !== undefined) return { kind: 'place', path: sendPath(found, new URLSearchParams()) }
  }
  return { kind: 'nothing' }
}
