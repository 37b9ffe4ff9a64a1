import { type BrowserContext, expect, type Page, type Route, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { tabTo } from './support/keyboard.ts'
import type { DemoMember } from './support/members.ts'
import {
  balanceCents,
  button,
  dialog,
  expectBalance,
  heading,
  inBothThemes,
  keptData,
  keptNames,
  openWallet,
} from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

const INTENT = '**/api/payments/stripe/create-intent'
const DECLINED = '4000000000000002'
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

interface Bank {
  routing?: string
  account: string
}

async function fillBank(page: Page, { routing = ROUTING, account }: Bank): Promise<void> {
  await dialog(page).getByLabel('Routing number').fill(routing)
  await dialog(page).getByLabel('Account number').fill(account)
  await dialog(page).getByLabel('Account holder name').fill(member)
}

/** The server's own refusal of a request that it can't read, for failures that nobody can type in. */
const spoil = (context: BrowserContext, url: string) =>
  context.route(url, (route: Route) =>
    route.continue({ headers: { ...route.request().headers(), 'idempotency-key': 'not a key' } }),
  )

const keysSent = (page: Page, path: string): string[] => {
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(path))
      keys.push(request.headers()['idempotency-key'] ?? 'none')
  })
  return keys
}

test('by card: fee and total are shown and charged, the wallet gets the amount', async ({ page }) => {
  await openWallet(page, member)
  const cents = await balanceCents(page)
  await goToAmount(page, 'Card', '100')
  const summary = dialog(page).getByRole('region', { name: 'Summary' })
  await expect(summary).toContainText('Added to your wallet$100.00')
  await expect(summary).toContainText('Fee (2.9% + $0.30)$3.20')
  await expect(summary).toContainText('Total charged to the card$103.20')
  await expect(dialog(page)).toContainText('Sandbox: no real money moves')
  await expect(dialog(page).getByLabel('Test card (sandbox)')).toHaveValue('4242424242424242')
  await expect(button(page, 'Continue')).toHaveAccessibleDescription('Continue charges $103.20 to the card.')
  const answered = page.waitForResponse(INTENT).then(() => Date.now())
  await button(page, 'Continue').click()
  await expect(heading(page, 'Processing Payment')).toBeFocused()
  const answeredAt = await answered
  await expect(heading(page, 'Payment Successful')).toBeFocused()
  // Two seconds after the answer; a busy machine tells us of the answer late.
  expect(Date.now() - answeredAt).toBeGreaterThan(1_500)
  await expect(dialog(page)).toContainText('$100.00 was added to your wallet')
  await expect(dialog(page)).toContainText('Statussucceeded')
  await expect(dialog(page)).toContainText('Total charged to the card$103.20')
  await button(page, 'Done').click()
  await expect(addFunds(page)).toBeFocused()
  await expectBalance(page, cents + 10_000n)
  await expect(deposits(page).first()).toContainText('Card Deposit')
  await expect(deposits(page).first()).toContainText('Completed')
})

test('Add USD begins with the amount by card', async ({ page }) => {
  await openWallet(page, member)
  await page.getByRole('button', { name: 'Add USD' }).click()
  await expect(heading(page, 'Add Funds by Card')).toBeFocused()
  await button(page, 'Back').click()
  await expect(heading(page, 'Add Funds')).toBeFocused()
  await button(page, 'Cancel').click()
  await expect(page.getByRole('button', { name: 'Add USD' })).toBeFocused()
})

test('the amount is from $1 to $5,000', async ({ page }) => {
  await openWallet(page, member)
  await goToAmount(page, 'Card', '')
  for (const low of ['', '0', '0.99']) {
    await amount(page).fill(low)
    await expect(button(page, 'Continue')).toBeDisabled()
  }
  const keys = keysSent(page, '/create-intent')
  for (const wrong of ['5000.01', '6000', '$9,999.00']) {
    await amount(page).fill(wrong)
    await button(page, 'Continue').click()
    await expect(amount(page)).toHaveAccessibleDescription(/Amount must be between \$1 and \$5,000/)
    await expect(amount(page)).toBeFocused()
  }
  expect(keys).toEqual([])
})

