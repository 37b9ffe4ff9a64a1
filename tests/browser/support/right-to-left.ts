import type { Page } from '@playwright/test'

/**
 * Shows the app as if its languages were written from right to left: changes the table of languages in `theme.js`, and
 * adds English to it (with an empty script of texts). Service workers must be blocked.
 */
export const readFromRightToLeft = async (page: Page): Promise<void> => {
  await page.route('/theme.js', async (route) => {
    const answer = await route.fetch()
    const script = await answer.text()
    const turned = script
      .replaceAll(',"ltr"]', ',"rtl"]')
      .replace('({"de":', '({"en":["/no-texts.js","rtl"],"de":')
    await route.fulfill({ response: answer, body: turned })
  })
  await page.route('/no-texts.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
}
