import * as z from 'zod/mini'
import { notificationOperations } from '../../api/contract/notifications.ts'
import {
  asksAnew,
  browserOf,
  expect,
  delayed,
  opens,
  opensEmpty,
  page,
  refetch,
  refused,
  settled,
  test,
  waitFor,
  within,
  type Network,
} from './support/page.tsx'

const LIST = /^\/api\/notifications(\?|$)/
const COUNTS = /^\/api\/notifications\/counts$/
const SETTINGS = /^\/api\/notifications\/settings$/
const READ = /^\/api\/notifications\/read$/
const PUSH = '/api/notifications/push'

const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const ENDPOINT = 'https://updates.push.services.mozilla.com/wpush/v2/component'

/** Fake browser: the member's answer to the permission prompt, and the push subscription. */
const browser = { answer: 'granted', subscribed: null as { readonly key: ArrayBuffer } | null }
const subscription = () =>
  browser.subscribed && {
    endpoint: ENDPOINT,
    options: { applicationServerKey: browser.subscribed.key },
    toJSON: () => ({ endpoint: ENDPOINT, keys: KEYS }),
    unsubscribe: async () => {
      browser.subscribed = null
      return true
    },
  }
const withPushService = () => {
  const registration = {
    pushManager: {
      getSubscription: async () => subscription(),
      subscribe: async ({
        applicationServerKey: { buffer },
      }: {
        applicationServerKey: Uint8Array<ArrayBuffer>
      }) => {
        browser.subscribed = { key: buffer }
        return subscription()
      },
    },
  }
  const Notification = {
    permission: 'default',
    requestPermission: async () => (Notification.permission = browser.answer),
  }
  Object.assign(globalThis, { PushManager: {}, Notification })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
      addEventListener: () => {},
      removeEventListener: () => {},
    },
  })
}

/** Causes a notification: an export of the member's data. */
const tells = async ({ browser: own }: Pick<Network, 'browser'>) => {
  expect((await own.fetch('/api/profile/export')).status).toBe(200)
}
opens('/notifications', 'edsger', {
  each: async (network) => {
    browser.subscribed = null
    withPushService()
    await tells(network)
  },
})

const bell = () => page.screen.getByRole('link', { name: /^Notifications/ })
const bellSays = (name: string | RegExp) =>
  waitFor(() => expect(bell().getAttribute('aria-label')).toMatch(name))
const lines = () => within(page.screen.getByRole('list', { name: 'Notifications' })).getAllByRole('listitem')
const marked = () => lines().filter(({ textContent }) => textContent.includes(', new')).length
const setting = (name: string, within_ = page.screen) =>
  within_.getByRole<HTMLInputElement>('switch', { name })
/** Turns a switch of the page to this state, where it is in the other. */
const turned = async (name: string, on: boolean) => {
  await waitFor(() => setting(name))
  if (setting(name).checked !== on) await page.user.click(setting(name))
  await waitFor(() => expect([setting(name).checked, setting(name).disabled]).toEqual([on, false]))
}
const counts = async () => {
  const answer = await page.network.browser.fetch('/api/notifications/counts')
  return notificationOperations.getNotificationCounts.response.parse(await answer.json())
}

test('what is looked at counts as read, stays marked until the page is left, and is not new the next time', async () => {
  const { fault, release } = delayed()
  // The page that is open now would have it read.
  page.network.on('PUT', READ, fault)
  await tells(page.network)
  await expect.poll(async () => (await counts()).unread).toBeGreaterThanOrEqual(1)
  await opensEmpty()
  await bellSays(/ [1-9]\d* unread$/)
  await waitFor(() => expect(marked()).toBeGreaterThanOrEqual(1))
  const before = marked()
  const lists = page.network.sent('GET', LIST).length
  await asksAnew(COUNTS, async () => release())
  await bellSays(/^Notifications$/)
  expect((await counts()).unread).toBe(0)
  await waitFor(() => expect(page.network.sent('GET', LIST).length).toBeGreaterThan(lists))
  // Each refetch waits until the request before has its response.
  await refetch(LIST)
  await refetch(LIST)
  expect(marked()).toBe(before)
  page.reload()
  await settled()
  await waitFor(() => expect(marked()).toBe(0))
})

test('what is switched off is not counted; a switch that could not be turned goes back, with the reason', async () => {
  const money = () => setting('Money that comes in')
  await turned('Money that comes in', true)
  page.network.on('PUT', SETTINGS, refused(503, { error: 'Not just now.', code: 'unavailable' }), 1)
  await page.user.click(money())
  const told = within(page.screen.getByRole('region', { name: 'What you are told of' }))
  await waitFor(() => expect(told.getByRole('alert').textContent).toContain('Not just now.'))
  expect(money().checked).toBe(true)
  await asksAnew(COUNTS, () => page.user.click(money()))
  await waitFor(() => expect(money().checked).toBe(false))
  expect(told.queryByRole('alert')).toBeNull()
})

const Places = notificationOperations.listPushPlaces.response
const places = async (): Promise<z.infer<typeof Places>['places']> =>
  Places.parse(await (await page.network.browser.fetch(PUSH)).json()).places
const closed = () => within(page.screen.getByRole('region', { name: 'When the app is closed' }))
const closedShown = () => page.screen.findByRole('region', { name: 'When the app is closed' })

test('a member who refuses the browser’s question is told what to do', async () => {
  browser.answer = 'denied'
  await closedShown()
  await page.user.click(await closed().findByRole('button', { name: 'Tell me on this device' }))
  await closed().findByText(/You have told this browser not to show notifications/)
  page.reload()
  await settled()
  await waitFor(() => expect(closed().getByText(/You have told this browser not to/)).toBeTruthy())
})

test('a device is told of what the member is told of, and no more once it is turned off, there or elsewhere', async () => {
  browser.answer = 'granted'
  await closedShown()
  await turned('Money that comes in', false)
  const elsewhere = await browserOf('edsger')
  const there = await elsewhere.fetch(PUSH, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ endpoint: `${ENDPOINT}/elsewhere`, keys: KEYS }),
  })
  expect(there.status).toBe(200)
  await page.user.click(await closed().findByRole('button', { name: 'Tell me on this device' }))
  await closed().findByText('You are told on this device.')
  await waitFor(async () => expect(await places()).toHaveLength(2))
  const here = within(await closed().findByRole('group', { name: 'On this device' }))
  expect(here.queryByRole('switch', { name: 'Money that comes in' }), 'which nobody is told of').toBeNull()
  await page.user.click(here.getByRole('switch', { name: 'Requests for your money' }))
  await waitFor(async () =>
    expect((await places()).map(({ current, off }) => [current, off])).toContainEqual([true, ['request']]),
  )

  const ends = closed().getAllByRole('button', { name: /^Turn off on / })
  expect(ends, 'this device has a button of its own').toHaveLength(1)
  await page.user.click(ends[0] ?? document.body)
  await waitFor(() => expect(closed().queryByRole('button', { name: /^Turn off on / })).toBeNull())
  expect((await places()).map(({ current }) => current)).toEqual([true])
  await page.user.click(closed().getByRole('button', { name: 'Turn off here' }))
  await closed().findByRole('button', { name: 'Tell me on this device' })
  expect(await places()).toEqual([])
  expect(browser.subscribed).toBeNull()
})
