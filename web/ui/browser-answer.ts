import { t } from '../texts/texts.ts'

/** What a browser does by itself, or with its push service. */
const BROWSER_MS = 20_000
/** What a person decides in a dialog of the browser; some browsers hide that behind a small sign. */
const PERSON_MS = 5 * 60_000

/** The browser has not answered, and may never: no service worker, a dialog that nobody sees, an extension. */
export class NoBrowserAnswer extends Error {
  override name = 'NoBrowserAnswer'
  constructor() {
    super(t('Your browser does not answer. Reload the page and try again.'))
  }
}

const within = async <T>(limitMs: number, wait: PromiseLike<T>): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new NoBrowserAnswer()), limitMs)
  try {
    return await Promise.race([wait, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * What a promise of the browser resolves to. Specifications let some of them wait for ever, the service worker's for
 * one; tests/structure/browser-waits.ts finds those that are awaited without this.
 */
export const browserAnswer = <T>(wait: PromiseLike<T>): Promise<T> => within(BROWSER_MS, wait)

/** The same where the browser asks the member. */
export const memberAnswer = <T>(wait: PromiseLike<T>): Promise<T> => within(PERSON_MS, wait)