test('a declined card leads to the error step; Try Again to the methods; closing resets', async ({
  page,
}) => {
  await openWallet(page, member)
  const cents = await balanceCents(page)
  await goToAmount(page, 'Card', '20')
  await dialog(page).getByLabel('Test card (sandbox)').selectOption(DECLINED)
  await button(page, 'Continue').click()
  await expect(heading(page, 'Funds Not Added')).toBeFocused()
  await expect(dialog(page).getByRole('alert')).toContainText('Payment failed')
  await expect(dialog(page).getByRole('alert')).toContainText(/declined/i)
  await button(page, 'Try Again').click()
  await expect(heading(page, 'Add Funds')).toBeFocused()
  await dialog(page).getByRole('button', { name: /^Card/ }).click()
  await expect(amount(page)).toHaveValue('20')
  await page.keyboard.press('Escape')
  await goToAmount(page, 'Card', '')
  await expect(amount(page)).toHaveValue('')
  await page.keyboard.press('Escape')
  await expectBalance(page, cents)
  const failed = deposits(page).filter({ hasText: 'Failed' }).first()
  await expect(failed).toContainText('No money was added.')
})

test('a card that asks for confirmation: approved it arrives, declined it does not', async ({ page }) => {
  await openWallet(page, member)
  const cents = await balanceCents(page)
  for (const [answer, outcome] of [
    ['Approve', 'Payment Successful'],
    ['Decline', 'Funds Not Added'],
  ] as const) {
    await goToAmount(page, 'Card', '10')
    await dialog(page).getByLabel('Test card (sandbox)').selectOption(ASKS)
    await button(page, 'Continue').click()
    await expect(heading(page, 'Confirm Payment')).toBeFocused()
    await expect(dialog(page)).toContainText('Approve the payment of $10.59?')
    await button(page, answer).click()
    await expect(heading(page, outcome)).toBeFocused()
    await page.keyboard.press('Escape')
  }
  await expectBalance(page, cents + 1_000n)
})

test.describe('by bank transfer', () => {
  test('bank details, then Transfer Initiated', async ({ page }) => {
    await openWallet(page, member)
    await goToDetails(page, 'Bank transfer', '250')
    await expect(heading(page, 'Bank Details')).toBeFocused()
    await dialog(page).getByLabel('Fill in a test account').selectOption({ label: 'The transfer arrives' })
    await expect(dialog(page).getByLabel('Routing number')).toHaveValue(ROUTING)
    await dialog(page).getByLabel('Account holder name').fill(member)
    await dialog(page).getByRole('radio', { name: 'Savings' }).check()
    await button(page, 'Start Transfer').click()
    await expect(heading(page, 'Transfer Initiated')).toBeFocused()
    await expect(dialog(page)).toContainText('Statusprocessing')
    await expect(dialog(page)).toContainText('Expected arrival1-3 business days')
    await button(page, 'Done').click()
    await expect(deposits(page).first()).toContainText('ACH')
    await expect(deposits(page).first()).toContainText('Pending')
  })

  test('asks for all bank details and checks the routing number', async ({ page }) => {
    await openWallet(page, member)
    await goToDetails(page, 'Bank transfer', '5')
    await button(page, 'Start Transfer').click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Please fill in all bank details')
    const routing = dialog(page).getByLabel('Routing number')
    await expect(routing).toBeFocused()
    await expect(routing).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog(page).getByLabel('Account holder name')).toHaveAccessibleDescription(/Enter the name/)
    await expect(routing).toHaveAttribute('maxlength', '9')
    await fillBank(page, { routing: '110000001', account: '000123456789' })
    await button(page, 'Start Transfer').click()
    await expect(routing).toHaveAccessibleDescription(/not a valid routing number/)
    await button(page, 'Back').click()
    await expect(amount(page)).toHaveValue('5')
  })

  test('an account that cannot be saved', async ({ page }) => {
    await openWallet(page, member)
    await goToDetails(page, 'Bank transfer', '5')
    await fillBank(page, { account: '000666666661' })
    await button(page, 'Start Transfer').click()
    await expect(heading(page, 'Funds Not Added')).toBeFocused()
    await expect(dialog(page).getByRole('alert')).toContainText('Failed to save bank account')
  })

  test('keeps no number anywhere', async ({ page }) => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await openWallet(page, member)
    await goToDetails(page, 'Bank transfer', '5')
    await fillBank(page, { account: '000123456789' })
    expect(await keptData(page)).not.toContain('000123456789')
    await button(page, 'Start Transfer').click()
    await expect(heading(page, 'Transfer Initiated')).toBeVisible()
    const kept = await keptData(page)
    expect(kept).not.toContain('000123456789')
    expect(kept).not.toContain('4242424242424242')
    expect(logged.join('\n')).not.toContain('000123456789')
    expect((await keptNames(page)).filter((name) => name.endsWith(':funds'))).toEqual([])
  })
})

