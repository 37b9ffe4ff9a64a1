import { expect, test } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { chooseMember } from './support/members.ts'
import { actionButton, button, clickAction, dialog, expectLooksRight, heading } from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

/** None of these tests sends anything. */
const MEMBER = 'Ada Lovelace'
const sendTo = 'Send To'

test('a payment link leads a visitor through the sign-in to Send Funds, filled in and not sent; another is made, with its QR code; what is shared opens its place', async ({
  page,
}) => {
  await test.step('a payment link leads a visitor through the sign-in to Send Funds, filled in and not sent', async () => {
    await page.goto('/pay/@grace?amount=12.50&currency=YUT&message=Lunch')
    await expect(page.getByRole('heading', { name: '@grace asks you for 12.50 YUT' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign In to Continue' }).click()
    await chooseMember(page, MEMBER)
    await expect(heading(page, 'Send Funds')).toBeVisible()
    await expect(page).toHaveURL('/wallet')
    await expect(dialog(page).getByLabel(sendTo)).toHaveValue('@grace')
    await expect(dialog(page).getByLabel('Amount')).toHaveValue('12.50')
    await expect(dialog(page).getByRole('radio', { name: /YUT/ })).toBeChecked()
    await expect(dialog(page).getByLabel('Message')).toHaveValue('Lunch')
    // A new link replaces the unfinished form.
    await page.goto('/pay/@alan')
    await expect(dialog(page).getByLabel(sendTo)).toHaveValue('@alan')
    await expect(dialog(page).getByLabel('Amount')).toHaveValue('')
  })
  await test.step('a payment link is made in the wallet, with its QR code', async () => {
    await button(page, 'Cancel').click()
    await clickAction(page, 'Payment Link')
    await expect(heading(page, 'Payment Link')).toBeFocused()
    await dialog(page).getByLabel('Amount').fill('1.234')
    await expect(dialog(page).getByText(/at most 2 decimals/)).toBeVisible()
    await expect(dialog(page).getByRole('img')).toHaveCount(0)
    await dialog(page).getByLabel('Amount').fill('25')
    await dialog(page).getByLabel('What it is for').fill('Dinner & wine')
    await expect(dialog(page).getByRole('img', { name: 'QR code of your payment link' })).toBeVisible()
    const link = await dialog(page)
      .getByText(/\/pay\/@ada/)
      .innerText()
    expect(new URL(link).search).toBe('?amount=25&currency=USD&message=Dinner+%26+wine')
    await expectLooksRight(page)
    await button(page, 'Close').click()
    // The narrow screen in between has drawn the actions anew: then the first of them is meant.
    await expect(actionButton(page, 'Send Funds')).toBeFocused()
  })
  await test.step('what is shared with the app, or a link of its scheme, opens Send, Import, or says what can be shared', async () => {
    await page.goto(`/open?link=${encodeURIComponent('web+youtility:pay/@grace?amount=3')}`)
    await expect(dialog(page).getByLabel(sendTo)).toHaveValue('@grace')
    await expect(dialog(page).getByLabel('Amount')).toHaveValue('3')
    await page.goto(`/open?title=Alan&text=${encodeURIComponent('I am @alan on Youtility')}`)
    await expect(dialog(page).getByLabel(sendTo)).toHaveValue('@alan')
    await button(page, 'Cancel').click()
    // Closing goes back in the history, which would end the navigation that follows.
    await expect(dialog(page)).toHaveCount(0)

    const card = 'BEGIN:VCARD\nVERSION:4.0\nFN:Emmy Noether\nTEL:+4915112345678\nEND:VCARD'
    await expect(() => page.goto(`/open?text=${encodeURIComponent(card)}`)).toPass()
    await expect(heading(page, 'Import Contacts')).toBeVisible()
    await expect(button(page, 'Import 1 contact')).toBeEnabled()
    await button(page, 'Cancel').click()

    await page.goto('/open?url=https%3A%2F%2Fevil.example%2Fpay%2F%40grace')
    await expect(
      page.getByRole('heading', { name: 'There is nothing here to pay or to import' }),
    ).toBeVisible()
    await expectAccessible(page)
  })
})
