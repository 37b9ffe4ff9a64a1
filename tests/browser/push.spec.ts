import { chromium, expect, test, type Worker } from '@playwright/test'
import { chromiumFlags, chromiumPath } from './support/chromium.ts'
import { signIn } from './support/members.ts'

const MESSAGE = {
  web_push: 8030,
  notification: { title: 'Youtility', body: 'Money came in.', tag: 'notification-1', app_badge: '2' },
}

/** Records the notifications and badges of the service worker: a test's browser shows neither. */
const recording = (worker: Worker) =>
  worker.evaluate(() => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this runs in the service worker
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const done = { badges: [] as number[], bodies: [] as unknown[] }
    Object.assign(globalThis, { done })
    const show = registration.showNotification.bind(registration)
    Object.assign(navigator, { setAppBadge: async (badge: number) => void done.badges.push(badge) })
    Object.assign(registration, {
      showNotification: (title: string, options: NotificationOptions) => {
        done.bodies.push(options.body)
        return show(title, options)
      },
    })
  })
const recorded = (worker: Worker) => worker.evaluate((): unknown => Reflect.get(globalThis, 'done'))

test('the app can be installed; with it closed a push brings the notification; a click on it shows its place in the open app', async ({
  baseURL: origin,
}, testInfo) => {
  const baseURL = origin ?? ''
  // Not in a private window, as the other tests: there nothing can be installed and no notification is shown.
  const context = await chromium.launchPersistentContext(testInfo.outputPath('browser'), {
    executablePath: chromiumPath(),
    args: chromiumFlags,
    baseURL,
  })
  await context.grantPermissions(['notifications'], { origin: baseURL })
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await test.step('the app can be installed', async () => {
    await page.goto('/')
    await page.evaluate(() => navigator.serviceWorker.ready)
    const manifest = await client.send('Page.getAppManifest')
    expect(manifest.errors).toEqual([])
    expect(JSON.parse(manifest.data ?? '')).toMatchObject({
      id: '/',
      name: 'Youtility',
      start_url: '/dashboard?source=pwa',
      scope: '/',
      display: 'standalone',
    })
    const { installabilityErrors } = await client.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])
  })
  await signIn(page, 'Donald Knuth')
  const registered = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await client.send('ServiceWorker.enable')
  const registrationId = await registered
  const [worker] = context.serviceWorkers()
  if (worker === undefined) throw new Error('the app has no service worker')
  await recording(worker)
  // The app is closed: none of its pages is open.
  await page.goto('about:blank')
  const navigate = `${baseURL}/wallet`
  await client.send('ServiceWorker.deliverPushMessage', {
    origin: baseURL,
    registrationId,
    data: JSON.stringify({ ...MESSAGE, notification: { ...MESSAGE.notification, navigate } }),
  })
  await expect.poll(() => recorded(worker)).toEqual({ badges: [2], bodies: ['Money came in.'] })
  await page.goto('/dashboard')
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const notifications = await registration.getNotifications()
      return notifications.map(({ title, body, tag }) => ({ title, body, tag }))
    })
  await expect.poll(shown).toEqual([{ title: 'Youtility', body: 'Money came in.', tag: 'notification-1' }])

  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expect(page.getByRole('link', { name: /^Notifications/ })).toBeVisible()
  await worker.evaluate(async () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this runs in the service worker
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await registration.getNotifications()
    if (notification) globalThis.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })
  await expect(page).toHaveURL(/\/wallet$/)

  await client.send('ServiceWorker.deliverPushMessage', { origin: baseURL, registrationId, data: 'unknown' })
  await expect
    .poll(() => recorded(worker), 'what it cannot read is shown too')
    .toEqual({ badges: [2, 1], bodies: ['Money came in.', 'There is something new.'] })
  await context.close()
})
