import { PrecacheController, cleanupOutdatedCaches, PrecacheRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope

export type KeptEntries = Parameters<PrecacheController['precache']>[0]

const PAGE = '/index.html'
/** The scripts and styles that `index.html` names: without one of them no page starts. */
const NAMED = /(?:src|href)="(\/[^"]+\.(?:js|css))"/g
/** What a company's proxy answers in place of a file whose address it blocks. */
const BLOCKED_STATUS = 403

type Fetched = 'kept' | 'blocked' | 'refused'

const createCache = (controller: PrecacheController) => {
  const open = () => self.caches.open(controller.strategy.cacheName)

  /** Cache keys of the files that are not kept, by address. */
  const missing = async (): Promise<ReadonlyMap<string, string>> => {
    const cache = await open()
    const kept = new Set((await cache.keys()).map(({ url }) => url))
    return new Map([...controller.getURLsToCacheKeys()].filter(([, key]) => !kept.has(key)))
  }

  const fetchOne = async (key: string): Promise<Fetched> => {
    const response = await fetch(key, { credentials: 'same-origin' }).catch(() => null)
    if (response === null || response.status === BLOCKED_STATUS) return 'blocked'
    if (!response.ok) return 'refused'
    await (await open()).put(key, response)
    return 'kept'
  }

  /** Throws unless a page can start from what is kept. */
  const requireStart = async (): Promise<void> => {
    const lacking = await missing()
    const page = await controller.matchPrecache(PAGE)
    const html = page === undefined ? '' : await page.text()
    const needed = [PAGE, ...[...html.matchAll(NAMED)].map(([, path = '']) => path)]
    const absent = needed.filter((path) => lacking.has(new URL(path, self.location.href).href))
    if (absent.length > 0) throw new Error(`No page starts without ${absent.join(', ')}`)
  }

  return { missing, fetchOne, requireStart }
}

/** Whether the server answers: what could not be fetched is then blocked on the way. */
const isReachable = (): Promise<boolean> =>
  fetch(PAGE, { cache: 'no-store', credentials: 'same-origin' }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Keeps the app's files, so that every page opens without a network. A file whose address an extension of the browser
 * or a proxy blocks does not hold up the others: the page that needs it asks the network. The installation fails, to be
 * tried again later, if no page could start, if the connection broke off, or if the server has another version. What is
 * missing is fetched when a page is opened, once in the life of a worker, which browsers end after some seconds.
 *
 * Returns what answers a navigation with the app's page.
 */
export function keepFiles(entries: KeptEntries): ReturnType<PrecacheController['createHandlerBoundToURL']> {
  const controller = new PrecacheController({
    plugins: [
      {
        // During the installation: goes on with the next file. While a page asks, it gets the network's failure.
        handlerDidError: ({ event }) =>
          Promise.resolve(event.type === 'install' ? Response.error() : undefined),
      },
    ],
  })
  const { missing, fetchOne, requireStart } = createCache(controller)

  const install = async (event: ExtendableEvent): Promise<void> => {
    await controller.install(event)
    await requireStart()
    const fetched = await Promise.all([...(await missing()).values()].map(fetchOne))
    if (fetched.includes('refused')) throw new Error('The server has another version')
    if (fetched.includes('blocked') && !(await isReachable())) throw new Error('The connection broke off')
  }

  let completed: Promise<unknown> | undefined
  const complete = async (): Promise<void> => {
    await Promise.all([...(await missing()).values()].map(fetchOne))
  }

  controller.addToCacheList(entries)
  self.addEventListener('install', (event) => event.waitUntil(install(event)))
  self.addEventListener('activate', (event) => void controller.activate(event))
  self.addEventListener('fetch', (event) => {
    if (event.request.mode === 'navigate') event.waitUntil((completed ??= complete()))
  })
  registerRoute(new PrecacheRoute(controller))
  cleanupOutdatedCaches()
  return controller.createHandlerBoundToURL(PAGE)
}
