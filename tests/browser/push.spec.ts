import { chromium, expect, test, type Page } from '@playwright/test'
import { expectAccessible, expectFitsPhone } from './support/axe.ts'
import { chromiumFlags, chromiumPath } from './support/chromium.ts'
import { signIn } from './support/members.ts'

const MESSAGE = {
  web_push: 8030,
  notification: { title: 'Youtility', body: 'Money came in.', tag: 'notice-1', app_badge: '2' },
}

/** Stands for the browser's question and its connection to a push service: Chromium in a test has neither. */
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

test('a member is told on this device once they say so, as they say so, until they turn it off', async ({
  page,
}) => {
  await withPushService(page)
  await signIn(page, 'Radia Perlman', '/notifications')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.getByRole('button', { name: 'Tell me on this device' }).click()
  await expect(page.getByText('You are told on this device.')).toBeVisible()
  const here = page.getByRole('group', { name: 'On this device' })
  await here.getByRole('switch', { name: 'Votes that close soon' }).uncheck()
  await expect(here.getByRole('switch', { name: 'Votes that close soon' })).not.toBeChecked()
  await expect(here.getByRole('switch', { name: 'Money that comes in' })).toBeChecked()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await page.getByRole('switch', { name: 'Show amounts and names' }).check()
  await expect(page.getByRole('switch', { name: 'Show amounts and names' })).toBeChecked()
  // Kept by the server.
  const places = async (): Promise<unknown> => (await page.request.get('/api/notifications/push')).json()
  await expect.poll(places).toMatchObject({ places: [{ current: true, off: ['vote'] }] })
  await page.getByRole('button', { name: 'Turn off here' }).click()
  await expect(page.getByRole('button', { name: 'Tell me on this device' })).toBeVisible()
})

test('with the app closed a push brings the notice; a click on it shows its place in the open app', async ({
  baseURL: origin,
}, testInfo) => {
  const baseURL = origin ?? ''
  // Notices are shown in no private window, and that is what every other test runs in.
  const context = await chromium.launchPersistentContext(testInfo.outputPath('browser'), {
    executablePath: chromiumPath(),
    args: chromiumFlags,
    baseURL,
  })
  await context.grantPermissions(['notifications'], { origin: baseURL })
  const page = await context.newPage()
  await signIn(page, 'Donald Knuth')
  await page.evaluate(() => navigator.serviceWorker.ready)
  const client = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await client.send('ServiceWorker.enable')
  const registrationId = await registered
  // The app is closed: no page of it is left.
  await page.goto('about:blank')
  const navigate = `${baseURL}/wallet`
  await client.send('ServiceWorker.deliverPushMessage', {
    origin: baseURL,
    registrationId,
    data: JSON.stringify({ ...MESSAGE, notification: { ...MESSAGE.notification, navigate } }),
  })
  await page.goto('/dashboard')
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const notices = await registration.getNotifications()
      return notices.map(({ title, body, tag }) => ({ title, body, tag }))
    })
  await expect.poll(shown).toEqual([{ title: 'Youtility', body: 'Money came in.', tag: 'notice-1' }])

  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expect(page.getByRole('link', { name: /^Notifications/ })).toBeVisible()
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(async () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this runs in the service worker
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await registration.getNotifications()
    if (notification) globalThis.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })
  await expect(page).toHaveURL(/\/wallet$/)
  await context.close()
})
