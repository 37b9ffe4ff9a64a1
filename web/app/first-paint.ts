import { DEFAULT_LANGUAGE } from '../texts/languages.ts'

/** Not every browser says when it has painted. */
const PATIENCE_MS = 300

/**
 * Waits until the beginning of the page that index.html shows has been painted: on a fast network the app would come
 * before the first paint and hold it up. Waits for nothing where nothing is to be painted: in a hidden tab, and in a
 * language whose texts index.html does not have.
 */
export const firstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden || document.documentElement.lang !== DEFAULT_LANGUAGE) return resolve()
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, PATIENCE_MS)
  })
