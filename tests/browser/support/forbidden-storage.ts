import type { Page } from '@playwright/test'

/**
 * Does to every page what Firefox does where a site may store nothing: whatever stores, and what tabs share, throws a
 * `SecurityError`. Without cookies nobody can sign in, and the browser says so by `cookieEnabled`.
 */
export const forbidStorage = (page: Page, { cookies }: { cookies: boolean }): Promise<unknown> =>
  page.addInitScript((hasCookies) => {
    // The empty page before the first one has none of these.
    if (!('LockManager' in globalThis)) return
    const refuse = (): never => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    const reject = () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'))
    for (const name of ['localStorage', 'sessionStorage', 'caches'])
      Object.defineProperty(globalThis, name, { configurable: true, get: refuse })
    for (const name of ['open', 'deleteDatabase']) Reflect.set(IDBFactory.prototype, name, refuse)
    Reflect.set(IDBFactory.prototype, 'databases', reject)
    Reflect.set(globalThis, 'BroadcastChannel', function BroadcastChannel() {
      refuse()
    })
    Reflect.set(LockManager.prototype, 'request', reject)
    for (const name of ['register', 'getRegistration', 'getRegistrations'])
      Reflect.set(ServiceWorkerContainer.prototype, name, reject)
    Object.defineProperty(ServiceWorkerContainer.prototype, 'ready', {
      get: () => new Promise(() => undefined),
    })
    Reflect.set(StorageManager.prototype, 'persist', reject)
    if (hasCookies) return
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false })
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} })
  }, cookies)
