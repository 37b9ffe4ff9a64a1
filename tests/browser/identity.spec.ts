import { expect } from '@playwright/test'
import { signIn } from './support/members.ts'
import { PHONE, testOn } from './support/own-server.ts'
import { visit } from './support/pages.ts'
import { button, dialog, expectLooksRight, heading, openWithdrawal } from './support/wallet.ts'

// Nobody is seeded, so nobody is verified either.
const test = testOn({ SEED: 'none', SANDBOX_MINUTE_SECONDS: '1' })
test.use(PHONE)

test('somebody new is led from Withdraw to their identity, is rejected, tries again, and can add an account', async ({
  page,
}) => {
  await signIn(page, 'Ada Lovelace', '/wallet')
  const standing = page.getByRole('region', { name: 'Where you stand' })

  const answerAs = async (outcome: RegExp) => {
    const person = standing.getByRole('combobox', { name: 'Answer as (sandbox)' })
    await person.selectOption({ label: (await person.getByText(outcome).textContent()) ?? '' })
    await standing.getByRole('button', { name: 'Answer', exact: true }).click()
  }

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

  await test.step('withdrawing asks for an account now', async () => {
    await visit(page, '/wallet')
    await openWithdrawal(page)
    await expect(heading(page, 'Withdraw')).toBeFocused()
    await expect(button(page, 'Add an account')).toBeVisible()
  })
})
