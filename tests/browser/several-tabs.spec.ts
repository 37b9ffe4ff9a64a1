import { expect, test } from '@playwright/test'
import { chooseMember } from './support/members.ts'
import { HEADINGS } from './support/pages.ts'

const PLACES = ['/wallet', '/investments', '/devices', '/did'] as const

test('several tabs opened at once without a session all end signed in, each at its own page', async ({
  context,
}) => {
  const tabs = await Promise.all(PLACES.map(async (place) => ({ place, page: await context.newPage() })))
  // Every tab wants to sign in before one of them is told where.
  const everyTabWants = Promise.withResolvers<void>()
  await context.route('**/redirect_url*', async (route) => {
    await everyTabWants.promise
    await route.continue()
  })
  await Promise.all(tabs.map(({ place, page }) => page.goto(`${place}?from=tabs`)))
  for (const { page } of tabs) await expect(page.getByText('Access Restricted')).toBeVisible()
  everyTabWants.resolve()
  for (const { page } of tabs)
    await expect(page.getByRole('button', { name: /Dorothy Vaughan/ })).toBeVisible()
  for (const { page } of tabs) await chooseMember(page, 'Dorothy Vaughan')
  for (const { place, page } of tabs) {
    await page.waitForURL(`**${place}?from=tabs`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADINGS[place] ?? '')
  }
})
