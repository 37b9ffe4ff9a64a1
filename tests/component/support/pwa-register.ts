/** In the place of `virtual:pwa-register`, which only a build has: these pages have no service worker. */
export const registerSW = (): (() => Promise<void>) => async () => undefined
