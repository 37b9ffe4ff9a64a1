import { DEFAULT_LANGUAGE } from '../texts/languages.ts'

/** Time limit: not every browser reports its first paint. */
const PATIENCE_MS = 300

/**
 * Waits until the beginning of the page in index.html has been painted: on a fast network the app would start before
 * the first paint and delay it. Waits for nothing where nothing is to be painted: in a hidden tab, and in a language
 * whose texts index.html does not have.
 */
export const firstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden || document.documentElement.lang !== DEFAULT_LANGUAGE) return resolve()
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, PATIENCE_MS)
  })
