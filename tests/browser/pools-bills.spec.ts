import { expect, type Page } from '@playwright/test'
import {
  advance,
  agree,
  billLine,
  billsCard,
  billsOf,
  change,
  fillPool,
  fromMenu,
  moved,
  openBill,
  openPools,
  poolCard,
  poolsOf,
  usdCents,
} from './support/pools.ts'
import { lookAgain, settled, visit } from './support/pages.ts'
import { test } from './support/own-server.ts'
import { button, dialog, heading } from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })
// These tests move the clock forward by months.
test.beforeEach(() => test.setTimeout(240_000))

const MONTHS_MAX = 12
const cents = (text: string): number => Number(text.replaceAll(/[^\d]/g, ''))

/** Whether the pool has received dividends and auto-pay has paid a bill, which may be from gains before the first of them. */
async function hasPaid(page: Page, name: string): Promise<boolean> {
  const pool = (await poolsOf(page)).find(({ pool_name: named }) => named === name)
  return (pool?.dividends_cents ?? 0) > 0 && (await billsOf(page)).some(({ status }) => status === 'paid')
}

/** Advances the sandbox's clock month by month until both are so and the page shows the bill. */
async function untilPaid(page: Page, name: string): Promise<void> {
  const month = page.getByRole('button', { name: 'Advance a month' })
  for (let months = 0; months < MONTHS_MAX; months += 1) {
    if (await hasPaid(page, name)) break
    await moved(page, 30, async () => {
      await month.click()
      await expect(month).toBeEnabled()
    })
  }
  const older = billsCard(page).getByRole('button', { name: 'Show older bills' })
  // The bill may be among the older ones, and the page may show it later than the server has it.
  await expect(async () => {
    if (await older.isVisible()) await older.click()
    await expect(billLine(page, /Paid by/).first()).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
}

test('a pool, months of dividends, and a telecom bill paid from them, followed leg by leg', async ({
  page,
}) => {
  const name = 'Pays the phone'
  await openPools(page, 'Dorothy Vaughan')
  await fillPool(page, name, '2400')
  await dialog(page).getByLabel('Pool Type').selectOption('bonds')
  await dialog(page).getByLabel('Risk Profile').selectOption('aggressive')
  await button(page, 'Continue').click()
  await agree(page, 'Create Pool')
  await expect(poolCard(page, name)).toContainText('$2,400.00')

  await expect(page.getByRole('region', { name: 'Sandbox clock' })).toContainText(
    'for everybody on this server',
  )
  await untilPaid(page, name)
  const atPools = await settled(page)

  // Dividends have arrived.
  await fromMenu(page, name, 'View Details')
  const activity = dialog(page).getByRole('list', { name: 'Pool activity' })
  await expect(activity.getByText('Dividend received').first()).toBeVisible()
  await expect(dialog(page).getByTestId('value-chart')).toBeVisible()
  // The bill, tapped on while the browser still leaves the pool, with who paid what.
  const details = page.locator('[aria-label="Bills"] li', { hasText: 'Paid by' }).last().locator('button')
  await details.first().evaluate((element: HTMLElement) => {
    document.querySelector<HTMLElement>('[role="dialog"] [aria-label="Close"]')?.click()
    setTimeout(() => setTimeout(() => element.click()))
  })
  await expect(dialog(page).getByText('Paid', { exact: true }).first()).toBeVisible()
  const legs = dialog(page).getByRole('region', { name: 'Who paid what' }).getByRole('listitem')
  await expect(legs).not.toHaveCount(0)
  const amounts = await legs.locator('> span').allInnerTexts()
  expect(amounts.map(cents).reduce((sum, one) => sum + one, 0)).toBe(3_500)
  await expect(dialog(page)).toContainText('Standard plan')

  // From a leg into its pool's activity: the same amount left it, for this bill.
  const mine = legs.filter({ hasText: name })
  await expect(mine).toContainText(/from (dividends|gains)/)
  const [amount = ''] = await mine.locator('> span').allInnerTexts()
  await mine.getByRole('button', { name }).click()
  await expect(heading(page, name)).toBeFocused()
  const payment = activity
    .getByRole('listitem')
    .filter({ hasText: 'Bill payment' })
    .filter({ hasText: `-${amount}` })
    .first()
  await expect(payment).toContainText(/from (dividends|gains)/)
  await payment.getByRole('button', { name: 'See the bill' }).click()
  await expect(mine).toContainText(amount)
  // It closes with those that it was opened from.
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  expect(await settled(page)).toBe(atPools)
  await expect(dialog(page)).toHaveCount(0)

  // The dashboard shows it too.
  await visit(page, '/dashboard')
  await expect(page.getByRole('list', { name: 'AI activity' })).toContainText('Auto-pay paid $35.00')
  await expect(page.getByRole('main')).toContainText(/Bills Paid by Investments\s*\$[1-9]/)
})

test('why a bill is not paid, what it lacks, and paying it by hand', async ({ page }) => {
  await openPools(page, 'Barbara Liskov')
  const [pool] = await poolsOf(page)
  await change(page, 'PUT', `/api/investments/pools/${pool?.id}/settings`, {
    auto_bill_payment_enabled: false,
  })
  const start = await billsOf(page)
  while ((await billsOf(page)).length === start.length) await advance(page, 7)
  // From the first week of the month into the days in which auto-pay tries, and perhaps beyond the due date.
  await advance(page, 11)
  await page.reload()
  const [newest] = await billsOf(page)
  const line = billLine(page, /Open|Past due/).first()
  await expect.poll(async () => (await billsOf(page))[0]?.auto_pay_failure?.reason).toBe('no_auto_pay_pool')
  await page.reload()
  await expect(line).toContainText((await billsOf(page))[0]?.auto_pay_failure?.message ?? '—')
  await advance(page, 7)
  await page.reload()
  await expect(line).toContainText('Past due')
  await expect(line).toContainText('You can still pay it.')
  await line.getByRole('button', { name: /^Details/ }).click()
  await expect(dialog(page)).toContainText('Auto-pay could not pay this bill')
  await expect(dialog(page)).toContainText('$35.00 missing')

  const before = await usdCents(page)
  // The address opens the dialog too, but does not pay by itself.
  const bill = new URL(page.url()).searchParams.get('bill')
  await page.goto(`/investments?pay=${bill}`)
  await expect(heading(page, 'Pay Bill')).toBeFocused()
  await button(page, 'Back').click()
  await page.goto(`/investments?bill=${bill}`)
  await button(page, 'Pay Now').click()
  await expect(heading(page, 'Pay Bill')).toBeFocused()
  await expect(dialog(page)).toContainText('You pay$35.00')
  await agree(page, 'Pay Now')
  await expect(heading(page, 'Bill Paid')).toBeFocused()
  await expect(dialog(page).getByRole('region', { name: 'Receipt' })).toContainText('FromUSD wallet')
  await button(page, 'Done').click()
  // Behind the receipt is the updated bill.
  await expect(dialog(page)).toContainText('Paid from your USD wallet')
  await expect(dialog(page).getByRole('region', { name: 'Who paid what' })).toContainText('USD wallet$35.00')
  await page.keyboard.press('Escape')
  await expect(billLine(page, 'Paid from your USD wallet').first()).toBeVisible()
  expect(before - (await usdCents(page))).toBe(3_500)
  expect((await billsOf(page)).find(({ id }) => id === newest?.id)?.status).toBe('paid')
})

test('a payment whose answer is lost is made once; one that is refused says why', async ({ page }) => {
  await openPools(page, 'Donald Knuth')
  await openBill(page)
  await lookAgain(page)
  const pay = billLine(page, /Open|Past due/)
    .first()
    .getByRole('button', { name: /^Pay Now/ })

  await page.route(
    '**/pay',
    (route) =>
      route.fulfill({
        status: 422,
        json: { error: 'Insufficient USD balance', code: 'insufficient_funds' },
      }),
    { times: 1 },
  )
  await pay.click()
  await agree(page, 'Pay Now')
  await expect(dialog(page).getByRole('alert')).toContainText('Failed to pay the bill')
  await expect(dialog(page).getByRole('alert')).toContainText('Insufficient USD balance')
  await button(page, 'Try Again').click()
  await expect(heading(page, 'Pay Bill')).toBeFocused()

  const before = await usdCents(page)
  const keys: (string | undefined)[] = []
  await page.route('**/pay', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await route.fetch()
    await route.abort('connectionreset')
  })
  await agree(page, 'Pay Now')
  await expect(heading(page, 'Bill Paid')).toBeVisible()
  await button(page, 'Done').click()
  expect(before - (await usdCents(page))).toBe(3_500)
  expect(keys).toHaveLength(1)
})
