import type { Page } from '@playwright/test'

/** Refuses the page's live stream, which never ends: `networkidle` would wait for it for ever. */
export const withoutStream = async (page: Page): Promise<void> => {
  await page.route('**/api/stream*', (route) => route.fulfill({ status: 503, body: '' }))
}