test.describe('from another member', () => {
  test('asks them, and the request awaits their response', async ({ page }) => {
    await openWallet(page, member)
    await goToDetails(page, 'Internal transfer', '12.50')
    await expect(heading(page, 'Transfer Details')).toBeFocused()
    const from = dialog(page).getByLabel('From User')
    await button(page, 'Send Request').click()
    await expect(from).toHaveAccessibleDescription(/Please specify who to request the transfer from/)
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
    await expect(dialog(page)).toContainText('-1 characters remaining')
    await button(page, 'Send Request').click()
    await expect(message).toHaveAccessibleDescription(/at most 200 characters/)
    await message.fill('Lunch')
    await expect(dialog(page)).toContainText('195 characters remaining')
    await button(page, 'Send Request').click()
    await expect(heading(page, 'Transfer Request Sent')).toBeFocused()
    await expect(dialog(page)).toContainText('Statuspending')
    await expect(dialog(page)).toContainText('The other user can approve or decline.')
    await button(page, 'Done').click()
    const request = page.getByRole('list', { name: 'Requests by you' }).getByRole('listitem').first()
    await expect(request).toContainText('Awaiting response')
    await expect(request).toContainText('$12.50')
    await expect(request).toContainText('“Lunch”')
  })
})

test.describe('each failure has its words', () => {
  const failing = async (page: Page, words: string) => {
    await expect(heading(page, 'Funds Not Added')).toBeFocused()
    await expect(dialog(page).getByRole('alert')).toContainText(words)
    await expect(button(page, 'Try Again')).toBeVisible()
    await button(page, 'Close').last().click()
    await expect(dialog(page)).toHaveCount(0)
  }

  test('of the card, the bank transfer and the request', async ({ page, context }) => {
    await openWallet(page, member)
    await spoil(context, INTENT)
    await goToDetails(page, 'Card', '5')
    await failing(page, 'Failed to create payment intent')
    await spoil(context, '**/api/payments/ach/deposit')
    await goToDetails(page, 'Bank transfer', '5')
    await fillBank(page, { account: '000123456789' })
    await button(page, 'Start Transfer').click()
    await failing(page, 'Failed to create ACH deposit')
    await spoil(context, '**/api/wallet/request-transfer')
    await goToDetails(page, 'Internal transfer', '5')
    await dialog(page).getByLabel('From User').fill('@ada')
    await button(page, 'Send Request').click()
    await failing(page, 'Failed to create transfer request')
  })

  test('of the treasury account, which is opened where there is none', async ({ page, context }) => {
    await spoil(context, '**/api/wallet/initialize-treasury')
    await context.route('**/api/wallet', async (route) => {
      const answer = await route.fetch()
      const wallet: unknown = await answer.json()
      await route.fulfill({ response: answer, json: { ...Object(wallet), treasury_account: null } })
    })
    await openWallet(page, member)
    const keys = keysSent(page, '/create-intent')
    await goToDetails(page, 'Card', '5')
    await failing(page, 'Failed to initialize treasury account')
    expect(keys).toEqual([])
  })
})

