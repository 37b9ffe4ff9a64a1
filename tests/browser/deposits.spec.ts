import { expect, type Page, test } from '@playwright/test'
import type { DemoMember } from './support/members.ts'
import {
  balanceCents,
  button,
  dialog,
  expectBalance,
  expectLooksRight,
  heading,
  keptData,
  keptNames,
  openWallet,
} from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

const INTENT = '**/api/payments/stripe/create-intent'
const ASKS = '4000002760003184'
const ROUTING = '110000000'

let member: DemoMember
test.beforeEach(({ page: _page }, { project }) => {
  member = project.name === 'phone' ? 'Edsger Dijkstra' : 'Margaret Hamilton'
})

const addFunds = (page: Page) => page.getByRole('button', { name: 'Add Funds', exact: true })
const deposits = (page: Page) => page.getByRole('list', { name: 'Deposits' }).getByRole('listitem')
const amount = (page: Page) => dialog(page).getByLabel('Amount')

type MethodName = 'Card' | 'Bank transfer' | 'Internal transfer'

/** Opens the dialog, chooses a method and types the amount. */
async function goToAmount(page: Page, method: MethodName, typed: string): Promise<void> {
  await addFunds(page).click()
  await expect(heading(page, 'Add Funds')).toBeFocused()
  await dialog(page)
    .getByRole('button', { name: new RegExp(`^${method}`) })
    .click()
  await amount(page).fill(typed)
}

async function goToDetails(page: Page, method: MethodName, typed: string): Promise<void> {
  await goToAmount(page, method, typed)
  await button(page, 'Continue').click()
}

async function fillBank(page: Page, account: string): Promise<void> {
  await dialog(page).getByLabel('Account number').fill(account)
  await dialog(page).getByLabel('Account holder name').fill(member)
}

