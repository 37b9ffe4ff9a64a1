import { registerRoute } from 'workbox-routing'
import { createAddressKind } from '../api/contract/address-kind.ts'
import { keepFiles, type KeptEntries } from './kept-files.ts'
import { shownOf, unreadable } from './push-message.ts'

/**
 * Caches the app shell, so that every route opens without a network, and no member data. There is no runtime caching on
 * purpose: member data is in the member's own database, and even a network-first rule would store responses marked
 * `no-store`. A new version waits until a member accepts it (web/parts/updates.ts).
 */
declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: KeptEntries
}
/** `SERVER_PATHS` of the contract, written here by the build: the worker needs nothing else of all operations. */
declare const BUILT_SERVER_PATHS: readonly string[]

const answerPage = keepFiles(self.__WB_MANIFEST)
const addressKind = createAddressKind(BUILT_SERVER_PATHS)
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && addressKind(url.pathname) === 'page',
  answerPage,
)

self.addEventListener('message', (event) => {
  const message: unknown = event.data
  if (typeof message === 'object' && message !== null && 'type' in message && message.type === 'SKIP_WAITING')
    void self.skipWaiting()
})

self.addEventListener('push', (event) => {
  const read = shownOf(event.data?.text(), self.location.origin)
  const show = async () => {
    const { title, body, tag, path, badge } = read ?? (await unreadable())
    await self.registration.showNotification(title, {
      body,
      tag,
      icon: '/icons/icon-192.png',
      data: { path },
    })
    // Rejected where the app is not installed.
    await navigator.setAppBadge?.(badge).catch(() => undefined)
  }
  event.waitUntil(show())
})

const pathOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'path' in data && typeof data.path === 'string'
    ? data.path
    : '/notifications'

/** Focuses a window in which the app is open and sends it the path; opens one if there is none. */
const open = async (path: string): Promise<void> => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const client = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0]
  if (client === undefined) {
    await self.clients.openWindow(path)
    return
  }
  // Rejected unless somebody has just clicked.
  await client.focus().catch(() => undefined)
  // The page itself navigates, so that no typed text is lost without a question.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of a service worker has none
  client.postMessage({ type: 'OPEN', path })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(pathOf(event.notification.data)))
})
