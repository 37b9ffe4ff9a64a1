import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { tabTo } from './support/keyboard.ts'
import { lookAgain } from './support/pages.ts'
import {
  balanceCents,
  button,
  dialog,
  expectBalance,
  expectLooksRight,
  fillDetails,
  goToReview,
  heading,
  openWallet,
  pairOf,
  showAllActivity,
} from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

const TRANSFER = '**/api/wallet/transfer'
const LOOKUP = '**/api/members/lookup*'

/** The idempotency keys of the transfers that leave the page from now on. */
const keysSent = (page: Page): string[] => {
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/api/wallet/transfer')) return
    keys.push(request.headers()['idempotency-key'] ?? 'none')
  })
  return keys
}

test('sends by mouse and by keyboard alone, with both balances right to the cent; cut off while it sends, a reload finds out; whom one pays is a touch away', async ({
  page,
  browser,
  context,
  baseURL,
}, testInfo) => {
  test.slow()
  const { sender, recipient, to } = pairOf(testInfo)
  await test.step('sends $25.00 with a message; the recipient finds it; both balances are right to the cent', async () => {
    const message = `Dinner, ${crypto.randomUUID()}`
    const { viewport } = testInfo.project.use
    const theirs = await browser.newContext(viewport === undefined ? {} : { viewport })
    const theirPage = await theirs.newPage()
    await openWallet(theirPage, recipient)
    const theirCents = await balanceCents(theirPage)

    await openWallet(page, sender)
    const cents = await balanceCents(page)
    await fillDetails(page, { to: '@nobody_at_all', amount: '25.00', message })
    await button(page, 'Continue').click()
    await expect(dialog(page).getByLabel('Send To')).toHaveAccessibleDescription(/no member/i)
    await expectLooksRight(page)
    await dialog(page).getByLabel('Send To').fill(to)
    const preview = dialog(page).getByRole('region', { name: 'Preview' })
    await expect(preview).toContainText(`To${to}`)
    await expect(preview).toContainText('Amount$25.00')
    await expect(preview).toContainText('Equivalent250.00 YUT')
    await expect(preview).toContainText('FeeFree')
    await expect(preview).toContainText('SpeedInstant')
    // The second click has no effect: the handle is still being looked up.
    const clicked = Promise.withResolvers<void>()
    await page.route(LOOKUP, async (route) => {
      await clicked.promise
      await route.continue()
    })
    await button(page, 'Continue').dblclick()
    clicked.resolve()

    await expect(heading(page, 'Confirm Transfer')).toBeFocused()
    for (const [name, value] of [
      ['Recipient', recipient],
      ['Currency', 'USD'],
      ['Amount', '$25.00'],
      ['Equivalent Value', '250.00 YUT'],
      ['Processing Fee', 'Free'],
      ['Message', message],
    ] as const) {
      await expect(dialog(page).locator('dl > div').filter({ hasText: name }).first()).toContainText(value)
    }
    await expect(dialog(page)).toContainText(to)
    await expect(dialog(page)).toContainText('did:youtility:')
    await expectLooksRight(page)
    const looked = Promise.withResolvers<void>()
    await page.route(TRANSFER, async (route) => {
      await looked.promise
      await route.continue()
    })
    await button(page, 'Send Transfer').click()
    await expect(heading(page, 'Processing Transfer')).toBeFocused()
    await expect(button(page, 'Processing...')).toBeVisible()
    await expectAccessible(page)
    looked.resolve()

    await expect(heading(page, 'Transfer Sent')).toBeFocused()
    await page.unroute(TRANSFER)
    await page.unroute(LOOKUP)
    await expect(dialog(page)).toContainText('$25.00 sent successfully')
    await expect(dialog(page)).toContainText(`To: ${recipient}`)
    await expect(dialog(page)).toContainText('Transfer ID')
    await expect(dialog(page)).toContainText('The transfer has arrived')
    await expectLooksRight(page)
    await button(page, 'Done').click()
    await expect(page.getByRole('button', { name: 'Send Funds' })).toBeFocused()
    await expectBalance(page, cents - 2500n)
    const recent = page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem').first()
    await expect(recent).toContainText(`Sent to ${recipient}`)
    await expect(recent).toContainText('-$25.00')

    await lookAgain(theirPage)
    await expectBalance(theirPage, theirCents + 2500n)
    const theirHistory = await showAllActivity(theirPage)
    await theirPage.getByLabel('Kind').selectOption('transfer_received')
    const received = theirHistory.getByRole('listitem').filter({ hasText: message })
    await expect(received).toContainText(`Received from ${sender}`)
    await expect(received).toContainText('+$25.00')
    await theirs.close()
  })
  // A telephone has no Tab key.
  if (testInfo.project.name !== 'phone')
    await test.step('the whole way by keyboard alone; cut off while it sends, a reload finds out', async () => {
      const cents = await balanceCents(page)
      await page.getByRole('button', { name: 'Send Funds' }).focus()
      await page.keyboard.press('Enter')
      await expect(heading(page, 'Send Funds')).toBeFocused()
      await tabTo(page, dialog(page).getByLabel('Send To'))
      await page.keyboard.type(to)
      await tabTo(page, dialog(page).getByLabel('Amount'))
      await page.keyboard.type('1.25')
      await page.keyboard.press('Enter')
      await expect(heading(page, 'Confirm Transfer')).toBeFocused()
      await expect(button(page, 'Send Transfer')).toBeEnabled()
      await tabTo(page, button(page, 'Send Transfer'))
      await page.keyboard.press('Enter')
      await expect(heading(page, 'Transfer Sent')).toBeFocused()
      await expect(dialog(page)).toContainText(`To: ${recipient}`)
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Send Funds' })).toBeFocused()
      await expectBalance(page, cents - 125n)

      const reached = Promise.withResolvers<void>()
      await context.route(TRANSFER, async (route) => {
        await route.fetch()
        reached.resolve()
        // Never answered: the page is closed first.
      })
      await goToReview(page, { to, amount: '6.00' })
      await button(page, 'Send Transfer').click()
      await expect(heading(page, 'Processing Transfer')).toBeVisible()
      await reached.promise
      const looked = Promise.withResolvers<void>()
      await context.route('**/api/outcomes/by-key/*', async (route) => {
        await looked.promise
        await route.continue()
      })
      await page.reload()
      await expect(heading(page, 'Checking what happened')).toBeVisible()
      await expectLooksRight(page)
      looked.resolve()
      await expect(heading(page, 'Transfer Sent')).toBeVisible()
      await button(page, 'Done').click()
      await expectBalance(page, cents - 725n)
      await context.unrouteAll()
    })
  await test.step('whom one pays is a touch away, favourites first, also offline and after a reload; an address fills in and never sends', async () => {
    const paid = await page.request.post('/api/wallet/transfer', {
      headers: { Origin: baseURL ?? '' },
      data: { to_user_identifier: to, currency: 'YUT', amount: '0.01' },
    })
    expect(paid.status()).toBe(201)
    await lookAgain(page)
    await page.getByRole('button', { name: 'Send Funds' }).click()
    const payees = dialog(page).getByRole('list', { name: 'Favourite and recent payees' })
    const chip = payees.getByRole('button', { name: `${recipient} ${to}` })
    await chip.press('Enter')
    await expect(dialog(page).getByLabel('Send To')).toHaveValue(to)
    await expect(chip).toHaveAttribute('aria-pressed', 'true')
    const star = payees.getByRole('button', { name: `Favourite: ${recipient}` })
    await star.press('Space')
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page)
    await page.reload()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(payees.getByRole('listitem').first()).toContainText(to)
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    await context.setOffline(true)
    await button(page, 'Cancel').click()
    await page.getByRole('button', { name: 'Send Funds' }).click()
    await expect(dialog(page).getByLabel('Send To')).toHaveValue('')
    await payees.getByRole('button', { name: `${recipient} ${to}` }).click()
    await expect(dialog(page).getByLabel('Send To')).toHaveValue(to)
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'false')
    await context.setOffline(false)

    const keys = keysSent(page)
    await page.goto(`/wallet?send=${encodeURIComponent(to)}&amount=1.50`)
    await expect(heading(page, 'Send Funds')).toBeVisible()
    await expect(dialog(page).getByLabel('Send To')).toHaveValue(to)
    await expect(dialog(page).getByLabel('Amount')).toHaveValue('1.50')
    await expect(button(page, 'Continue')).toBeEnabled()
    await expect(page).toHaveURL('/wallet')
    expect(keys).toEqual([])
    await page.goto(`/wallet?request=${encodeURIComponent(to)}&amount=3`)
    await expect(heading(page, 'Request Funds')).toBeVisible()
    await expect(dialog(page).getByLabel('Amount')).toHaveValue('3')
    expect(keys).toEqual([])
  })
})