test('by card: fee and total are shown and charged; asked for, declined, interrupted and offline, the wallet gets what was paid; by bank transfer, and from another member', async ({
  page,
  context,
}) => {
  test.slow()
  await openWallet(page, member)
  const cents = await balanceCents(page)

  await test.step('approved at once', async () => {
    await addFunds(page).click()
    await expect(heading(page, 'Add Funds')).toBeFocused()
    await expectLooksRight(page)
    await dialog(page).getByRole('button', { name: /^Card/ }).click()
    await amount(page).fill('9000')
    await button(page, 'Continue').click()
    await expect(amount(page)).toHaveAccessibleDescription(/Amount must be between \$1 and \$5,000/)
    await expectLooksRight(page)
    await amount(page).fill('100')
    const summary = dialog(page).getByRole('region', { name: 'Summary' })
    await expect(summary).toContainText('Added to your wallet$100.00')
    await expect(summary).toContainText('Fee (2.9% + $0.30)$3.20')
    await expect(summary).toContainText('Total charged to the card$103.20')
    await expect(dialog(page)).toContainText('Sandbox: no real money moves')
    await expect(dialog(page).getByLabel('Test card (sandbox)')).toHaveValue('4242424242424242')
    const looked = Promise.withResolvers<void>()
    await page.route(INTENT, async (route) => {
      await looked.promise
      await route.continue()
    })
    await button(page, 'Pay $103.20').click()
    await expect(heading(page, 'Processing Payment')).toBeFocused()
    // Two seconds after the answer, measured in the page, where a busy machine does not matter.
    const stayed = page.evaluate(() => {
      const from = performance.now()
      return new Promise<number>((resolve) => {
        new MutationObserver((_, observer) => {
          if (document.querySelector('[role=dialog] h2')?.textContent !== 'Payment Successful') return
          observer.disconnect()
          resolve(performance.now() - from)
        }).observe(document, { childList: true, subtree: true, characterData: true })
      })
    })
    looked.resolve()
    await expect(heading(page, 'Payment Successful')).toBeFocused()
    expect(await stayed).toBeGreaterThan(1_990)
    await page.unroute(INTENT)
    await expect(dialog(page)).toContainText('$100.00 was added to your wallet')
    await expect(dialog(page)).toContainText('Statussucceeded')
    await expect(dialog(page)).toContainText('Total charged to the card$103.20')
    await expectLooksRight(page)
    await button(page, 'Done').click()
    await expect(addFunds(page)).toBeFocused()
    await expectBalance(page, cents + 10_000n)
    await expect(deposits(page).first()).toContainText('Card Deposit')
    await expect(deposits(page).first()).toContainText('Completed')
  })

  await test.step('asked for: approved it arrives, declined it does not', async () => {
    for (const [answer, outcome] of [
      ['Approve', 'Payment Successful'],
      ['Decline', 'Funds Not Added'],
    ] as const) {
      await goToAmount(page, 'Card', '10')
      await dialog(page).getByLabel('Test card (sandbox)').selectOption(ASKS)
      await button(page, 'Pay $10.59').click()
      await expect(heading(page, 'Confirm Payment')).toBeFocused()
      await expect(dialog(page)).toContainText('Approve the payment of $10.59?')
      if (answer === 'Approve') await expectLooksRight(page)
      await button(page, answer).click()
      await expect(heading(page, outcome)).toBeFocused()
      if (answer === 'Decline') await expectLooksRight(page)
      await page.keyboard.press('Escape')
    }
    await expectBalance(page, cents + 11_000n)
    const failed = deposits(page).filter({ hasText: 'Failed' }).first()
    await expect(failed).toContainText('No money was added.')
  })

  await test.step('offline nothing is submitted, with the reason; what is typed stays', async () => {
    await goToAmount(page, 'Card', '44')
    await context.setOffline(true)
    await expect(button(page, 'Pay $45.58')).toBeDisabled()
    await expect(dialog(page).getByRole('status')).toContainText('You are offline')
    await amount(page).fill('45')
    await expectLooksRight(page)
    await context.setOffline(false)
    await expect(button(page, 'Pay $46.61')).toBeEnabled()
    await expect(amount(page)).toHaveValue('45')
  })

  await test.step('a reload in the middle finds out what happened', async () => {
    const reached = Promise.withResolvers<void>()
    await context.route(INTENT, async (route) => {
      await route.fetch()
      reached.resolve()
      // Never answered: the page is closed first.
    })
    await amount(page).fill('17')
    await button(page, 'Pay $17.79').click()
    await reached.promise
    await page.reload()
    await expect(heading(page, 'Payment Successful')).toBeVisible()
    await button(page, 'Done').click()
    await expectBalance(page, cents + 12_700n)
    await context.unroute(INTENT)
  })

  await test.step('by bank transfer: checked, initiated, and no number is kept anywhere', async () => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await goToDetails(page, 'Bank transfer', '250')
    await expect(heading(page, 'Bank Details')).toBeFocused()
    await button(page, 'Start Transfer').click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Please fill in all bank details')
    const routing = dialog(page).getByLabel('Routing number')
    await expect(routing).toBeFocused()
    await expectLooksRight(page)
    await dialog(page).getByLabel('Fill in a test account').selectOption({ label: 'The transfer arrives' })
    await expect(routing).toHaveValue(ROUTING)
    await fillBank(page, '000123456789')
    expect(await keptData(page)).not.toContain('000123456789')
    await dialog(page).getByRole('radio', { name: 'Savings' }).check()
    await button(page, 'Start Transfer').click()
    await expect(heading(page, 'Transfer Initiated')).toBeFocused()
    await expect(dialog(page)).toContainText('Statusprocessing')
    await expect(dialog(page)).toContainText('Expected arrival1-3 business days')
    await expectLooksRight(page)
    const kept = await keptData(page)
    expect(kept).not.toContain('000123456789')
    expect(kept).not.toContain('4242424242424242')
    expect(logged.join('\n')).not.toContain('000123456789')
    expect((await keptNames(page)).filter((name) => name.endsWith(':funds'))).toEqual([])
    await button(page, 'Done').click()
    await expect(deposits(page).first()).toContainText('ACH')
    await expect(deposits(page).first()).toContainText('Pending')
  })

  await test.step('from another member: asks them, and the request awaits their response', async () => {
    await goToDetails(page, 'Internal transfer', '12.50')
    await expect(heading(page, 'Transfer Details')).toBeFocused()
    const from = dialog(page).getByLabel('From User')
    await button(page, 'Send Request').click()
    await expect(from).toHaveAccessibleDescription(/Please specify who to request the transfer from/)
    await expectLooksRight(page)
    await from.fill('@nobody_at_all')
    await button(page, 'Send Request').click()
    await expect(from).toHaveAccessibleDescription(/no member/i)
    await expect(from).toHaveValue('@nobody_at_all')
    await from.fill(member === 'Edsger Dijkstra' ? '@edsger' : '@margaret')
    await button(page, 'Send Request').click()
    await expect(from).toHaveAccessibleDescription(/yourself/)
    await from.fill(member === 'Edsger Dijkstra' ? '@margaret' : '@edsger')
    const message = dialog(page).getByLabel('Message')
    await message.fill('x'.repeat(201))
    await expect(dialog(page)).toContainText('0 characters remaining. No more fits.')
    await expect(message).toHaveValue('x'.repeat(200))
    await message.fill('Lunch')
    await expect(dialog(page)).toContainText('195 characters remaining')
    await button(page, 'Send Request').click()
    await expect(heading(page, 'Transfer Request Sent')).toBeFocused()
    await expect(dialog(page)).toContainText('Statuspending')
    await expect(dialog(page)).toContainText('The other user can approve or decline.')
    await expectLooksRight(page)
    await button(page, 'Done').click()
    const request = page.getByRole('list', { name: 'Requests by you' }).getByRole('listitem').first()
    await expect(request).toContainText('Awaiting response')
    await expect(request).toContainText('$12.50')
    await expect(request).toContainText('“Lunch”')
  })
})
