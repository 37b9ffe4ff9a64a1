import { expect, type Page } from '@playwright/test'

/** The heading of each page. */
export const HEADINGS: Readonly<Record<string, string>> = {
  '/': 'Your investments pay your bills automatically',
  '/dashboard': 'Dashboard',
  '/wallet': 'Your Wallet',
  '/investments': 'Youtility Investment Pools',
  '/tellepathy': 'Tellepathy',
  '/devices': 'Device Management',
  '/notifications': 'Notifications',
  '/profile': 'Your Profile',
  '/did': 'Decentralized Identity Management',
  '/verify': 'Verify a receipt',
  '/nowhere': 'Page not found',
}

/**
 * Goes to another page of the open app, as the browser's Back does: neither the app nor axe is loaded again, which is
 * two thirds of the work of checking a page.
 */
export async function visit(page: Page, path: string, heading = HEADINGS[path] ?? ''): Promise<void> {
  await page.evaluate((to) => {
    const index: unknown = Reflect.get(Object(history.state), 'idx')
    history.pushState({ idx: typeof index === 'number' ? index + 1 : 1, key: to }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
  }, path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
}

/** The position in the browser's history, as the router counts it, once nothing moves any more. */
export const settled = async (page: Page): Promise<number> => {
  const now = () => page.evaluate<{ idx: number }>('history.state').then(({ idx }) => idx)
  let last = -1
  await expect
    .poll(async () => {
      const before = last
      last = await now()
      return last === before
    })
    .toBe(true)
  return last
}

/** As when the member returns to the page: it requests its data again, for a fraction of a load's work. */
export const lookAgain = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
