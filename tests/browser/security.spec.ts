import { expect, test } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { chooseMember, signInByHand } from './support/members.ts'
import { withAuthenticator } from './support/passkeys.ts'

test.use({ serviceWorkers: 'block' })

test.describe('the security of an account', () => {
  test('shows where the member is signed in and ends it elsewhere; a daily limit is lowered at once, and raised a day later, after a fresh sign-in', async ({
    page,
    browser,
  }, { project }) => {
    // The test leaves a daily limit and ends all earlier sessions: each screen size has a separate member.
    const member = project.name === 'phone' ? 'Barbara Liskov' : 'Margaret Hamilton'
    await test.step('shows where the member is signed in and ends it elsewhere', async () => {
      const elsewhere = await browser.newContext({ serviceWorkers: 'block' })
      const other = await elsewhere.newPage()
      await signInByHand(other, member)
      await signInByHand(page, member)
      await page.goto('/profile')
      const panel = page.getByRole('region', { name: 'Where you are signed in' })
      await expect(panel.getByText('This device')).toBeVisible()
      await panel.getByRole('button', { name: 'Sign out everywhere else' }).click()
      await expect(panel.getByRole('button', { name: /^Sign out/ })).toHaveCount(0)
      await expect(page.getByText('Signed out everywhere else')).toBeVisible()
      await expect(other.getByRole('heading', { name: 'Access Restricted' }), 'at once').toBeVisible()
      await other.goto('/wallet')
      await expect(other.getByRole('heading', { name: 'Wallet' })).toHaveCount(0)
      await elsewhere.close()
    })
    await test.step('lets a daily limit be lowered at once, and raised a day later, after a fresh sign-in', async () => {
      const panel = page.getByRole('region', { name: 'Daily limit' })
      await expect(panel.getByText('No limit')).toBeVisible()
      await panel.getByLabel('New daily limit').fill('5,0,0')
      await panel.getByRole('button', { name: 'Set limit' }).click()
      await expect(panel.getByText('Enter dollars such as 500')).toBeVisible()
      await panel.getByLabel('New daily limit').fill('5')
      await panel.getByRole('button', { name: 'Set limit' }).click()
      const asked = page.getByRole('dialog', { name: 'Lower your daily limit?' })
      await expectAccessible(page)
      await asked.getByRole('button', { name: 'Lower it' }).click()
      await expect(panel.getByText('$5.00 a day')).toBeVisible()
      const sent = await page.request.post('/api/wallet/transfer', {
        data: { to_user_identifier: 'grace', currency: 'USD', amount: '5.01' },
        headers: { 'Sec-Fetch-Site': 'same-origin' },
      })
      expect(await sent.json()).toMatchObject({ code: 'daily_limit' })
      await panel.getByRole('button', { name: 'Remove limit' }).click()
      const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
      await expect(dialog.getByText('Sign in again to raise your limit', { exact: false })).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Sign in again' }).click()
      await chooseMember(page, member)
      await page.waitForURL('**/profile')
      await panel.getByRole('button', { name: 'Remove limit' }).click()
      await expect(panel.getByText(/on: no limit\. If you did not ask for this/)).toBeVisible()
      await expect(panel.getByText('$5.00 a day')).toBeVisible()
      await expect(page.getByText('A higher daily limit was asked for: no limit')).toBeVisible()
      await expectAccessible(page)
    })
    await test.step('lets a passkey be added, and confirm at once what an ordinary sign-in may not do', async () => {
      await withAuthenticator(page)
      const panel = page.getByRole('region', { name: 'Passkeys' })
      await panel.getByLabel('Name of a new passkey').fill('This walk')
      await panel.getByRole('button', { name: 'Add a passkey' }).click()
      const remove = panel.getByRole('button', { name: 'Remove the passkey This walk' })
      await expect(remove).toBeVisible()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect(page.getByRole('button', { name: 'SIGN IN' })).toBeVisible()
      await signInByHand(page, member)
      await page.goto('/profile')
      await remove.click()
      const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
      await expect(dialog.getByText('removing a passkey')).toBeVisible()
      await expectAccessible(page)
      await expect(dialog.getByRole('button', { name: 'Sign in again' })).toBeVisible()
      await dialog.getByRole('button', { name: 'Use a passkey' }).click()
      await expect(remove).toHaveCount(0)
      await expect(page.getByText('A passkey was added').first()).toBeVisible()
    })
  })
})
