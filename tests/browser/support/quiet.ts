import type { Page } from '@playwright/test'

/** The page does without the stream of what is new, which never ends: `networkidle` would wait for it for ever. */
export const withoutStream = async (page: Page): Promise<void> => {
  await page.route('**/api/stream*', (route) => route.fulfill({ status: 503, body: '' }))
}
