import type { Locator, Page } from '@playwright/test'

/** A page as one reader sees it, with the app's words in their language. */
export interface View {
  readonly page: Page
  /** What the app says for this English text. */
  readonly word: (english: string) => string
  readonly isPhone: boolean
}

export interface Scene {
  readonly name: string
  /** Before the page is opened. */
  readonly before?: (view: View) => Promise<unknown>
  readonly path: string
  /** From there to what is to be seen. */
  readonly walk?: (view: View) => Promise<void>
  /** Nobody is signed in. */
  readonly open?: true
  /** Nothing of the member is on the device. */
  readonly fresh?: true
  /** Only what the window shows: dialogs stand in its middle. */
  readonly window?: true
}

const dialog = (page: Page): Locator => page.getByRole('dialog')
const press = (within: Locator | Page, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click()
const fill = (within: Locator | Page, label: string, text: string): Promise<void> =>
  within.getByLabel(label, { exact: false }).filter({ visible: true }).first().fill(text)
const tab =
  (english: string) =>
  ({ page, word }: View) =>
    page.getByRole('tab', { name: word(english), exact: true }).click()
/** Presses the buttons with these texts in the open dialog, one after the other. */
const through = async ({ page, word }: View, ...english: readonly string[]): Promise<void> => {
  for (const name of english) await press(dialog(page), word(name))
}
const arrived = ({ page, word }: View, heading: string): Promise<void> =>
  dialog(page)
    .getByRole('heading', { name: word(heading) })
    .waitFor()

const SEND = '/wallet?send=@grace&amount=12.5&currency=USD&message=Dinner'
const toReview = async (view: View): Promise<void> => {
  await dialog(view.page).waitFor()
  await through(view, 'Continue')
  await arrived(view, 'Confirm Transfer')
}

/** All answers of the API but those that say who is there. */
const DATA = /\/api\/(?!session|stream)/

const hold =
  (pattern: string | RegExp) =>
  ({ page }: View) =>
    page.route(pattern, () => new Promise<void>(() => undefined))
const fail =
  (pattern: string | RegExp, status: number, method = 'GET') =>
  ({ page }: View) =>
    page.route(pattern, (route) =>
      route.request().method() === method
        ? route.fulfill({
            status,
            contentType: 'application/json',
            body: JSON.stringify({ error: 'The service is not available.', code: 'unavailable' }),
          })
        : route.fallback(),
    )
const cut =
  (pattern: string, method: string) =>
  ({ page }: View) =>
    page.route(pattern, (route) =>
      route.request().method() === method ? route.abort('connectionreset') : route.fallback(),
    )
const both =
  (...all: readonly ((view: View) => Promise<unknown>)[]) =>
  async (view: View): Promise<void> => {
    for (const each of all) await each(view)
  }

const MEMBER_PAGES = {
  dashboard: '/dashboard',
  wallet: '/wallet',
  pools: '/investments',
  contacts: '/tellepathy',
  devices: '/devices',
  notifications: '/notifications',
  profile: '/profile',
  did: '/did',
}

const pages: readonly Scene[] = [
  { name: 'landing', path: '/', open: true },
  { name: 'verify', path: '/verify', open: true },
  { name: 'sign-in failed', path: '/auth/callback?error=access_denied', open: true, window: true },
  { name: 'not found', path: '/nowhere', open: true, window: true },
  ...Object.entries(MEMBER_PAGES).flatMap(([name, path]): Scene[] => [
    { name, path },
    { name: `${name}, loading`, path, before: hold(DATA), fresh: true, window: true },
    { name: `${name}, error`, path, before: fail(DATA, 503), fresh: true, window: true },
    {
      name: `${name}, offline`,
      path,
      walk: async ({ page }) => {
        await page.context().setOffline(true)
        await page.getByRole('status').first().waitFor()
      },
      window: true,
    },
  ]),
]

const wallet: readonly Scene[] = [
  { name: 'send 1 details', path: SEND, walk: async ({ page }) => dialog(page).waitFor(), window: true },
  {
    name: 'send 1 details, mistakes',
    path: '/wallet?send=@nobody&amount=999999',
    walk: async (view) => {
      await dialog(view.page).waitFor()
      await through(view, 'Continue')
    },
    window: true,
  },
  { name: 'send 2 review', path: SEND, walk: toReview, window: true },
  {
    name: 'send 3 processing',
    path: SEND,
    before: ({ page }) => page.route('**/api/wallet/transfer', () => new Promise<void>(() => undefined)),
    walk: async (view) => {
      await toReview(view)
      await through(view, 'Send Transfer')
    },
    window: true,
  },
  {
    name: 'send 4 checking',
    path: SEND,
    before: both(cut('**/api/wallet/transfer', 'POST'), hold('**/api/outcomes/**')),
    walk: async (view) => {
      await toReview(view)
      await through(view, 'Send Transfer')
      await view.page.waitForTimeout(1_500)
    },
    window: true,
  },
  {
    name: 'send 5 receipt',
    path: SEND,
    walk: async (view) => {
      await toReview(view)
      await through(view, 'Send Transfer')
      await arrived(view, 'Transfer Sent')
    },
    window: true,
  },
  {
    name: 'send 6 error',
    path: SEND,
    before: fail('**/api/wallet/transfer', 422, 'POST'),
    walk: async (view) => {
      await toReview(view)
      await through(view, 'Send Transfer')
      await view.page.waitForTimeout(800)
    },
    window: true,
  },
  {
    name: 'request 1 form',
    path: '/wallet?request=@grace&amount=20',
    walk: async ({ page }) => dialog(page).waitFor(),
    window: true,
  },
  {
    name: 'add funds 1 method',
    path: '/wallet?add=1',
    walk: async ({ page }) => dialog(page).waitFor(),
    window: true,
  },
  ...(['Card', 'Bank Transfer', 'Request Transfer'] as const).map((method, place): Scene => ({
    name: `add funds 2 ${method}`,
    path: '/wallet?add=1',
    walk: async ({ page }) => {
      await dialog(page).locator('ul button, li button').nth(place).click()
      await page.waitForTimeout(300)
    },
    window: true,
  })),
  {
    name: 'payment link',
    path: '/wallet',
    walk: async ({ page, word }) => {
      await press(page, word('Payment Link'))
      await dialog(page).waitFor()
      await page.waitForTimeout(500)
    },
    window: true,
  },
  {
    name: 'wallet, all activity',
    path: '/wallet',
    walk: async ({ page, word, isPhone }) => {
      if (isPhone) await press(page, word('Show all activity'))
    },
  },
  {
    name: 'receipt',
    path: '/wallet',
    walk: async ({ page }) => {
      await page.locator('main ul li button').filter({ visible: true }).first().click()
      await dialog(page).waitFor()
      await page.waitForTimeout(500)
    },
    window: true,
  },
  ...['Stake', 'Transfer', 'Governance'].map((name): Scene => ({
    name: `token ${name}`,
    path: '/wallet',
    walk: tab(name),
  })),
]

const others: readonly Scene[] = [
  {
    name: 'pool 1 form',
    path: '/investments',
    walk: async ({ page, word }) => {
      await press(page, word('Create Pool'))
      await dialog(page).waitFor()
    },
    window: true,
  },
  {
    name: 'pool 2 review',
    path: '/investments',
    walk: async (view) => {
      const { page, word } = view
      await press(page, word('Create Pool'))
      await fill(dialog(page), word('Pool Name'), 'Heating')
      await through(view, 'Continue')
      await page.waitForTimeout(500)
    },
    window: true,
  },
  {
    name: 'pool menu',
    path: '/investments',
    walk: async ({ page }) => page.locator('main [aria-haspopup=menu]').first().click(),
  },
  {
    name: 'pool details',
    path: '/investments',
    walk: async ({ page }) => {
      await page.locator('main [aria-haspopup=menu]').first().click()
      await page.getByRole('menuitem').first().click()
      await dialog(page).waitFor()
      await page.waitForLoadState('networkidle')
    },
    window: true,
  },
  ...['Circle Administration', 'Analytics & Reports'].map((name): Scene => ({
    name: `contacts ${name}`,
    path: '/tellepathy',
    walk: tab(name),
  })),
  ...['Add Contact', 'Configure', 'Import'].map((name): Scene => ({
    name: `contacts ${name}`,
    path: '/tellepathy',
    walk: async ({ page, word }) => {
      await press(page, word(name))
      await dialog(page).waitFor()
    },
    window: true,
  })),
  {
    name: 'contacts selected',
    path: '/tellepathy',
    walk: async ({ page }) => page.getByRole('checkbox').filter({ visible: true }).nth(1).check(),
  },
  ...['Usage & Billing', 'Network Diagnostics', 'AI Insights', 'Activity Feed'].map((name): Scene => ({
    name: `devices ${name}`,
    path: '/devices',
    walk: tab(name),
  })),
  {
    name: 'devices Add eSIM Device',
    path: '/devices',
    walk: async ({ page, word }) => {
      await press(page, word('Add eSIM Device'))
      await dialog(page).waitFor()
    },
    window: true,
  },
  {
    name: 'devices Change Plan',
    path: '/devices',
    walk: async ({ page, word }) => {
      await press(page, word('Change Plan'))
      await dialog(page).waitFor()
    },
    window: true,
  },
  {
    name: 'profile edit',
    path: '/profile',
    walk: async ({ page, word }) => {
      await page
        .getByRole('button', { name: word('Edit') })
        .first()
        .click()
    },
  },
  {
    name: 'search',
    path: '/wallet',
    walk: async ({ page }) => {
      await page.locator('header button').first().click()
      await dialog(page).waitFor()
      await page.keyboard.type('a')
      await page.waitForTimeout(400)
    },
    window: true,
  },
]

/** Every page, its tabs and states, and every step of a dialog that needs no other member. */
export const SCENES: readonly Scene[] = [...pages, ...wallet, ...others]
