import { readFileSync } from 'node:fs'
import vm from 'node:vm'

const SCRIPT = readFileSync(new URL('../../../../web/public/theme.js', import.meta.url), 'utf8')

/** State of the document and the device when the first script runs. */
interface Opening {
  readonly pathname?: string
  /** Content of local storage. */
  readonly stored?: Readonly<Record<string, string>>
  readonly prefersDark?: boolean
  readonly languages?: readonly string[]
  /** A service worker serves the page. */
  readonly isServed?: boolean
  /** Global names that this browser does not know. */
  readonly lacks?: readonly string[]
  /** Tables that the build writes into the script: `PAGES`, `CATALOGUES`. */
  readonly tables?: Readonly<Record<string, unknown>>
}

/** Effects of theme.js, including later ones. */
export interface Opened {
  readonly root: ReadonlyMap<string, string>
  readonly lang: () => string
  readonly dir: () => string
  readonly themeColor: () => string | undefined
  /** Address of the manifest where it is not the page's own. */
  readonly manifest: () => string | undefined
  readonly written: readonly string[]
  /** Elements added to the head. */
  readonly head: readonly Readonly<Record<string, unknown>>[]
  /** Requested addresses. */
  readonly asked: readonly string[]
  /** What the page says that the browser lacks; undefined if it shows the app. */
  readonly missing: () => string | undefined
  /** The pending request for the session. */
  readonly session: () => unknown
}

/** Runs theme.js, with the tables of a build, in a new document. */
export const openWith = (opening: Opening): Opened => {
  const { stored = {}, languages = ['en-US'] } = opening
  let script = SCRIPT
  for (const [name, table] of Object.entries(opening.tables ?? {})) {
    const written = script.replace(`/* ${name} */ {}`, JSON.stringify(table))
    if (written === script) throw new Error(`theme.js has no place for ${name}`)
    script = written
  }
  const root = new Map<string, string>()
  const documentElement = {
    lang: 'en',
    dir: 'ltr',
    setAttribute: (name: string, value: string) => root.set(name, value),
  }
  const meta = new Map<string, string>()
  const [written, asked]: [string[], string[]] = [[], []]
  const head: Record<string, unknown>[] = []
  const elements = {
    root: { isHidden: false, setAttribute: () => (elements.root.isHidden = true) },
    'too-old': {
      isHidden: true,
      code: { textContent: '' },
      removeAttribute: () => (elements['too-old'].isHidden = false),
      getElementsByTagName: () => [elements['too-old'].code],
    },
  }
  const page: Record<string, unknown> = {
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    location: { pathname: opening.pathname ?? '/' },
    navigator: { languages, serviceWorker: { controller: opening.isServed === true ? {} : null } },
    performance,
    AbortSignal,
    BroadcastChannel,
    Intl,
    crypto,
    matchMedia: () => ({ matches: opening.prefersDark === true }),
    fetch: (url: string) => {
      asked.push(url)
      return Promise.resolve()
    },
    document: {
      documentElement,
      querySelector: () => ({ setAttribute: (name: string, value: string) => meta.set(name, value) }),
      createElement: () => ({}),
      head: { append: (element: Record<string, unknown>) => head.push(element) },
      write: (html: string) => written.push(html),
      addEventListener: (_: 'DOMContentLoaded', show: () => void) => show(),
      getElementById: (id: keyof typeof elements) => elements[id],
    },
  }
  for (const name of opening.lacks ?? []) delete page[name]
  page['self'] = page
  vm.runInNewContext(script, page)
  return {
    root,
    lang: () => documentElement.lang,
    dir: () => documentElement.dir,
    themeColor: () => meta.get('content'),
    manifest: () => meta.get('href'),
    written,
    head,
    asked,
    missing: () => {
      const { root: app, 'too-old': notice } = elements
      return app.isHidden && !notice.isHidden ? notice.code.textContent : undefined
    },
    session: () => page['youtilitySession'],
  }
}
