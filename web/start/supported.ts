import browserslist from 'browserslist'

/**
 * The oldest supported version of each browser, by browserslist's name for it: the `browserslist` of package.json. The
 * built files have its syntax, and `npm run check:structure` refuses what came later.
 */
export const oldestSupported = (): ReadonlyMap<string, number> => {
  const oldest = new Map<string, number>()
  for (const supported of browserslist(undefined, { path: import.meta.dirname })) {
    const [browser = '', version = ''] = supported.split(' ')
    // Of these browserslist knows only the newest, which has the same engine as on a desktop.
    if (browser.startsWith('and_')) continue
    oldest.set(browser, Math.min(oldest.get(browser) ?? Infinity, Number.parseFloat(version)))
  }
  return oldest
}
