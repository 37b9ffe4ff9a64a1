import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { addSession, signIn } from './support/members.ts'
import { expectAccessible, expectFitsPhone } from './support/axe.ts'
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

/** Replaces the browser's permission prompt and its push service: Chromium in a test has neither. */
const withPushService = (page: Page) =>
  page.addInitScript(() => {
    const subscription = (key: ArrayBuffer) => ({
      endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/test',
      options: { applicationServerKey: key },
      toJSON: () => ({
        endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/test',
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      }),
      unsubscribe: async () => {
        current = null
        return true
      },
    })
    let current: unknown = null
    let permission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      permission = 'granted'
      return 'granted'
    }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => current,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) =>
        (current = subscription(applicationServerKey.buffer)),
    })
  })

test('the notifications are read once seen, stay offline, and lead to their place; they come to this device once a member says so', async ({
  page,
  browser,
}) => {
  const theirs = await browser.newContext()
  await addSession(theirs, 'Edsger Dijkstra')
  await withPushService(page)
  // No other test sends her anything.
  await signIn(page, 'Katherine Johnson')
  await expect(bell(page)).toBeVisible()
  await sends(theirs.request, 'katherine', '4.20')
  await expect(bell(page), 'told without being asked').toHaveAccessibleName(/[1-9] unread/)
  await bell(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await expect(lines(page).first()).toContainText('Edsger Dijkstra (@edsger) sent you $4.20.')
  await expect(lines(page).first()).toContainText('new')
  await expect(bell(page), 'whoever sees the list has read it').toHaveAccessibleName('Notifications')
  await expectLooksRight(page)

  await page.getByRole('switch', { name: 'Money that comes in' }).uncheck()
  await expect(lines(page).filter({ hasText: 'sent you' })).toHaveCount(0)
  await page.getByRole('switch', { name: 'Money that comes in' }).check()
  await expect(lines(page).filter({ hasText: '$4.20' }).first()).toContainText('$4.20')

  await test.step('a member is told on this device once they say so, as they say so, until they turn it off', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.getByRole('button', { name: 'Tell me on this device' }).click()
    await expect(page.getByText('You are told on this device.')).toBeVisible()
    const here = page.getByRole('group', { name: 'On this device' })
    await here.getByRole('switch', { name: 'Votes that close soon' }).uncheck()
    await expect(here.getByRole('switch', { name: 'Votes that close soon' })).not.toBeChecked()
    await expect(here.getByRole('switch', { name: 'Money that comes in' })).toBeChecked()
    // Where the click has scrolled to, a switch may be half behind the header, and so too small to hit.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page)
    await expectFitsPhone(page)
    await page.getByRole('switch', { name: 'Show amounts and names' }).check()
    await expect(page.getByRole('switch', { name: 'Show amounts and names' })).toBeChecked()
    // Stored by the server.
    const places = async (): Promise<unknown> => (await page.request.get('/api/notifications/push')).json()
    await expect.poll(places).toMatchObject({ places: [{ current: true, off: ['vote'] }] })
    await page.getByRole('button', { name: 'Turn off here' }).click()
    await expect(page.getByRole('button', { name: 'Tell me on this device' })).toBeVisible()
  })
  await page.context().setOffline(true)
  await page.reload()
  await expect(lines(page).filter({ hasText: '$4.20' }).first()).toContainText('$4.20')
  await expect(page.getByRole('switch', { name: 'Money that comes in' })).toBeDisabled()
  await page.context().setOffline(false)
  await lines(page).filter({ hasText: '$4.20' }).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/wallet\/activity\/[\w-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Received from')
  await theirs.close()
})
