import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { holderOf } from './support/token.ts'
import {
  actionButton,
  button,
  clickAction,
  dialog,
  heading,
  inBothThemes,
  openWallet,
} from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

const portfolio = (page: Page) => page.getByRole('region', { name: 'Portfolio', exact: true })
const balances = (page: Page) => portfolio(page).getByRole('list', { name: 'Balances' }).getByRole('listitem')
const amount = (page: Page) => dialog(page).getByLabel('Amount')
const recipient = (page: Page) => dialog(page).getByLabel('Send To')

test.describe('the portfolio view', () => {
  test('the portfolio: filtered, its parts add up; Send Any Currency and Send USD keep their rules and send', async ({
    page,
  }, testInfo) => {
    await test.step('filters by currency, and its parts add up to the total', async () => {
      await openWallet(page, holderOf(testInfo).member)
      const value = portfolio(page).getByTestId('portfolio-value')
      const cents = async () => BigInt((await value.innerText()).replaceAll(/[$,.]/g, ''))
      await expect(balances(page)).toHaveCount(3)
      // On a phone what is far from sight is not laid out, and has no visible text.
      await portfolio(page).scrollIntoViewIfNeeded()
      await expect.poll(() => value.innerText()).toMatch(/\$/)
      const total = await cents()
      await portfolio(page).getByText('USD Only').click()
      await expect(balances(page)).toHaveCount(1)
      await expect(balances(page)).toContainText('US dollars')
      const usd = await cents()
      await portfolio(page).getByText('YUT Only').click()
      await expect(balances(page)).toContainText('Youtility tokens')
      const yut = await cents()
      expect(usd + yut).toBe(total)
      await portfolio(page).getByRole('radio', { name: 'YUT Only' }).press('ArrowLeft')
      await expect(portfolio(page).getByRole('radio', { name: 'USD Only' })).toBeChecked()
      await portfolio(page).getByText('All', { exact: true }).click()
      await expect(balances(page)).toHaveCount(3)
    })
    await test.step('says its rules, offers three currencies, and sends', async () => {
      const { other } = holderOf(testInfo)
      await clickAction(page, 'Send Any Currency')
      await expect(heading(page, 'Send Any Currency')).toBeFocused()
      await expect(dialog(page).getByRole('radio')).toHaveCount(3)
      await button(page, 'Continue').click()
      await expect(recipient(page)).toHaveAccessibleDescription(/Please specify the recipient/)
      await expect(amount(page)).toHaveAccessibleDescription(/Amount must be at least \$0\.01 or 0\.01 YUT/)
      await expect(recipient(page)).toBeFocused()
      await inBothThemes(page, () => expectAccessible(page))
      await recipient(page).fill(other)
      for (const currency of ['USD', 'USDC', 'YUT']) {
        await dialog(page)
          .getByRole('radio', { name: new RegExp(`^${currency} `) })
          .check()
        await amount(page).fill(currency === 'USD' ? '10000' : '9999999')
        await button(page, 'Continue').click()
        await expect(amount(page)).toHaveAccessibleDescription(new RegExp(`Insufficient ${currency} balance`))
      }
      await amount(page).fill('0.01')
      await button(page, 'Continue').click()
      await expect(heading(page, 'Confirm Transfer')).toBeFocused()
      await button(page, 'Back').click()
      await expect(amount(page)).toHaveValue('0.01')
      await button(page, 'Continue').click()
      await button(page, 'Send Transfer').click()
      await expect(dialog(page)).toContainText('0.01 YUT sent successfully')
      await button(page, 'Done').click()
      await expect(actionButton(page, 'Send Any Currency')).toBeFocused()
      await expectNoSidewaysScroll(page)
    })
    await test.step('takes $1 to $10,000 and sends cents to send-transfer', async () => {
      const { other } = holderOf(testInfo)
      await portfolio(page).getByRole('button', { name: 'Send USD', exact: true }).click()
      await expect(heading(page, 'Send USD')).toBeFocused()
      await expect(button(page, 'Continue')).toBeDisabled()
      await amount(page).fill('5')
      await expect(button(page, 'Continue')).toBeDisabled()
      await recipient(page).fill(other)
      await expect(button(page, 'Continue')).toBeEnabled()
      await amount(page).fill('0.99')
      await expect(button(page, 'Continue')).toBeDisabled()
      await amount(page).fill('10000.01')
      await button(page, 'Continue').click()
      await expect(amount(page)).toHaveAccessibleDescription(/Amount must be between \$1 and \$10,000/)
      await inBothThemes(page, () => expectAccessible(page))
      await amount(page).fill('1.25')
      await button(page, 'Continue').click()
      await expect(heading(page, 'Confirm Transfer')).toBeFocused()
      const posted = page.waitForRequest('**/api/wallet/send-transfer')
      await button(page, 'Send Transfer').click()
      expect((await posted).postDataJSON()).toMatchObject({ amount: 125 })
      await expect(dialog(page)).toContainText('$1.25 sent successfully')
      await button(page, 'Done').click()
      await expect(portfolio(page).getByRole('button', { name: 'Send USD', exact: true })).toBeFocused()
    })
  })
})
