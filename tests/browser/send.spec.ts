import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { tabTo } from './support/keyboard.ts'
import {
  balanceCents,
  button,
  dialog,
  expectBalance,
  fillDetails,
  goToReview,
  heading,
  inBothThemes,
  keptNames,
  openWallet,
  pairOf,
  showAllActivity,
} from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

const TRANSFER = '**/api/wallet/transfer'

/** The idempotency keys of the transfers that leave the page from now on. */
const keysSent = (page: Page): string[] => {
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/api/wallet/transfer')) return
    keys.push(request.headers()['idempotency-key'] ?? 'none')
  })
  return keys
}

test('sends $25.00 with a message; the recipient finds it; both balances are right to the cent', async ({
  page,
  browser,
}, testInfo) => {
  const { sender, recipient, to } = pairOf(testInfo)
  const message = `Dinner, ${crypto.randomUUID()}`
  const { viewport } = testInfo.project.use
  const theirs = await browser.newContext(viewport === undefined ? {} : { viewport })
  const theirPage = await theirs.newPage()
  await openWallet(theirPage, recipient)
  const theirCents = await balanceCents(theirPage)

  await openWallet(page, sender)
  const cents = await balanceCents(page)
  await fillDetails(page, { to, amount: '25.00', message })
  const preview = dialog(page).getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText(`To${to}`)
  await expect(preview).toContainText('Amount$25.00')
  await expect(preview).toContainText('Equivalent250.00 YUT')
  await expect(preview).toContainText('FeeFree')
  await expect(preview).toContainText('SpeedInstant')
  await button(page, 'Continue').click()

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
  await button(page, 'Send Transfer').click()

  await expect(heading(page, 'Transfer Sent')).toBeFocused()
  await expect(dialog(page)).toContainText('$25.00 sent successfully')
  await expect(dialog(page)).toContainText(`To: ${recipient}`)
  await expect(dialog(page)).toContainText('Transfer ID')
  await expect(dialog(page)).toContainText('The transfer has arrived')
  await button(page, 'Done').click()
  await expect(page.getByRole('button', { name: 'Send Funds' })).toBeFocused()
  await expectBalance(page, cents - 2500n)
  const recent = page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem').first()
  await expect(recent).toContainText(`Sent to ${recipient}`)
  await expect(recent).toContainText('-$25.00')

  await theirPage.reload()
  await expectBalance(theirPage, theirCents + 2500n)
  const theirHistory = await showAllActivity(theirPage)
  await theirPage.getByLabel('Kind').selectOption('transfer_received')
  const received = theirHistory.getByRole('listitem').filter({ hasText: message })
  await expect(received).toContainText(`Received from ${sender}`)
  await expect(received).toContainText('+$25.00')
  await theirs.close()
})

test('sends YUT too', async ({ page }, testInfo) => {
  const { sender, recipient, to } = pairOf(testInfo)
  await openWallet(page, sender)
  await fillDetails(page, { to, amount: '1.5' })
  await dialog(page).getByRole('radio', { name: /YUT/ }).check()
  await expect(dialog(page)).toContainText('$0.15')
  await button(page, 'Continue').click()
  // Somebody they have paid before is not called new.
  await expect(heading(page, 'Confirm Transfer')).toBeVisible()
  await button(page, 'Send Transfer').click()
  await expect(dialog(page)).toContainText('1.50 YUT sent successfully')
  await button(page, 'Done').click()
  const recent = page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem').first()
  await expect(recent).toContainText(`Sent to ${recipient}`)
  await expect(recent).toContainText('-1.50 YUT')
})

test('says that there is not enough, and leaves the balance alone', async ({ page }, testInfo) => {
  const { sender, to } = pairOf(testInfo)
  await openWallet(page, sender)
  const cents = await balanceCents(page)
  await goToReview(page, { to, amount: '9,000,000.00' })
  await button(page, 'Send Transfer').click()
  await expect(heading(page, 'Transfer Failed')).toBeFocused()
  await expect(dialog(page).getByRole('alert')).toContainText('Insufficient USD balance')
  await button(page, 'Try Again').click()
  await expect(heading(page, 'Send Funds')).toBeVisible()
  await expect(dialog(page).getByLabel('Amount')).toHaveValue('9000000.00')
  await expect(dialog(page).getByLabel('Amount')).toHaveAccessibleDescription(/Insufficient USD balance/)
  await button(page, 'Cancel').click()
  await page.reload()
  await expectBalance(page, cents)
})

test('names an unknown recipient, and oneself, on the field', async ({ page }, testInfo) => {
  const { sender } = pairOf(testInfo)
  await openWallet(page, sender)
  await fillDetails(page, { to: '@nobody_at_all', amount: '1' })
  await button(page, 'Continue').click()
  const field = dialog(page).getByLabel('Send To')
  await expect(field).toHaveAccessibleDescription(/no member/i)
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')

  const own = sender === 'Ada Lovelace' ? 'ADA@youtility.example' : '@Katherine'
  await field.fill(own)
  await button(page, 'Continue').click()
  await expect(field).toHaveAccessibleDescription(/yourself/i)
  await expect(field).toBeFocused()
})

