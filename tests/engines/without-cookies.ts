/** Firefox whose member blocks all cookies in its settings: storage, databases, channels and locks throw there. */
import type { Page } from './page.ts'
import type { Walk } from './walks.ts'

/** Settings, Privacy & Security, "All cookies (will cause websites to break)". */
export const BLOCKS_COOKIES = { 'network.cookie.cookieBehavior': 2 }

const WHY = 'This browser blocks cookies and stored data'

/** What a page of ours has thrown, and nothing of the browser's own notes about what it blocks. */
const failures = (page: Page): readonly string[] =>
  page.engine.complaints().filter((line) => /^error .*(?:Error:|insecure|page failed)/.test(line))

const starts = async (page: Page, path: string, heading: string): Promise<void> => {
  await page.open(path)
  await page.sees(heading)
  await page.sees(WHY)
}

export const WALKS_WITHOUT_COOKIES: readonly Walk[] = [
  {
    name: 'blocks cookies: every public page starts, and says why nobody can sign in',
    run: async (page) => {
      await starts(page, '/', 'Your investments pay your bills')
      const isForbidden = await page.evaluate(() => {
        try {
          return localStorage.length < 0
        } catch {
          return !navigator.cookieEnabled
        }
      })
      if (!isForbidden) throw new Error('This Firefox blocks nothing: the preference has another name')
      await starts(page, '/verify', 'Verify a receipt')
      await starts(page, '/help', 'Help')
      await starts(page, '/limits', 'Limits')
      await starts(page, '/nowhere', 'Page not found')
      if (failures(page).length > 0) throw new Error(failures(page).join('\n'))
    },
  },
  {
    name: 'blocks cookies: a member’s page says so too, and sends nobody to a sign-in from which they would come back',
    run: async (page) => {
      await starts(page, '/wallet', 'Access Restricted')
      await page.isAt('/wallet')
      await page.click('link', 'Return to Homepage')
      await page.isAt('/')
      if (failures(page).length > 0) throw new Error(failures(page).join('\n'))
    },
  },
]