test.describe('when the answer is lost', () => {
  test('the payment is found by its key and made once', async ({ page, context }) => {
    await openWallet(page, member)
    const cents = await balanceCents(page)
    const keys = keysSent(page, '/create-intent')
    await context.route(INTENT, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await goToDetails(page, 'Card', '15')
    await expect(heading(page, 'Payment Successful')).toBeVisible()
    await button(page, 'Done').click()
    await expectBalance(page, cents + 1_500n)
    expect(keys).toHaveLength(1)
  })

  test('a request that never arrived is repeated on demand, under the same key', async ({
    page,
    context,
  }) => {
    await openWallet(page, member)
    const cents = await balanceCents(page)
    const keys = keysSent(page, '/create-intent')
    await context.route(INTENT, (route) => route.abort('connectionreset'), { times: 1 })
    await goToDetails(page, 'Card', '16')
    await expect(heading(page, 'Checking what happened')).toBeFocused()
    await inBothThemes(page, () => expectAccessible(page))
    await button(page, 'Submit again').click({ timeout: 40_000 })
    await expect(heading(page, 'Payment Successful')).toBeVisible()
    await button(page, 'Done').click()
    await expectBalance(page, cents + 1_600n)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  test('a reload in the middle finds out what happened', async ({ page, context }) => {
    await openWallet(page, member)
    const cents = await balanceCents(page)
    const reached = Promise.withResolvers<void>()
    await context.route(INTENT, async (route) => {
      await route.fetch()
      reached.resolve()
      // The answer stays away: the page is gone before it comes.
    })
    await goToDetails(page, 'Card', '17')
    await reached.promise
    await page.reload()
    await expect(heading(page, 'Payment Successful')).toBeVisible()
    await button(page, 'Done').click()
    await expectBalance(page, cents + 1_700n)
  })
})

test('a reload keeps the draft, without bank details', async ({ page }) => {
  await openWallet(page, member)
  await goToDetails(page, 'Bank transfer', '33')
  await fillBank(page, { account: '000123456789' })
  await page.reload()
  await expect(heading(page, 'Bank Details')).toBeVisible()
  await expect(dialog(page).getByLabel('Account number')).toHaveValue('')
  await button(page, 'Back').click()
  await expect(amount(page)).toHaveValue('33')
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(addFunds(page)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})

test('offline nothing is submitted, with the reason; what is typed stays', async ({ page, context }) => {
  await openWallet(page, member)
  await goToAmount(page, 'Card', '44')
  await context.setOffline(true)
  await expect(button(page, 'Continue')).toBeDisabled()
  await expect(dialog(page).getByRole('status')).toContainText('You are offline')
  await amount(page).fill('45')
  await inBothThemes(page, () => expectAccessible(page))
  await context.setOffline(false)
  await expect(button(page, 'Continue')).toBeEnabled()
  await expect(amount(page)).toHaveValue('45')
})

test('the whole way by keyboard alone', async ({ page }, testInfo) => {
  test.skip(testInfo.project.name === 'phone', 'phones have no Tab key')
  await openWallet(page, member)
  const cents = await balanceCents(page)
  await addFunds(page).focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Add Funds')).toBeFocused()
  await tabTo(page, dialog(page).getByRole('button', { name: /^Card/ }))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Add Funds by Card')).toBeFocused()
  await tabTo(page, amount(page))
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Payment Successful')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(addFunds(page)).toBeFocused()
  await expectBalance(page, cents + 200n)
})

test('every step is accessible in both themes and fits a phone', async ({ page }) => {
  test.slow()
  await openWallet(page, member)
  const check = () =>
    inBothThemes(page, async () => {
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    })
  await addFunds(page).click()
  await expect(heading(page, 'Add Funds')).toBeFocused()
  await check()
  await dialog(page).getByRole('button', { name: /^Card/ }).click()
  await expect(dialog(page).getByLabel('Test card (sandbox)')).toBeVisible()
  await amount(page).fill('9000')
  await button(page, 'Continue').click()
  await check()
  await amount(page).fill('3')
  await dialog(page).getByLabel('Test card (sandbox)').selectOption(ASKS)
  await button(page, 'Continue').click()
  await expect(heading(page, 'Processing Payment')).toBeFocused()
  await expect(heading(page, 'Confirm Payment')).toBeFocused()
  await check()
  await button(page, 'Decline').click()
  await expect(heading(page, 'Funds Not Added')).toBeFocused()
  await check()
  await button(page, 'Try Again').click()
  await dialog(page)
    .getByRole('button', { name: /^Bank transfer/ })
    .click()
  await button(page, 'Continue').click()
  await button(page, 'Start Transfer').click()
  await check()
  await fillBank(page, { account: '000123456789' })
  await button(page, 'Start Transfer').click()
  await expect(heading(page, 'Transfer Initiated')).toBeFocused()
  await check()
  await button(page, 'Done').click()
  await goToDetails(page, 'Internal transfer', '3')
  await button(page, 'Send Request').click()
  await check()
})
