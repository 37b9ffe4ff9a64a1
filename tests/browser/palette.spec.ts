import { expect, test } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { dialog, expectKept, heading, inBothThemes, openWallet } from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

test('the search finds by keyboard what this device keeps, offline too, and tells nobody what is typed', async ({
  page,
  context,
}) => {
  await openWallet(page, 'Ada Lovelace')
  await expect(
    page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem').first(),
  ).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.keyboard.press('Control+k')
  const field = dialog(page).getByRole('combobox')
  await expect(field).toBeFocused()
  const option = (name: string | RegExp) => dialog(page).getByRole('option', { name })
  await expect(option('Dashboard')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(option('Add Funds')).toHaveAttribute('aria-selected', 'true')
  await inBothThemes(page, () => expectAccessible(page))

  await expectKept(page, 'activity:all:all')
  await context.setOffline(true)
  await field.fill('yut grant')
  await expect(option(/YUT grant/).first()).toContainText('500.00 YUT')
  await field.fill('no such thing')
  await expect(dialog(page).getByText('Nothing on this device matches.', { exact: false })).toBeVisible()
  await field.fill('send fu')
  expect(asked.filter((url) => /such|grant|send/i.test(new URL(url.split(' ')[0] ?? '').search))).toEqual([])
  await context.setOffline(false)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Send Funds')).toBeFocused()
  await page.keyboard.press('Escape')

  // By touch, and back to where it came from.
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await field.fill('pools')
  await option('Investment Pools').click()
  await expect(page).toHaveURL('/investments')
})
