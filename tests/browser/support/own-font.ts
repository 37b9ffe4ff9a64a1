import type { Page } from '@playwright/test'

/**
 * Draws an open page with the app's own font, as it is from its second visit on, when a service worker has the font;
 * with the system's where it can't be loaded.
 */
export const drawInOwnFont = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    document.documentElement.dataset['font'] = ''
    for (const face of document.fonts) {
      // Also when it comes late.
      face.display = 'swap'
      await face.load().catch(() => undefined)
    }
  })
