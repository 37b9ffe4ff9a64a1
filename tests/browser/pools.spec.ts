import { expect, type Page } from '@playwright/test'
import { operations } from '../../api/contract/operations.ts'
import { answering } from './support/answering.ts'
import { expectNoSidewaysScroll } from './support/axe.ts'
import { agree, fillPool, fromMenu, openPools, poolCard, usdCents } from './support/pools.ts'
import { signIn } from './support/members.ts'
import { test } from './support/own-server.ts'
import { button, dialog, heading } from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })
// The first test of a worker waits for its server.
test.beforeEach(() => test.slow())
// Requests that are under way when a test ends are no longer answered.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const named = (what: string): string => `${what} ${crypto.randomUUID().slice(0, 8)}`

const emptied = (page: Page) =>
  answering(page, '/api/investments/pools', operations.listPools.response, () => ({ pools: [] }))

test('adds, withdraws and closes, each with its review and receipt; settings switch auto-pay and set the target; a new one begins with the defaults, and none where no market is connected', async ({
  page,
}) => {
  await test.step('adds, withdraws and closes, each with its review and receipt', async () => {
    const name = named('Managed')
    await openPools(page, 'Ada Lovelace')
    await fillPool(page, name, '200')
    await button(page, 'Continue').click()
    await agree(page, 'Create Pool')
    await expect(poolCard(page, name)).toContainText('$200.00')
    const before = await usdCents(page)
    const manage = poolCard(page, name).getByRole('button', { name: `Manage Portfolio of ${name}` })
    const choose = async (what: string) => {
      await manage.click()
      await expect(heading(page, 'Manage Portfolio')).toBeFocused()
      await dialog(page)
        .getByRole('button', { name: new RegExp(`^${what}`) })
        .click()
    }

    await choose('Add Money')
    const amount = dialog(page).getByRole('textbox', { name: 'Amount' })
    await amount.fill('0.50')
    await button(page, 'Continue').click()
    await expect(dialog(page)).toContainText('The contribution must be between $1 and $1,000,000.')
    await amount.fill('50')
    await button(page, 'Continue').click()
    await expect(heading(page, 'Confirm Contribution')).toBeFocused()
    await agree(page, 'Add Money')
    await expect(heading(page, 'Money Added')).toBeFocused()
    await expect(dialog(page).getByRole('region', { name: 'Receipt' })).toContainText(`To${name}`)
    await button(page, 'Done').click()
    await expect(manage).toBeFocused()
    await expect(poolCard(page, name)).toContainText('$250.00')
    expect(await usdCents(page)).toBe(before - 5_000)

    await choose('Withdraw')
    await amount.fill('250.01')
    await button(page, 'Continue').click()
    await expect(dialog(page)).toContainText('There is only $250.00 in this pool.')
    await button(page, 'Use everything').click()
    await expect(amount).toHaveValue('250.00')
    await amount.fill('20.50')
    await button(page, 'Continue').click()
    await expect(heading(page, 'Confirm Withdrawal')).toBeFocused()
    await button(page, 'Back').click()
    await expect(amount).toHaveValue('20.50')
    await button(page, 'Continue').click()
    await agree(page, 'Withdraw')
    await expect(heading(page, 'Money Withdrawn')).toBeFocused()
    await button(page, 'Done').click()
    await expect(poolCard(page, name)).toContainText('$229.50')
    expect(await usdCents(page)).toBe(before - 2_950)

    await choose('Close Pool')
    await expect(heading(page, 'Close Pool')).toBeFocused()
    await expect(dialog(page)).toContainText('A closed pool stays closed')
    await button(page, 'Back').click()
    await expect(heading(page, 'Manage Portfolio')).toBeFocused()
    await dialog(page)
      .getByRole('button', { name: /^Close Pool/ })
      .click()
    await agree(page, 'Close Pool')
    await expect(heading(page, 'Pool Closed')).toBeFocused()
    await button(page, 'Done').click()
    await expect(poolCard(page, name)).toContainText('Closed')
    await expect(manage).toHaveCount(0)
    expect(await usdCents(page)).toBe(before + 20_000)
  })
  await test.step('settings switch auto-pay and set the target', async () => {
    const name = named('Settled')
    await fillPool(page, name)
    await button(page, 'Continue').click()
    await agree(page, 'Create Pool')
    await expect(poolCard(page, name)).toContainText('Auto-Pay')
    await fromMenu(page, name, 'Settings')
    await expect(heading(page, 'Pool Settings')).toBeFocused()
    const autoPay = dialog(page).getByRole('switch', { name: 'Automatic bill payment' })
    const target = dialog(page).getByRole('textbox', { name: 'Target Monthly Yield (optional)' })
    await expect(autoPay).toBeChecked()
    await autoPay.uncheck()
    await target.fill('-3')
    await button(page, 'Save Settings').click()
    await expect(dialog(page)).toContainText('Enter an amount such as 12.34.')
    await target.fill('12.50')

    await page.route('**/settings', (route) => route.abort('connectionreset'), { times: 1 })
    await button(page, 'Save Settings').click()
    await expect(dialog(page).getByRole('alert')).toContainText('You can safely save again.')
    await button(page, 'Try Again').click()
    await expect(autoPay).not.toBeChecked()
    await expect(target).toHaveValue('12.50')
    await button(page, 'Save Settings').click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText(`Settings of “${name}” saved`).first()).toBeVisible()
    await expect(poolCard(page, name)).not.toContainText('Auto-Pay')
    await expect(poolCard(page, name)).toContainText('$12.50 this month')
    // A pool that does not pay bills is not in the summary.
    await expect(
      page.getByRole('region', { name: 'Auto-Pay Summary' }).filter({ hasText: name }),
    ).toHaveCount(0)
  })
  await test.step('creates a pool with the defaults, after a review; the modal closes and begins anew', async () => {
    const name = named('Phone bill')
    await expect(page.getByRole('heading', { level: 1, name: 'Youtility Investment Pools' })).toBeVisible()
    const before = await usdCents(page)
    await page.getByRole('button', { name: 'Create Pool', exact: true }).click()
    await expect(heading(page, 'Create Investment Pool')).toBeFocused()
    const initial = dialog(page).getByRole('textbox', { name: 'Initial Investment' })
    const target = dialog(page).getByRole('textbox', { name: 'Target Monthly Yield (optional)' })
    await expect(dialog(page).getByLabel('Pool Type')).toHaveValue('mixed')
    await expect(dialog(page).getByLabel('Risk Profile')).toHaveValue('moderate')
    await expect(initial).toHaveValue('100')
    await expect(target).toHaveValue('5')
    await expect(dialog(page).getByRole('switch', { name: 'Automatic bill payment' })).toBeChecked()
    await expect(dialog(page)).toContainText('Minimum $100')
    await expect(dialog(page)).toContainText('Simulated market')

    for (const [risk, text] of [
      ['conservative', '4-6%'],
      ['aggressive', '10-15%'],
      ['moderate', '7-10%'],
    ] as const) {
      await dialog(page).getByLabel('Risk Profile').selectOption(risk)
      await expect(dialog(page)).toContainText(`Expected annual return: ${text}`)
    }
    await initial.fill('99.99')
    await expect(button(page, 'Continue')).toBeDisabled()
    await initial.press('ArrowUp')
    await expect(initial).toHaveValue('100')
    await button(page, 'Initial Investment: $100 more').click()
    await expect(initial).toHaveValue('200')
    await initial.press('ArrowDown')
    await expect(initial).toHaveValue('100')
    await button(page, 'Target Monthly Yield (optional): $5 more').click()
    await expect(target).toHaveValue('10')

    await dialog(page).getByLabel('Pool Name').fill('   ')
    await button(page, 'Continue').click()
    await expect(dialog(page)).toContainText('Please give the pool a name.')
    await dialog(page).getByLabel('Pool Name').fill(` ${name} `)
    await button(page, 'Continue').click()
    await expect(heading(page, 'Review Your Pool')).toBeFocused()
    await expect(dialog(page)).toContainText('You invest$100.00')
    await expect(dialog(page)).toContainText(`Pool name${name}`)
    await expect(dialog(page)).toContainText('Target monthly yield$10.00')
    await agree(page, 'Create Pool')

    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText(`“${name}” was created`).first()).toBeVisible()
    await expect(poolCard(page, name)).toContainText('$100.00')
    await expect(poolCard(page, name)).toContainText('Auto-Pay')
    await expect(poolCard(page, name)).toContainText('Simulated market')
    await expect(poolCard(page, name)).toContainText('1 transaction')
    await expect(page.getByRole('region', { name: 'Auto-Pay Summary' })).toContainText(name)
    expect(await usdCents(page)).toBe(before - 10_000)
    await page.getByRole('button', { name: 'Create Pool', exact: true }).click()
    await expect(dialog(page).getByLabel('Pool Name')).toHaveValue('')
    await expect(target).toHaveValue('5')
  })
  await test.step('where no market is connected the page says so before it offers anything, and nothing is called simulated', async () => {
    await button(page, 'Cancel').click()
    const closed = 'Investing is closed: this installation is not connected to a market.'
    await answering(page, '/api/investments/market', operations.getMarket.response, () => ({
      title: 'No market',
      simulated: false,
      closed,
    }))
    await emptied(page)
    await page.goto('/investments')
    await expect(page.getByText(closed)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create Pool', exact: true })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Create Your First Pool' })).toBeDisabled()
    await expect(page.getByRole('region', { name: 'How it works' })).not.toContainText('simulated')
  })
})

test('without pools: the empty state leads to the first one, on a narrow screen too', async ({ page }) => {
  await emptied(page)
  await signIn(page, 'Edsger Dijkstra', '/investments')
  await expect(page.getByRole('heading', { name: 'No Youtility Pools Yet' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'How it works' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Auto-Pay Summary' })).toHaveCount(0)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  const first = page.getByRole('button', { name: 'Create Your First Pool' })
  await first.click()
  await expect(heading(page, 'Create Investment Pool')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(first).toBeFocused()
})
