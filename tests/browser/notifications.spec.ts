import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { addSession, signIn } from './support/members.ts'
import { expectLooksRight } from './support/wallet.ts'

const sends = async (request: APIRequestContext, handle: string, amount: string): Promise<void> => {
  const answer = await request.post('/api/wallet/transfer', {
    data: { to_user_identifier: handle, currency: 'USD', amount },
    headers: { 'Idempotency-Key': randomUUID(), 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(answer.status()).toBe(201)
}

const bell = (page: Page) => page.getByRole('link', { name: /^Notifications/ })
const lines = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')

test('the notifications are read once seen, stay offline, and lead to their place', async ({
  page,
  browser,
}) => {
  const theirs = await browser.newContext()
  await addSession(theirs, 'Edsger Dijkstra')
  // Nobody else sends her anything.
  await signIn(page, 'Katherine Johnson')
  await expect(bell(page)).toBeVisible()
  await sends(theirs.request, 'katherine', '4.20')
  await expect(bell(page), 'told without being asked').toHaveAccessibleName(/[1-9] unread/)
  await bell(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await expect(lines(page).first()).toContainText('Edsger Dijkstra sent you $4.20.')
  await expect(lines(page).first()).toContainText('new')
  await expect(bell(page), 'whoever sees the list has read it').toHaveAccessibleName('Notifications')
  await expectLooksRight(page)

  await page.getByRole('switch', { name: 'Money that comes in' }).uncheck()
  await expect(lines(page).filter({ hasText: 'sent you' })).toHaveCount(0)
  await page.getByRole('switch', { name: 'Money that comes in' }).check()
  await expect(lines(page).first()).toContainText('$4.20')

  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.context().setOffline(true)
  await page.reload()
  await expect(lines(page).first()).toContainText('$4.20')
  await expect(page.getByRole('switch', { name: 'Money that comes in' })).toBeDisabled()
  await page.context().setOffline(false)
  await lines(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/wallet$/)
  await theirs.close()
})
