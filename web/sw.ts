import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { SERVER_OWNED } from './app/server-owned.ts'

/**
 * Keeps the app shell, so that every route opens without a network, and nothing else. There is no runtime
 * caching on purpose: member data lives in the member's own database, and even a network-first rule would
 * store answers marked `no-store`. A new version waits until somebody accepts it (web/app/updates.ts).
 */
declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0]
}

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [...SERVER_OWNED] }))

self.addEventListener('message', (event) => {
  const message: unknown = event.data
  if (typeof message === 'object' && message !== null && 'type' in message && message.type === 'SKIP_WAITING')
    void self.skipWaiting()
})
