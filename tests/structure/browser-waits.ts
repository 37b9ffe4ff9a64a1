/** Promises of browsers that may never be settled. */
const WAITS =
  /\b(?:serviceWorker\??\.(?:ready\b|getRegistration\()|pushManager\??\.(?:subscribe|getSubscription)\(|requestPermission\(|clipboard\.writeText\(|navigator\.share\(|startRegistration\(|startAuthentication\(|\.userChoice\b)|await [\w.?]+\.unsubscribe\(\)/g
const BOUNDED = /\b(?:browserAnswer|memberAnswer)\(\s*[\w?.!]*$/
/** The service worker may wait: the browser ends it. */
const IN_WORKER = /^web\/(?:sw|kept-files|push-message)\.ts$/

/** Waits for a browser's promise that have no end. */
export const endlessWaits = (file: string, source: string): readonly { line: number; text: string }[] =>
  !file.startsWith('web/') || IN_WORKER.test(file)
    ? []
    : [...source.matchAll(WAITS)]
        .filter(({ index }) => !BOUNDED.test(source.slice(Math.max(0, index - 120), index)))
        .map(({ 0: text, index }) => ({ line: source.slice(0, index).split('\n').length, text }))
