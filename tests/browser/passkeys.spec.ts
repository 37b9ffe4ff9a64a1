import { expect } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { signInByHand } from './support/members.ts'
import { test } from './support/own-server.ts'
import { withAuthenticator } from './support/passkeys.ts'
import { advance } from './support/pools.ts'

test.use({ serviceWorkers: 'block' })

/** The own server's provider states no time: a fresh sign-in proves nothing there. */
test('where signing in proves nothing, what is sensitive waits for a passkey, which takes a day that every place is told of and can stop', async ({
  page,
  browser,
  baseURL,
}) => {
  const member = 'Dorothy Vaughan'
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const panel = page.getByRole('region', { name: 'Passkeys' })
  const wait = page.getByRole('region', { name: 'The wait for a passkey' })
  const reveal = page.getByRole('button', { name: 'Reveal account number' })
  await withAuthenticator(page)
  await signInByHand(page, member)
  // The account is not new any more.
  await advance(page, 1)

  await test.step('says why and what to do, and after one vain sign-in does not ask for another', async () => {
    await page.goto('/wallet')
    await reveal.click()
    await expect(dialog).toContainText('If that does not help, see Passkeys in your profile.')
    await dialog.getByRole('button', { name: 'Sign in again' }).click()
    await page.getByRole('button', { name: new RegExp(member) }).click()
    await page.waitForURL('**/wallet')
    await reveal.click()
    await expect(dialog).toContainText('please add a passkey in your profile before this')
    await expect(dialog.getByRole('button', { name: 'Sign in again' })).toHaveCount(0)
    await expectAccessible(page)
    await dialog.getByRole('link', { name: 'To your passkeys' }).click()
    await expect(panel.getByText('signing in again is no proof')).toBeInViewport()
  })
  await test.step('the wait is told elsewhere and stopped there', async () => {
    await panel.getByRole('button', { name: 'Start the wait' }).click()
    await expect(wait).toBeVisible()
    const elsewhere = await browser.newContext({ serviceWorkers: 'block', ...(baseURL && { baseURL }) })
    const other = await elsewhere.newPage()
    await signInByHand(other, member)
    await other.goto('/notifications')
    await other.getByRole('link', { name: /A passkey may be added in a day/ }).click()
    const stop = other.getByRole('button', { name: 'Stop the wait' })
    await expect(stop).toBeInViewport()
    await expectAccessible(other)
    await stop.click()
    await expect(stop).toHaveCount(0)
    await elsewhere.close()
    await page.reload()
    await expect(panel.getByRole('button', { name: 'Start the wait' })).toBeVisible()
    await expect(page.getByText('The wait for a passkey was stopped')).toBeVisible()
  })
  await test.step('after a day one is added, and opens what was closed at once', async () => {
    await panel.getByRole('button', { name: 'Start the wait' }).click()
    await expect(wait).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
    await advance(page, 1)
    await page.reload()
    await panel.getByLabel('Name of a new passkey').fill('This walk')
    await panel.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(panel.getByRole('button', { name: 'Remove the passkey This walk' })).toBeVisible()
    await expect(wait).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    await page.goto('/wallet')
    await reveal.click()
    await expect(dialog).toContainText('please confirm with a passkey before this')
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByTestId('account-number')).toHaveText(/^\d{9,}$/)
  })
})
