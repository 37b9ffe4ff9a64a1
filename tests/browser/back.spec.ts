import { expect, test } from '@playwright/test'
import { settled, visit } from './support/pages.ts'
import {
  button,
  clickAction,
  dialog,
  fillDetails,
  goToReview,
  heading,
  openWallet,
  pairOf,
} from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

test('Back goes through the steps of a dialog, closes it and then leaves the page; what was begun is offered and never opens by itself', async ({
  page,
}, testInfo) => {
  const { sender, recipient, to } = pairOf(testInfo)
  const question = `Continue the transfer to ${to}?`
  await openWallet(page, sender)
  await visit(page, '/dashboard')
  await visit(page, '/wallet')
  const atWallet = await settled(page)

  await test.step('from the review to the form, out of the dialog, to the page before', async () => {
    await goToReview(page, { to, amount: '3.00' })
    expect(await settled(page)).toBe(atWallet + 2)
    await page.goBack()
    await expect(heading(page, 'Send Funds')).toBeFocused()
    await expect(dialog(page).getByLabel('Amount')).toHaveValue('3.00')
    await page.goBack()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page).toHaveURL('/wallet')
    await expect(page.getByText(question)).toBeVisible()
    expect(await settled(page)).toBe(atWallet)
    await page.goBack()
    await expect(page).toHaveURL('/dashboard')
    await page.goForward()
    await expect(page.getByText(question)).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
  })
  await test.step('what was left continues where it was, and nothing of it stays once it is closed', async () => {
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(dialog(page).getByLabel('Amount')).toHaveValue('3.00')
    await button(page, 'Cancel').click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText(question)).toHaveCount(0)
    expect(await settled(page)).toBe(atWallet)
    await page.goBack()
    await expect(page).toHaveURL('/dashboard')
    await page.goForward()
  })
  await test.step('a reload offers the review; a link to another dialog takes its place', async () => {
    await goToReview(page, { to, amount: '3.00' })
    await page.reload()
    await expect(page.getByText(`Continue the transfer to ${recipient} (${to})?`)).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await fillDetails(page, { to, amount: '4.00' })
    await page.goto(`/wallet?request=${encodeURIComponent(to)}&amount=3`)
    await expect(heading(page, 'Request Funds')).toBeVisible()
    await expect(dialog(page)).toHaveCount(1)
    await page.goBack()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText(`Continue the request to ${to}?`)).toBeVisible()
  })
  await test.step('so do other dialogs: a payment link, the search, details of a pool and the dialog over them', async () => {
    await clickAction(page, 'Payment Link')
    await expect(dialog(page)).toHaveCount(1)
    await settled(page)
    await page.goBack()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page).toHaveURL('/wallet')
    await visit(page, '/investments')
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'View Details' }).click()
    await expect(page).toHaveURL(/\?pool=/)
    await button(page, 'Settings').click()
    await expect(heading(page, 'Pool Settings')).toBeFocused()
    await settled(page)
    await page.goBack()
    await expect(button(page, 'Settings')).toBeVisible()
    await settled(page)
    await page.goBack()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page).toHaveURL('/investments')
  })
})
