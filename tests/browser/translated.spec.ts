import { expect, type Page } from '@playwright/test'
import { signIn } from './support/members.ts'
import { test } from './support/own-server.ts'
import { HEADINGS, settled, visit } from './support/pages.ts'
import { translatePages } from './support/translator.ts'
import { button, dialog, fillDetails, heading } from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

/** What a page says when React did not find what it had drawn. */
function failures(page: Page): readonly string[] {
  const found: string[] = []
  page.on('pageerror', ({ message }) => found.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error' && /NotFoundError|could not be shown|page failed/.test(message.text()))
      found.push(message.text())
  })
  return found
}

/** That the text of an element was replaced: otherwise the walk would prove nothing. */
const expectTranslated = (page: Page) => expect(page.locator('h1 font font').first()).toBeVisible()

test('a page that the browser translates goes on working: hiding balances, sending, sharing, a connection that drops', async ({
  page,
  context,
}) => {
  const failed = failures(page)
  await translatePages(page)
  await test.step('balances are hidden and shown; amounts are left alone', async () => {
    await signIn(page, 'Radia Perlman', '/wallet')
    await expect(page.getByRole('heading', { level: 1, name: HEADINGS['/wallet'] ?? '' })).toBeVisible()
    await expectTranslated(page)
    await page.getByRole('button', { name: 'Hide balances' }).click()
    await page.getByRole('button', { name: 'Show balances' }).click()
    await expect(page.getByRole('button', { name: 'Hide balances' })).toBeVisible()
    await expect(page.locator('main bdi', { hasText: '$' }).first()).toBeVisible()
    await expect(page.locator('main bdi font')).toHaveCount(0)
  })
  await test.step('a refused recipient, the review, the receipt', async () => {
    await fillDetails(page, { to: '@nobody_at_all', amount: '1.00', message: 'In translation' })
    await button(page, 'Continue').click()
    await expect(dialog(page).getByLabel('Send To')).toHaveAccessibleDescription(/no member/i)
    await dialog(page).getByLabel('Send To').fill('@katherine')
    await button(page, 'Continue').click()
    await expect(heading(page, 'Confirm Transfer')).toBeVisible()
    await button(page, 'Back').click()
    await button(page, 'Continue').click()
    await expect(heading(page, 'Confirm Transfer')).toBeVisible()
    await button(page, 'Send Transfer').click()
    await expect(heading(page, 'Transfer Sent')).toBeVisible()
    await button(page, 'Done').click()
  })
  await test.step('the dialog that shares the profile, and every page', async () => {
    await visit(page, '/profile')
    await page.getByRole('button', { name: 'Share DID' }).click()
    await expect(heading(page, 'Share DID')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await settled(page)
    for (const path of Object.keys(HEADINGS)) await visit(page, path)
    await visit(page, '/wallet')
  })
  await test.step('a connection that drops and comes back', async () => {
    const banner = page.getByRole('status').filter({ hasText: 'You are offline' }).first()
    await context.setOffline(true)
    await expect(banner).toBeVisible()
    await context.setOffline(false)
    await expect(banner).toHaveCount(0)
  })
  expect(failed).toEqual([])
})
