import { PERSON_HEADER } from '../../api/contract/operation.ts'
import { CurrentUser } from '../../api/contract/session.ts'

/** A browser as the server sees it: its cookies and request headers. */
export interface Browser {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  readonly post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>
  /**
   * Starts a sign-in as a demo member, a fresh one unless `query` says otherwise; returns the query of the redirect to
   * the callback page.
   */
  readonly authorize: (handle: string, query?: string) => Promise<Record<string, string>>
  /** The whole sign-in. */
  readonly signIn: (handle: string) => Promise<CurrentUser>
  readonly cookies: Map<string, string>
}

const REDIRECTS_MAX = 10

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined

/**
 * A new visitor of the app at `origin`, with an empty cookie jar. Commands go to `origin` and to `others`, other processes
 * of the same app, in turn.
 */
export const openBrowser = (origin: string, others: readonly string[] = []): Browser => {
  const cookies = new Map<string, string>()
  const processes = [origin, ...others]
  let commands = 0
  // The original, since component tests replace `fetch` with a browser of this kind.
  const load = globalThis.fetch

  const keep = (response: Response): Response => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';')
      const name = pair.slice(0, pair.indexOf('=')).trim()
      const value = pair.slice(pair.indexOf('=') + 1)
      const expired = attributes.some((one) => /^\s*expires=Thu, 01 Jan 1970/i.test(one))
      if (expired || value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  const browse = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    if (!headers.has('Sec-Fetch-Site')) headers.set('Sec-Fetch-Site', 'same-origin')
    if (!headers.has(PERSON_HEADER)) headers.set(PERSON_HEADER, '1')
    if (!headers.has('Cookie') && cookies.size > 0)
      headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const url = new URL(path, origin)
    const isCommand = (init.method ?? 'GET') !== 'GET' && url.pathname.startsWith('/api/')
    const process = isCommand ? processes[commands++ % processes.length] : undefined
    if (process !== undefined && url.origin === origin) url.host = new URL(process).host
    return keep(await load(url, { ...init, headers, redirect: 'manual' }))
  }

  const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    browse(path, {
      method: 'POST',
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })

  /** Follows redirects until a page or the callback address is reached. */
  const follow = async (start: string): Promise<{ url: URL; response?: Response }> => {
    let url = new URL(start, origin)
    for (let hop = 0; hop < REDIRECTS_MAX; hop++) {
      if (url.pathname === '/auth/callback') return { url }
      const response = await browse(url.href)
      const location = response.headers.get('Location')
      if (location === null) return { url, response }
      url = new URL(location, url)
    }
    throw new Error('Too many redirects')
  }

  const authorize = async (handle: string, query = '?fresh=1'): Promise<Record<string, string>> => {
    const started = await browse(`/api/oauth/google/redirect_url${query}`)
    const redirectUrl = text(field(await started.json(), 'redirectUrl'))
    const chooser = await follow(redirectUrl)
    if (!chooser.response?.ok) throw new Error(`No chooser: ${chooser.response?.status}`)
    const chosen = await browse(chooser.url.href, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ member: `demo-${handle}` }),
    })
    const { url } = await follow(text(chosen.headers.get('Location')))
    return Object.fromEntries(url.searchParams)
  }

  return {
    fetch: browse,
    post,
    authorize,
    cookies,
    signIn: async (handle) => {
      const response = await post('/api/sessions', await authorize(handle))
      if (response.status !== 201)
        throw new Error(`Sign-in failed: ${response.status} ${await response.text()}`)
      return CurrentUser.parse(field(await response.json(), 'user'))
    },
  }
}