test('checks the form by the rules of the contract before it asks anybody', async ({ page }, testInfo) => {
  const { sender, to } = pairOf(testInfo)
  await openWallet(page, sender)
  await page.getByRole('button', { name: 'Send Funds' }).click()
  await expect(button(page, 'Continue')).toBeDisabled()
  await dialog(page).getByLabel('Send To').fill(to)
  await expect(button(page, 'Continue')).toBeDisabled()
  await dialog(page).getByLabel('Amount').fill('0.00')
  await expect(button(page, 'Continue')).toBeDisabled()
  await dialog(page).getByLabel('Amount').fill('1.234')
  await button(page, 'Continue').click()
  await expect(dialog(page).getByLabel('Amount')).toHaveAccessibleDescription(/at most 2 decimals/)
  await dialog(page).getByLabel('Amount').fill('1.23')
  await dialog(page).getByLabel('Message').fill('x'.repeat(201))
  await expect(dialog(page)).toContainText('-1 characters remaining')
  await button(page, 'Continue').click()
  await expect(dialog(page).getByLabel('Message')).toHaveAccessibleDescription(/at most 200 characters/)
})

test('a double click sends once', async ({ page }, testInfo) => {
  const { sender, to } = pairOf(testInfo)
  await openWallet(page, sender)
  const cents = await balanceCents(page)
  const keys = keysSent(page)
  await goToReview(page, { to, amount: '1.00' })
  await button(page, 'Send Transfer').dblclick()
  await expect(heading(page, 'Transfer Sent')).toBeVisible()
  await button(page, 'Done').click()
  await expectBalance(page, cents - 100n)
  expect(keys).toHaveLength(1)
})

test('a double click on Continue does not skip the review', async ({ page }, testInfo) => {
  const { sender, to } = pairOf(testInfo)
  await openWallet(page, sender)
  const keys = keysSent(page)
  await fillDetails(page, { to, amount: '1.00' })
  await button(page, 'Continue').dblclick()
  await expect(button(page, 'Send Transfer')).toBeEnabled()
  expect(keys).toEqual([])
})

