/** Replaces `virtual:pwa-register`, which exists only in a build: these pages have no service worker. */
export const registerSW = (): (() => Promise<void>) => async () => undefined
