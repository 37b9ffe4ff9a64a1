import { expect, type Page } from '@playwright/test'
import { PAYOUT_NUMBERS } from '../support/withdrawal-calls.ts'
import { PHONE, testOn } from './support/own-server.ts'
import { lookAgain, visit } from './support/pages.ts'
import { passDays } from './support/pools.ts'
import {
  balanceCents,
  button,
  dialog,
  expectLooksRight,
  fillBankAccount,
  heading,
  keptData,
  openWallet,
  openWithdrawal,
  withdrawTo,
} from './support/wallet.ts'

// A withdrawal can be cancelled for an hour of the server's clock, which the test moves forward.
const test = testOn({ WITHDRAWAL_CANCEL_SECONDS: '3600' })
test.use(PHONE)

/** The newest line of activity that a withdrawal begins with. */
const line = (page: Page) =>
  page
    .getByRole('list', { name: 'Recent activity' })
    .getByRole('listitem')
    .filter({ hasText: 'Withdrawal' })
    .first()

test('adds a bank account, waits its day, withdraws, cancels one, and sees one come back', async ({
  page,
}) => {
  test.setTimeout(300_000)
  await openWallet(page, 'Ada Lovelace')
  const before = await balanceCents(page)

  await test.step('an account is added, with its bank’s name, and its number is kept nowhere', async () => {
    await openWithdrawal(page)
    await expect(dialog(page)).toContainText('Add your bank account first')
    await expectLooksRight(page)
    await button(page, 'Add an account').click()
    await expect(heading(page, 'Add an account')).toBeFocused()
    await dialog(page).getByLabel('Routing number').fill('110000001')
    await expect(dialog(page).getByText('This is not a valid routing number')).toBeVisible()
    await expectLooksRight(page)
    await fillBankAccount(page, PAYOUT_NUMBERS.arrives)
    await expect(dialog(page).getByText(/can be used from/)).toBeVisible()
    await button(page, 'Add an account').click()
    await fillBankAccount(page, PAYOUT_NUMBERS.comesBack)
    expect(await keptData(page)).not.toMatch(/000123456789|000111111116/)
    await expectLooksRight(page)
    await button(page, 'Saved accounts').click()
    await expect(heading(page, 'Saved accounts')).toBeFocused()
    await expect(dialog(page).getByRole('listitem')).toHaveCount(2)
    await expectLooksRight(page)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('Back leads through the steps, one at a time', async () => {
    await openWithdrawal(page)
    await button(page, 'Saved accounts').click()
    await expect(heading(page, 'Saved accounts')).toBeFocused()
    await page.goBack()
    await expect(heading(page, 'Withdraw')).toBeFocused()
    await page.goBack()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/wallet$/)
  })

  await test.step('a day later it can be used; the withdrawal is prepared and can be cancelled', async () => {
    await passDays(page, 1)
    await openWithdrawal(page)
    await expect(dialog(page).getByText(/can be used from/)).toHaveCount(0)
    await withdrawTo(page, { amount: '25', last4: '6789' }, () => expectLooksRight(page))
    await expect(dialog(page)).toContainText('Being prepared')
    await expectLooksRight(page)
    await button(page, 'Done').click()
    await expect(line(page)).toContainText('Being prepared')
    await line(page).getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Withdrawal')
    await expect(page.getByText(/you can cancel it/)).toBeVisible()
    await expectLooksRight(page)
    await page.getByRole('button', { name: 'Cancel Withdrawal' }).click()
    await expect(heading(page, 'Cancel this withdrawal?')).toBeFocused()
    await expectLooksRight(page)
    await button(page, 'Cancel Withdrawal').click()
    await expect(heading(page, 'Withdrawal Cancelled')).toBeFocused()
    await button(page, 'Done').click()
    await expect(page.getByText('The money is in your wallet again.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel Withdrawal' })).toHaveCount(0)
    await visit(page, '/wallet')
  })

  await test.step('one that goes through is sent and then presumed to have arrived, one comes back and says why', async () => {
    await openWithdrawal(page)
    await withdrawTo(page, { amount: '30', last4: '6789' })
    await button(page, 'Done').click()
    await openWithdrawal(page)
    await withdrawTo(page, { amount: '40', last4: '1116' })
    await button(page, 'Done').click()
    // The one before may still be the newest line for a moment.
    await line(page).filter({ hasText: '-$40.00' }).getByRole('link').click()
    await passDays(page, 1)
    await expect(page.getByText(/It is there by .* at the latest/)).toBeVisible()
    await expect(page.getByText('Completed')).toHaveCount(0)
    await expect(async () => {
      await passDays(page, 1)
      await lookAgain(page)
      await expect(page.getByText('there is no such account (R03)')).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 90_000 })
    await expect(page.getByText('The money is in your wallet again.')).toBeVisible()
    await expectLooksRight(page)
    await visit(page, '/wallet')
    const arrived = page
      .getByRole('list', { name: 'Recent activity' })
      .getByRole('listitem')
      .filter({ hasText: 'Presumed arrived' })
    await expect(async () => {
      await passDays(page, 1)
      await lookAgain(page)
      await expect(arrived).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 90_000 })
    await expect(arrived).toContainText('-$30.00')
    // Interest came in meanwhile.
    expect((await balanceCents(page)) - before).toBeGreaterThanOrEqual(-3_000n)
  })
})
