import { expect, type Page } from '@playwright/test'
import type { Bill } from '../../api/contract/bills.ts'
import { expectAccessible } from './support/axe.ts'
import {
  advance,
  agree,
  billLine,
  fillPool,
  fromMenu,
  openBill,
  openPools,
  poolCard,
  poolsOf,
} from './support/pools.ts'
import { tabTo } from './support/keyboard.ts'
import type { DemoMember } from './support/members.ts'
import { lookAgain, visit } from './support/pages.ts'
import { test } from './support/own-server.ts'
import { button, dialog, expectKept, expectLooksRight, heading } from './support/wallet.ts'

test.beforeEach(() => test.setTimeout(240_000))

/** A member with a bill to be paid by hand and some weeks of history. */
async function withHistory(page: Page, member: DemoMember): Promise<{ name: string; bill: Bill }> {
  await openPools(page, member)
  await advance(page, 7)
  const bill = await openBill(page)
  await lookAgain(page)
  const [pool] = await poolsOf(page)
  const name = pool?.pool_name ?? ''
  await expect(poolCard(page, name)).toBeVisible()
  return { name, bill }
}

test('every view and step is accessible in both themes and fits 320 px; has an address, and a form outlives a reload; offline all of it opens, and no money can be moved', async ({
  page,
  context,
}) => {
  const { name, bill } = await withHistory(page, 'Ada Lovelace')
  await test.step('is accessible in both themes and fits 320 px', async () => {
    await expectLooksRight(page)
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await expect(page.getByRole('menuitem', { name: 'View Details' })).toBeFocused()
    await expectLooksRight(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: `Actions for ${name}` })).toBeFocused()

    await fromMenu(page, name, 'View Details')
    await expect(dialog(page).getByTestId('value-chart')).toBeVisible()
    await dialog(page).getByText('Value by day as a table').click()
    await expect(dialog(page).getByRole('table')).toBeVisible()
    await expectLooksRight(page)
    await page.keyboard.press('Escape')

    await billLine(page, /Open|Past due/)
      .first()
      .getByRole('button', { name: /^Details/ })
      .click()
    await expect(dialog(page)).toContainText('What it is for')
    await expectLooksRight(page)
    await button(page, 'Pay Now').click()
    await expect(button(page, 'Pay Now')).toBeEnabled()
    await expectLooksRight(page)
    await button(page, 'Back').click()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: `Manage Portfolio of ${name}` }).click()
    await expectLooksRight(page)
    await dialog(page)
      .getByRole('button', { name: /^Withdraw/ })
      .click()
    await button(page, 'Continue').click()
    await expect(dialog(page)).toContainText('Enter an amount such as 12.34.')
    await expectLooksRight(page)
    await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('1')
    await button(page, 'Continue').click()
    await expectLooksRight(page)
    await agree(page, 'Withdraw')
    await expect(heading(page, 'Money Withdrawn')).toBeFocused()
    await expectLooksRight(page)
    await button(page, 'Done').click()

    await fromMenu(page, name, 'Settings')
    await expectLooksRight(page)
    await button(page, 'Cancel').click()
    await fillPool(page, 'Too much', '99000')
    await expectLooksRight(page)
    await button(page, 'Continue').click()
    await expect(dialog(page)).toContainText('Your USD balance is too low')
    await expectLooksRight(page)
    await agree(page, 'Create Pool')
    await expect(heading(page, 'That did not work')).toBeFocused()
    await expectLooksRight(page)
  })
  await test.step('has an address, and a form outlives a reload', async () => {
    await page.keyboard.press('Escape')
    // Closing goes back in the history, which would end the navigation that follows.
    await expect(dialog(page)).toHaveCount(0)
    await page.waitForURL(({ search }) => search === '')
    const [pool] = await poolsOf(page)
    await expect(() => page.goto(`/investments?pool=${pool?.id}`)).toPass()
    await expect(heading(page, pool?.pool_name ?? '—')).toBeVisible()
    await button(page, 'Manage Portfolio').click()
    await expect(heading(page, 'Manage Portfolio')).toBeFocused()
    await button(page, 'Close').last().click()
    await expect(heading(page, pool?.pool_name ?? '—')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/investments$/)
    await page.goto('/investments?pool=00000000-0000-4000-8000-000000000000')
    await expect(dialog(page)).toContainText('Your pool could not be loaded')
    await page.keyboard.press('Escape')

    await fillPool(page, 'Half filled in', '350')
    await page.reload()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(dialog(page).getByLabel('Pool Name')).toHaveValue('Half filled in')
    await expect(dialog(page).getByRole('textbox', { name: 'Initial Investment' })).toHaveValue('350')
    await button(page, 'Cancel').click()
    await expect(page.getByRole('button', { name: 'Create Pool', exact: true })).toBeFocused()
  })
  await test.step('offline all of it opens from the device, and nothing that moves money can be done', async () => {
    const [pool] = await poolsOf(page)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await fromMenu(page, name, 'View Details')
    await expect(dialog(page).getByTestId('value-chart')).toBeVisible()
    await expect(dialog(page).getByRole('list', { name: 'Pool activity' })).toContainText('Pool created')
    await expectKept(page, `pool:${pool?.id}`)
    await expectKept(page, `pool-activity:${pool?.id}`)
    await page.keyboard.press('Escape')
    // Going back ends whatever else the browser was told to open.
    await expect(page).not.toHaveURL(/pool=/)
    await expect(() => page.goto(`/investments?bill=${bill.id}`)).toPass()
    await expect(dialog(page)).toContainText('What it is for')
    await expectKept(page, `bill:${bill.id}`)
    await page.keyboard.press('Escape')
    await expect(page).not.toHaveURL(/bill=/)
    await visit(page, '/dashboard')
    await expect(page.getByRole('list', { name: 'Active pools' })).toContainText(name)
    await expectKept(page, 'dashboard')

    await context.setOffline(true)
    await expect(() => page.goto(`/investments?pool=${pool?.id}`)).toPass()
    await expect(dialog(page).getByTestId('value-chart')).toBeVisible()
    await expect(dialog(page)).toContainText('As of')
    await expect(dialog(page).getByRole('list', { name: 'Pool activity' })).toContainText('Pool created')
    await page.keyboard.press('Escape')
    await expect(poolCard(page, name)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Pay Now/ }).first()).toBeDisabled()
    await expect(page.getByText('You are offline. Paying a bill needs a connection.').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Advance a month' })).toBeDisabled()
    await expect(() => page.goto(`/investments?bill=${bill.id}`)).toPass()
    await expect(button(page, 'Pay Now')).toBeDisabled()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: `Manage Portfolio of ${name}` }).click()
    await dialog(page)
      .getByRole('button', { name: /^Add Money/ })
      .click()
    await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('5')
    await expect(dialog(page)).toContainText(
      'You are offline. This needs a connection; what you entered is kept.',
    )
    await expect(button(page, 'Continue')).toBeDisabled()
    await expectAccessible(page)
    await button(page, 'Close').first().click()

    await page.goto('/dashboard')
    await expect(page.getByRole('list', { name: 'Active pools' })).toContainText(name)
    await expect(page.getByRole('main')).toContainText('As of')
    await expectAccessible(page)
  })
})

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('works by keyboard alone', async ({ page }) => {
    await openPools(page, 'Grace Hopper')
    const create = page.getByRole('button', { name: 'Create Pool', exact: true })
    await create.focus()
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Create Investment Pool')).toBeFocused()
    await tabTo(page, dialog(page).getByLabel('Pool Name'))
    await page.keyboard.type('By keyboard')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Review Your Pool')).toBeFocused()
    await expect(button(page, 'Create Pool')).toBeEnabled()
    await tabTo(page, button(page, 'Create Pool'))
    await page.keyboard.press('Enter')
    await expect(poolCard(page, 'By keyboard')).toContainText('$100.00')
    await expect(create).toBeFocused()

    const actions = page.getByRole('button', { name: 'Actions for By keyboard' })
    await actions.focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'View Details' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused()
    await page.keyboard.press('v')
    await expect(page.getByRole('menuitem', { name: 'View Details' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(heading(page, 'By keyboard')).toBeFocused()
    await expect(dialog(page).getByRole('list', { name: 'Pool activity' })).toContainText('Pool created')
    await page.keyboard.press('Escape')
    await expect(actions).toBeFocused()

    const manage = page.getByRole('button', { name: 'Manage Portfolio of By keyboard' })
    await manage.focus()
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Manage Portfolio')).toBeFocused()
    await tabTo(page, dialog(page).getByRole('button', { name: /^Close Pool/ }))
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Close Pool')).toBeFocused()
    await expect(button(page, 'Close Pool')).toBeEnabled()
    await tabTo(page, button(page, 'Close Pool'))
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Pool Closed')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(poolCard(page, 'By keyboard')).toContainText('Closed')
  })
})
