import {
  arrived,
  cut,
  DATA,
  dialog,
  fail,
  fill,
  hold,
  opens,
  press,
  type Scene,
  steps,
  tab,
  through,
  type Walk,
} from '../view.ts'

const MEMBER_PAGES = {
  home: '/',
  dashboard: '/dashboard',
  wallet: '/wallet',
  pools: '/investments',
  contacts: '/tellepathy',
  devices: '/devices',
  notifications: '/notifications',
  profile: '/profile',
  identity: '/identity',
  did: '/did',
}

const searching: Walk = async ({ page, word }) => {
  await press(page.getByRole('banner'), word('Search'))
  await dialog(page).waitFor()
}
const searched = (text: string): Walk =>
  steps(searching, async ({ page }) => {
    await page.keyboard.type(text)
    await page.waitForTimeout(400)
  })

const reports: Walk = async ({ call }) => {
  const details = 'He asked me for $500 to free a prince.'
  await call('POST', '/api/cases', { identifier: '@alan', reason: 'scam', details })
}

/** Every page: as it is, for somebody new, while it loads, when it can't be loaded, without a connection. */
export const pages: readonly Scene[] = [
  { name: 'landing', path: '/', open: true },
  { name: 'verify', path: '/verify', open: true },
  { name: 'limits', path: '/limits', open: true },
  {
    name: 'help, reported',
    path: '/help',
    before: reports,
    walk: ({ page }) => page.locator('#cases li').first().waitFor(),
  },
  {
    name: 'verify, no receipt',
    path: '/verify',
    open: true,
    walk: async ({ page, word }) => {
      await fill(page, word('Or paste its text'), '{"made": "up"}')
      await press(page, word('Verify'))
      await page.waitForTimeout(500)
    },
  },
  {
    name: 'sign-in refused',
    path: '/auth/callback?error=access_denied',
    before: async () => undefined,
    open: true,
    window: true,
  },
  {
    name: 'signing in',
    path: '/auth/callback?code=x',
    before: hold('**/api/sessions'),
    open: true,
    window: true,
  },
  { name: 'not found', path: '/nowhere', open: true, window: true },
  {
    name: 'access restricted',
    path: '/wallet',
    before: hold('**/api/oauth/**'),
    open: true,
    window: true,
  },
  { name: 'verifying access', path: '/wallet', before: hold(/\/api\/session/), fresh: true, window: true },
  { name: 'public profile', path: '/members/unknown', open: true, window: true },
  { name: 'shared without sense', path: '/open?text=nothing', window: true },
  ...Object.entries(MEMBER_PAGES).flatMap(([name, path]): Scene[] => [
    { name, path },
    { name: `${name}, newcomer`, path, newcomer: true },
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

const lookAgain = (page: Parameters<typeof dialog>[0]): Promise<unknown> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

/** Notices about the device, the session and unsent changes, and the search. */
export const notices: readonly Scene[] = [
  {
    name: 'notice emptied',
    path: '/wallet',
    fresh: true,
    walk: async ({ page }) => {
      const devtools = await page.context().newCDPSession(page)
      const { origin } = new URL(page.url())
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,local_storage' })
      await page.waitForTimeout(500)
      await lookAgain(page)
      await page.locator('output button').first().waitFor()
    },
    window: true,
  },
  {
    name: 'notice full',
    path: '/wallet',
    before: async ({ page, origin }) => {
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
    },
    walk: ({ page }) => page.locator('output button').first().waitFor(),
    fresh: true,
    window: true,
  },
  {
    name: 'notice nothing saved, wrong clock',
    path: '/wallet',
    before: async ({ page }) => {
      await page.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        }
      })
      await page.clock.setSystemTime(Date.now() + 3 * 3_600_000)
    },
    walk: ({ page }) => page.locator('output button').nth(1).waitFor(),
    fresh: true,
    window: true,
  },
  {
    name: 'session lapsed',
    path: '/wallet?send=@grace&amount=12.5',
    walk: async (view) => {
      await dialog(view.page).waitFor()
      await view.page.context().clearCookies()
      await lookAgain(view.page)
      await view.page.getByRole('heading', { name: view.word('Access Restricted') }).waitFor()
    },
    fresh: true,
    window: true,
  },
  {
    name: 'sign out with changes unsent',
    path: '/tellepathy',
    walk: async (view) => {
      const { page, word } = view
      await opens('Add Contact')(view)
      await cut(DATA, 'POST')(view)
      await fill(dialog(page), word('Contact Name *'), 'Emmy Noether')
      await through(view, 'Add Contact')
      await dialog(page).waitFor({ state: 'detached' })
      await press(page.getByRole('banner'), word('Sign out'))
      await arrived(view, 'Sign out and lose changes?')
    },
    fresh: true,
    window: true,
  },
  {
    name: 'changes wait',
    path: '/tellepathy',
    walk: async (view) => {
      const { page, word } = view
      await opens('Add Contact')(view)
      await cut(DATA, 'POST')(view)
      await fill(dialog(page), word('Contact Name *'), 'Emmy Noether')
      await through(view, 'Add Contact')
      await dialog(page).waitFor({ state: 'detached' })
    },
    fresh: true,
    window: true,
  },
  {
    name: 'search',
    path: '/wallet',
    walk: searched('a'),
    window: true,
  },
  {
    name: 'search, nothing typed',
    path: '/wallet',
    walk: searching,
    window: true,
  },
  {
    name: 'search, nothing found',
    path: '/wallet',
    walk: searched('no such thing'),
    window: true,
  },
  {
    name: 'keyboard focus',
    path: '/wallet',
    walk: async ({ page }) => {
      for (let times = 0; times < 4; times += 1) await page.keyboard.press('Tab')
    },
    window: true,
  },
]

const STATEMENT = `/api/wallet/statements/${new Date().toISOString().slice(0, 7)}?format=html`
/** Opens the statement in the reader's language, as the wallet's link does. */
const inOwnLanguage: Walk = async ({ page }) => {
  const language = await page.evaluate(() => navigator.language)
  await page.goto(`${STATEMENT}&language=${language}`)
}
const onPaper: Walk = ({ page }) => page.emulateMedia({ media: 'print' })

/** Pages as printed. */
export const paper: readonly Scene[] = [
  {
    name: 'paper receipt',
    path: '/wallet',
    walk: async (view) => {
      await view.page
        .getByRole('list', { name: view.word('Recent activity') })
        .getByRole('link')
        .first()
        .click()
      await press(view.page.getByRole('main'), view.word('Receipt'))
      await dialog(view.page).waitFor()
      await view.page.waitForLoadState('networkidle')
      await onPaper(view)
    },
    window: true,
  },
  {
    name: 'wallet, a statement for other programs',
    path: '/wallet#statements',
    walk: async ({ page, word }) => {
      await press(page.getByRole('main'), word('{month} for other programs'))
    },
  },
  { name: 'paper statement', path: STATEMENT, before: onPaper, walk: inOwnLanguage },
  { name: 'statement', path: STATEMENT, before: async () => undefined, walk: inOwnLanguage },
  { name: 'paper bill', path: '/investments', walk: steps(opens('Details'), onPaper), window: true },
  { name: 'paper wallet', path: '/wallet', walk: onPaper },
  { name: 'paper token', path: '/wallet', walk: steps(tab('Governance'), onPaper) },
]
