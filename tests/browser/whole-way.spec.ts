import { expect } from '@playwright/test'
import { PAYOUT_NUMBERS } from '../support/withdrawal-calls.ts'
import { signIn } from './support/members.ts'
import { PHONE, testOn } from './support/own-server.ts'
import { lookAgain, visit } from './support/pages.ts'
import { advance, passDays } from './support/pools.ts'
import {
  balanceCents,
  button,
  dialog,
  expectBalance,
  expectLooksRight,
  fillBankAccount,
  heading,
  openWithdrawal,
  withdrawTo,
} from './support/wallet.ts'

/** What a card pays in may be disputed for so long. */
const CARD_DAYS = 120

// Nobody is seeded, so nobody is verified either. A withdrawal can be cancelled for an hour of the server's clock.
const test = testOn({ SEED: 'none', SANDBOX_MINUTE_SECONDS: '1', WITHDRAWAL_CANCEL_SECONDS: '3600' })
test.use(PHONE)

test('somebody new adds money, is verified, withdraws, cancels, sees one come back, closes the account and gets the rest', async ({
  page,
}) => {
  test.setTimeout(420_000)
  await signIn(page, 'Ada Lovelace', '/wallet')
  const standing = page.getByRole('region', { name: 'Where you stand' })

  const answerAs = async (outcome: RegExp) => {
    const person = standing.getByRole('combobox', { name: 'Answer as (sandbox)' })
    await person.selectOption({ label: (await person.getByText(outcome).textContent()) ?? '' })
    await standing.getByRole('button', { name: 'Answer', exact: true }).click()
  }

  await test.step('adds $100 by card, before anybody knows who they are', async () => {
    await page.getByRole('button', { name: 'Add Funds' }).click()
    await dialog(page).getByRole('button', { name: /^Card/ }).click()
    await dialog(page).getByLabel('Amount').fill('100')
    await button(page, 'Pay $103.20').click()
    await expect(heading(page, 'Payment Successful')).toBeVisible()
    await button(page, 'Done').click()
    await expectBalance(page, 10_000n)
  })

  await test.step('withdrawing says what is missing, and leads there', async () => {
    await openWithdrawal(page)
    await expect(dialog(page)).toContainText('Verify your identity first')
    await expectLooksRight(page)
    await dialog(page).getByRole('link', { name: 'Verify your identity' }).click()
    await expect(page).toHaveURL(/\/identity$/)
    await expect(standing).toContainText('Not verified yet')
    await expectLooksRight(page)
  })

  await test.step('an expired document is rejected with what to do about it', async () => {
    await standing.getByRole('button', { name: 'Verify my identity' }).click()
    await answerAs(/expired/i)
    await expect(standing).toContainText('The document has expired. Use one that is still valid.')
    await expectLooksRight(page)
  })

  await test.step('the second try is verified, and the profile says so', async () => {
    await standing.getByRole('button', { name: 'Try again' }).click()
    await answerAs(/^Verified ·/)
    await expect(standing).toContainText('It holds until')
    await expectLooksRight(page)
    await visit(page, '/profile')
    await expect(page.getByText('KYC status').locator('..')).toContainText('Verified')
  })

  await test.step('accounts of their own are added; what came by card is held, and until when is said', async () => {
    await visit(page, '/wallet')
    await openWithdrawal(page)
    await button(page, 'Add an account').click()
    await fillBankAccount(page, PAYOUT_NUMBERS.arrives)
    await button(page, 'Add an account').click()
    await fillBankAccount(page, PAYOUT_NUMBERS.comesBack)
    await expect(dialog(page)).toContainText(/held/i)
    await expectLooksRight(page)
    await page.keyboard.press('Escape')
    await advance(page, CARD_DAYS + 1)
    await page.goto('/wallet')
  })

  await test.step('one withdrawal is cancelled, one comes back', async () => {
    await openWithdrawal(page)
    await withdrawTo(page, { amount: '25', last4: '6789' })
    await button(page, 'Done').click()
    const line = page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem').first()
    await line.filter({ hasText: 'Being prepared' }).getByRole('link').click()
    await page.getByRole('button', { name: 'Cancel Withdrawal' }).click()
    await button(page, 'Cancel Withdrawal').click()
    await expect(heading(page, 'Withdrawal Cancelled')).toBeFocused()
    await button(page, 'Done').click()
    await visit(page, '/wallet')
    await openWithdrawal(page)
    await withdrawTo(page, { amount: '40', last4: '1116' })
    await button(page, 'Done').click()
    await line.filter({ hasText: '-$40.00' }).getByRole('link').click()
    await expect(async () => {
      await passDays(page, 1)
      await lookAgain(page)
      await expect(page.getByText('there is no such account (R03)')).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 90_000 })
    await visit(page, '/wallet')
    // With the interest of the days between.
    await expect.poll(() => balanceCents(page)).toBeGreaterThanOrEqual(10_000n)
  })

  await test.step('a withdrawal arrives; the last payment of an account that nothing ever went to would be looked at', async () => {
    await openWithdrawal(page)
    await withdrawTo(page, { amount: '10', last4: '6789' })
    await button(page, 'Done').click()
    const line = page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem').first()
    await line.filter({ hasText: '-$10.00' }).getByRole('link').click()
    await expect(async () => {
      await passDays(page, 1)
      await lookAgain(page)
      await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 90_000 })
  })

  await test.step('the account is closed: the plan says what happens, the rest goes to the bank, and nothing else moves', async () => {
    await visit(page, '/profile')
    await page.getByRole('button', { name: 'Close account' }).click()
    await expect(dialog(page)).toContainText('Paid to your bank account')
    await dialog(page).getByRole('radio', { name: /6789/ }).check()
    await dialog(page).getByLabel('Type @ada to confirm').fill('@ada')
    await button(page, 'Close for good').click()
    await expect(dialog(page)).toContainText('Choose what becomes of your YUT.')
    await expectLooksRight(page)
    await dialog(page).getByRole('radio', { name: 'Give it up' }).check()
    await button(page, 'Close for good').click()
    await expect(dialog(page)).toHaveCount(0)
    await visit(page, '/wallet')
    await expect(page.getByText('Your account is closing')).toBeVisible()
    await expectLooksRight(page)
    const out = page.getByRole('button', { name: 'SIGN IN', exact: true })
    await expect(async () => {
      await lookAgain(page)
      if (!(await out.isVisible())) await passDays(page, 1)
      await expect(out).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 90_000 })
  })
})
