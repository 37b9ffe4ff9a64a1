import type { Page } from '@playwright/test'

/**
 * The app as if its languages were written from right to left: `theme.js` gets another table of languages than the one
 * of the build, with English in it (without a script of texts). Service workers have to be blocked.
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
