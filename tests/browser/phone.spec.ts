import { expect, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { addSession } from './support/members.ts'
import { HEADINGS, visit } from './support/pages.ts'

test.use({ serviceWorkers: 'block' })

test('on a phone the bar at the foot leads everywhere, is accessible, and the pages fit; the whole history is folded until it is asked for', async ({
  page,
  context,
}) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await addSession(context, 'Ada Lovelace')
  await test.step('the bar at the foot leads everywhere, is accessible, and the pages fit', async () => {
    await page.goto('/')
    for (const [link, path] of [
      ['DASHBOARD', '/dashboard'],
      ['WALLET', '/wallet'],
      ['POOLS', '/investments'],
      ['HOME', '/'],
    ] as const) {
      await page.locator('nav[aria-label="Main"]:visible').getByRole('link', { name: link }).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADINGS[path] ?? '')
      await expectNoSidewaysScroll(page)
    }
    await test.step('axe on the bar', () => expectAccessible(page))
    for (const path of ['/tellepathy', '/devices', '/profile', '/did']) {
      await visit(page, path)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expectNoSidewaysScroll(page)
    }
  })
  await test.step('in a window as low as at 400 % zoom the header and the bar scroll away', async () => {
    await page.setViewportSize({ width: 320, height: 225 })
    await visit(page, '/dashboard')
    await page.evaluate(() => window.scrollTo(0, 400))
    await expect(page.locator('header')).not.toBeInViewport()
    await expect(page.locator('nav[aria-label="Main"]:visible')).not.toBeInViewport()
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 390, height: 844 })
  })
  await test.step('the whole history of the wallet is folded until it is asked for, and left as it was', async () => {
    const history = page.getByRole('list', { name: 'All activity' })
    await visit(page, '/wallet')
    const fold = page.getByRole('button', { name: 'Show all activity' })
    await expect(fold).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByRole('list', { name: 'Recent activity' })).toBeVisible()
    await expect(history).toHaveCount(0)
    await fold.press('Enter')
    await expect(history.getByRole('listitem').first()).toBeVisible()
    await page.getByRole('link', { name: 'POOLS' }).click()
    await page.getByRole('link', { name: 'WALLET' }).click()
    await expect(history.getByRole('listitem').first()).toBeVisible()
    await fold.press('Enter')
    await expect(history).toHaveCount(0)
    await page.getByRole('button', { name: 'Transaction History' }).click()
    await expect(page.getByRole('heading', { name: 'All activity' })).toBeFocused()
    await expect(history.getByRole('listitem').first()).toBeVisible()
  })
})
