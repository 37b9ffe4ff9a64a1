import { expect, type Page, test } from '@playwright/test'
import { signInByHand } from './support/members.ts'

const ROUTES = ['/dashboard', '/wallet', '/investments', '/tellepathy', '/devices', '/profile', '/did']
/** Words that only a failure message may have. */
const FAILED = /could not be|couldn’t|failed to|went wrong|try again/i

/** Records the last text on the page, from its first moment on, that reports a failure. */
const recordFailures = (page: Page) =>
  page.addInitScript((pattern) => {
    const failed = new RegExp(pattern, 'i')
    new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes) {
        const texts = [...addedNodes].map((node) => node.textContent ?? '')
        for (const text of [...texts, target.nodeType === Node.TEXT_NODE ? (target.textContent ?? '') : ''])
          if (failed.test(text)) document.documentElement.dataset['failures'] = text.slice(0, 200)
      }
    }).observe(document, { childList: true, subtree: true, characterData: true })
  }, FAILED.source)

/** Leaves the app, so that its databases can be deleted. */
const emptyTheCache = async (page: Page): Promise<void> => {
  await page.goto('/api/health/live')
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases())
      await new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase(name ?? '')
        deleting.addEventListener('success', () => resolve())
        deleting.addEventListener('error', () => reject(new Error(`${name} could not be deleted`)))
      })
  })
}

test('nobody has to read an error in the console to visit and to sign in; on a slow device nothing speaks of a failure as long as every answer is good', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await test.step('nobody has to read an error in the console to visit and to sign in', async () => {
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await signInByHand(page, 'Ada Lovelace')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(errors).toEqual([])
  })
  await test.step('on a slow device nothing speaks of a failure as long as every answer is good', async () => {
    await recordFailures(page)
    const devtools = await page.context().newCDPSession(page)
    for (const route of ROUTES) {
      await emptyTheCache(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 12 })
      await page.goto(route)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      expect(await page.evaluate(() => document.documentElement.dataset['failures'] ?? '')).toBe('')
    }
  })
})