test('a lost answer: the money moves once and the dialog finds out', async ({ page, context }, testInfo) => {
  const { sender, to } = pairOf(testInfo)
  await openWallet(page, sender)
  const cents = await balanceCents(page)
  const keys = keysSent(page)
  await context.route(TRANSFER, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await goToReview(page, { to, amount: '2.00' })
  await button(page, 'Send Transfer').click()
  await expect(heading(page, 'Transfer Sent')).toBeVisible()
  await expect(dialog(page)).toContainText('$2.00 sent successfully')
  await button(page, 'Done').click()
  await expectBalance(page, cents - 200n)
  await page.reload()
  await expectBalance(page, cents - 200n)
  expect(keys).toHaveLength(1)
})

test('a request that never arrived can be sent again, under the same key', async ({
  page,
  context,
}, testInfo) => {
  test.setTimeout(60_000)
  const { sender, to } = pairOf(testInfo)
  await openWallet(page, sender)
  const cents = await balanceCents(page)
  const keys = keysSent(page)
  await context.route(TRANSFER, (route) => route.abort('connectionreset'), { times: 1 })
  await goToReview(page, { to, amount: '3.00' })
  await button(page, 'Send Transfer').click()
  await expect(heading(page, 'Checking what happened')).toBeFocused()
  await inBothThemes(page, () => expectAccessible(page))
  await expect(button(page, 'Send again')).toBeVisible({ timeout: 30_000 })
  await button(page, 'Send again').click()
  await expect(heading(page, 'Transfer Sent')).toBeVisible()
  await button(page, 'Done').click()
  await expectBalance(page, cents - 300n)
  expect(new Set(keys).size).toBe(1)
  expect(keys).toHaveLength(2)
})

test.describe('a reload in the middle', () => {
  test('of the details keeps what was typed', async ({ page }, testInfo) => {
    const { sender, to } = pairOf(testInfo)
    await openWallet(page, sender)
    await fillDetails(page, { to, amount: '4.00', message: 'half typed' })
    await page.reload()
    await expect(heading(page, 'Send Funds')).toBeVisible()
    await expect(dialog(page).getByLabel('Send To')).toHaveValue(to)
    await expect(dialog(page).getByLabel('Amount')).toHaveValue('4.00')
    await expect(dialog(page).getByLabel('Message')).toHaveValue('half typed')
    await button(page, 'Cancel').click()
    await page.reload()
    await expect(usdHeadline(page)).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
  })

  test('of the review reopens it and sends once', async ({ page }, testInfo) => {
    const { sender, to } = pairOf(testInfo)
    await openWallet(page, sender)
    const cents = await balanceCents(page)
    const keys = keysSent(page)
    await goToReview(page, { to, amount: '5.00' })
    await page.reload()
    await expect(heading(page, 'Confirm Transfer')).toBeVisible()
    await button(page, 'Send Transfer').click()
    await expect(heading(page, 'Transfer Sent')).toBeVisible()
    await button(page, 'Done').click()
    await expectBalance(page, cents - 500n)
    expect(keys).toHaveLength(1)
  })

  test('of the sending finds out what happened', async ({ page, context }, testInfo) => {
    const { sender, to } = pairOf(testInfo)
    await openWallet(page, sender)
    const cents = await balanceCents(page)
    const reached = Promise.withResolvers<void>()
    await context.route(TRANSFER, async (route) => {
      await route.fetch()
      reached.resolve()
      // The answer stays away: the page is gone before it comes.
    })
    await goToReview(page, { to, amount: '6.00' })
    await button(page, 'Send Transfer').click()
    await expect(heading(page, 'Processing Transfer')).toBeVisible()
    await reached.promise
    await page.reload()
    await expect(heading(page, 'Transfer Sent')).toBeVisible()
    await button(page, 'Done').click()
    await expectBalance(page, cents - 600n)
  })
})

const usdHeadline = (page: Page) => page.getByRole('heading', { name: 'Your Wallet' })

test('offline nothing can be sent, with the reason; what is typed stays', async ({
  page,
  context,
}, testInfo) => {
  const { sender, to } = pairOf(testInfo)
  await openWallet(page, sender)
  await goToReview(page, { to, amount: '7.00' })
  await context.setOffline(true)
  await expect(button(page, 'Send Transfer')).toBeDisabled()
  await expect(dialog(page).getByRole('status')).toContainText('You are offline')
  await button(page, 'Back').click()
  await dialog(page).getByLabel('Amount').fill('7.50')
  await expect(button(page, 'Continue')).toBeDisabled()
  await inBothThemes(page, () => expectAccessible(page))
  await context.setOffline(false)
  await expect(button(page, 'Continue')).toBeEnabled()
  await expect(dialog(page).getByLabel('Amount')).toHaveValue('7.50')
})

test('the whole way by keyboard alone', async ({ page }, testInfo) => {
  test.skip(testInfo.project.name === 'phone', 'phones have no Tab key')
  const { sender, recipient, to } = pairOf(testInfo)
  await openWallet(page, sender)
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
})

test('every step is accessible in both themes and fits a phone', async ({ page }, testInfo) => {
  test.slow()
  const { sender, to } = pairOf(testInfo)
  await openWallet(page, sender)
  const check = async () => {
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
  await fillDetails(page, { to: '@nobody_at_all', amount: '1.00', message: 'Hello' })
  await inBothThemes(page, check)
  await button(page, 'Continue').click()
  await expect(dialog(page).getByLabel('Send To')).toHaveAccessibleDescription(/no member/i)
  await inBothThemes(page, check)
  await dialog(page).getByLabel('Send To').fill(to)
  await button(page, 'Continue').click()
  await expect(heading(page, 'Confirm Transfer')).toBeVisible()
  await inBothThemes(page, check)
  const looked = Promise.withResolvers<void>()
  await page.route(TRANSFER, async (route) => {
    await looked.promise
    await route.continue()
  })
  await button(page, 'Send Transfer').click()
  await expect(heading(page, 'Processing Transfer')).toBeFocused()
  await expect(button(page, 'Processing...')).toBeVisible()
  await check()
  looked.resolve()
  await expect(heading(page, 'Transfer Sent')).toBeVisible()
  await page.unroute(TRANSFER)
  await inBothThemes(page, check)
  await button(page, 'Done').click()
  await goToReview(page, { to, amount: '8000000' })
  await button(page, 'Send Transfer').click()
  await expect(heading(page, 'Transfer Failed')).toBeVisible()
  await inBothThemes(page, check)
})

test('whom one pays is a touch away, favourites first, also offline and after a reload', async ({
  page,
  context,
  baseURL,
}, testInfo) => {
  const { sender, recipient, to } = pairOf(testInfo)
  await openWallet(page, sender)
  const paid = await page.request.post('/api/wallet/transfer', {
    headers: { Origin: baseURL ?? '' },
    data: { to_user_identifier: to, currency: 'YUT', amount: '0.01' },
  })
  expect(paid.status()).toBe(201)
  await page.reload()
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
})

test('an address can fill in the dialog but never send', async ({ page }, testInfo) => {
  const { sender, to } = pairOf(testInfo)
  await openWallet(page, sender)
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

test('a finished transfer leaves no draft behind', async ({ page }, testInfo) => {
  const { sender, to } = pairOf(testInfo)
  await openWallet(page, sender)
  await goToReview(page, { to, amount: '1.00' })
  expect((await keptNames(page)).filter((name) => name.endsWith(':send'))).toHaveLength(1)
  await button(page, 'Send Transfer').click()
  await expect(heading(page, 'Transfer Sent')).toBeVisible()
  expect((await keptNames(page)).filter((name) => name.endsWith(':send'))).toEqual([])
})
