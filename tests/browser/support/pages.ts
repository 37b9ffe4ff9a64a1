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
 * To another page of the app that is open, as by the browser's Back: the app is not begun anew, nor axe read anew,
 * which is two thirds of the work of looking at a page.
 */
export async function visit(page: Page, path: string, heading = HEADINGS[path] ?? ''): Promise<void> {
  await page.evaluate((to) => {
    const index: unknown = Reflect.get(Object(history.state), 'idx')
    history.pushState({ idx: typeof index === 'number' ? index + 1 : 1, key: to }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
  }, path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
}

/** As when the member comes back to the page: it asks anew for what it shows, for a fraction of a load's work. */
export const lookAgain = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
