import { expect, test, type Page } from '@playwright/test'
import { scriptWith } from './support/built.ts'
import { expectAccessible, expectFitsPhone } from './support/axe.ts'
import { addSession, chooseMember } from './support/members.ts'
import { visit } from './support/pages.ts'
import { inBothThemes, usdBalance } from './support/wallet.ts'

/** The main navigation: in the header (desktop) or in the bottom bar (phone). */
const mainNavigation = 'nav[aria-label="Main"]:visible'

const memberPages = ['/dashboard', '/wallet', '/investments', '/tellepathy', '/devices', '/profile', '/did']
test.use({ serviceWorkers: 'block' })

/** The placeholder of such a page in index.html, before the app runs; and what the app has drawn in its place. */
const beginningOf = async (page: Page, start: string) => {
  const html = await (await page.request.get('/')).text()
  // Our own pages let no text become HTML.
  const blank = await page.context().newPage()
  const written = await blank.evaluate(
    ([text, name]) =>
      new DOMParser().parseFromString(text, 'text/html').querySelector(`[data-start-of=${name}]`)
        ?.innerHTML ?? '',
    [html, start] as const,
  )
  await blank.close()
  return page.evaluate(
    (before) => ({
      written: before,
      drawn: document.querySelector('main')?.innerHTML ?? '',
      isDrawnByApp: document.querySelector('[data-until-app]') === null,
    }),
    written,
  )
}

/** How the page answers when a script makes code of a text: as HTML, as the address of a script or a worker. */
const textsAsCode = (page: Page) =>
  page.evaluate(() => {
    const ways = [
      () => {
        document.createElement('div').innerHTML = '<img src="/icons/none.png">'
      },
      () => document.write('<script src="/theme.js"></script>'),
      () => {
        document.createElement('script').src = '/theme.js'
      },
      () => new Worker('/theme.js'),
    ]
    return ways.map((way) => {
      try {
        way()
        return 'nothing'
      } catch (error) {
        return error instanceof Error ? error.name : String(error)
      }
    })
  })

test.describe('home', () => {
  test('home says what Youtility is and leads inside; the theme follows the system until one is chosen; a page whose code is gone offers a reload; the guard explains', async ({
    page,
  }) => {
    await test.step('says what Youtility is and leads inside', async () => {
      await page.goto('/')
      await expect(page).toHaveTitle('Your investments pay your bills · Youtility')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Your investments pay your bills automatically',
      )
      const leads = [
        ['START INVESTING', '/dashboard'],
        ['EXPLORE TELLEPATHY', '/tellepathy'],
        ['Create Your First Pool', '/dashboard'],
        ['Try Tellepathy Free', '/tellepathy'],
      ] as const
      for (const [name, href] of leads)
        await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
      for (const step of ['Create pools', 'Generate returns', 'Auto-pay bills'])
        await expect(page.getByRole('heading', { name: step })).toBeVisible()
      for (const words of [
        'Coming Q2 2024',
        'Coming Q3 2024',
        '8.2%',
        '$127',
        '100%',
        'Insured up to $250,000',
      ])
        await expect(page.getByText(words, { exact: true })).toBeVisible()
    })
    await test.step('begins in index.html as the app draws it', async () => {
      await expect(page.locator('[data-until-app]')).toHaveCount(0)
      const { written, drawn, isDrawnByApp } = await beginningOf(page, 'landing')
      expect(isDrawnByApp).toBe(true)
      expect(written).toContain('START INVESTING')
      expect(drawn.slice(0, written.length)).toBe(written)
    })
    await test.step('where theme.js can’t be loaded, it is all that is missing: the app runs', async () => {
      await page.route('/theme.js', (route) => route.abort())
      await page.goto('/')
      await expect(page.locator('[data-until-app]')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'SIGN IN' })).toBeEnabled()
      await page.unroute('/theme.js')
    })
    await test.step('the guard sends those who are not signed in to the login, and explains', async () => {
      const held = Promise.withResolvers<void>()
      await page.route('**/api/oauth/google/redirect_url', async (route) => {
        await held.promise
        await route.continue()
      })
      await page.goto('/wallet')
      await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible()
      await expect(
        page.getByText('This area is for Youtility members only. Please sign in to continue.'),
      ).toBeVisible()
      await expect(page.getByRole('button', { name: 'Sign In to Continue' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Return to Homepage' })).toHaveAttribute('href', '/')
      await expectAccessible(page)
      held.resolve()
      await page.waitForURL('**/oidc/**')
    })
    await test.step('follows the system until one is chosen, and stays chosen', async () => {
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.goto('/')
      const html = page.locator('html')
      await expect(html).toHaveAttribute('data-theme', 'dark-violet')
      await page.emulateMedia({ colorScheme: 'light' })
      await expect(html).toHaveAttribute('data-theme', 'light')
      await page.getByRole('button', { name: /^Theme: as the system/ }).click()
      await page.getByRole('button', { name: /^Theme: light/ }).click()
      await expect(page.getByRole('button', { name: /^Theme: dark violet/ })).toBeVisible()
      await expect(html).toHaveAttribute('data-theme', 'dark-violet')
      await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#100b21')
      await page.reload()
      await expect(html).toHaveAttribute('data-theme', 'dark-violet')
    })
    await test.step('a page whose code is gone offers a reload', async () => {
      const script = `**${await scriptWith('There is nothing at this address.')}`
      await page.route(script, (route) => route.abort())
      await page.goto('/no/such/page')
      await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
      await expect(page.getByText('This page is out of date')).toBeVisible()
      await page.unroute(script)
      await page.getByRole('button', { name: 'Reload the page' }).click()
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    })
  })
})

test.describe('the guard', () => {
  test('says what it is doing while it does not know', async ({ page }) => {
    const held = Promise.withResolvers<void>()
    await page.route('**/api/session', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Verifying Access...' })).toBeVisible()
    await expect(page.getByText('Checking your Youtility membership')).toBeVisible()
    // Before the app runs, the placeholder in index.html looks the same.
    await expect(page.locator('[data-until-app]')).toHaveCount(0)
    const { written, drawn } = await beginningOf(page, 'members')
    expect(drawn).toBe(written)
    held.resolve()
    await page.waitForURL('**/oidc/**')
  })
})

test('a device that knows its member asks for the page’s files at once, and draws the page with its figures first, not the wait for them', async ({
  page,
  context,
}) => {
  await addSession(context, 'Alan Turing')
  await page.goto('/wallet')
  await expect(usdBalance(page)).toBeVisible()
  const asked = await page.evaluate(() =>
    [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map(({ href }) => href),
  )
  // The page itself, and the library of the device's database.
  const files = await Promise.all(['Blockchain dollars', 'DexieError'].map((text) => scriptWith(text)))
  expect(asked.map((href) => new URL(href).pathname)).toEqual(expect.arrayContaining(files))
  const noted = () =>
    page.evaluate(() => Object.keys(localStorage).some((key) => key.endsWith('first-reads:/wallet')))
  await expect.poll(noted).toBe(true)
  await page.addInitScript(() => {
    const drawn: string[] = []
    Object.assign(globalThis, { drawn })
    new MutationObserver(() => {
      const main = document.querySelector('#root > :not([data-until-app]) main')
      const title = main?.querySelector('h1')?.textContent ?? ''
      const figure = /USD Balance\s*(\$[\d,]+\.\d\d)?/.exec(main?.textContent ?? '')?.[1]
      if (title !== '') drawn.push(figure === undefined ? title : 'figures')
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/session', async (route) => {
    await held.promise
    await route.continue()
  })
  // On a busy machine the database may take too long; what draws the wait first does so each time.
  await expect(async () => {
    await page.reload()
    await expect(usdBalance(page)).toBeVisible()
    expect(new Set(await page.evaluate<string[]>('globalThis.drawn'))).toEqual(new Set(['figures']))
  }).toPass({ timeout: 45_000 })
  held.resolve()
})

/** Measures how long a heading of the callback stays: in the page, where a busy machine does not matter. */
const watchStay = (page: Page, heading: string) =>
  page.addInitScript((text) => {
    let from = 0
    new MutationObserver(() => {
      const shown = document.querySelector('h1')?.textContent === text
      if (shown && from === 0) from = performance.now()
      if (from > 0 && location.pathname !== '/auth/callback' && !('stay' in globalThis))
        Object.assign(globalThis, { stay: performance.now() - from })
    }).observe(document, { childList: true, subtree: true, characterData: true })
  }, heading)

const stay = async (page: Page): Promise<number> => {
  const handle = await page.waitForFunction(() => Number(Reflect.get(globalThis, 'stay') ?? 0))
  return handle.jsonValue()
}

test.describe('the sign-in return', () => {
  test('welcomes and goes to the dashboard after two seconds, sending the code once', async ({ page }) => {
    await watchStay(page, 'Welcome')
    const exchanges: (string | null)[] = []
    const held = Promise.withResolvers<void>()
    await page.route('**/api/sessions', async (route) => {
      exchanges.push(route.request().postData())
      await held.promise
      await route.continue()
    })
    await page.goto('/')
    await page.getByRole('button', { name: 'SIGN IN' }).click()
    await chooseMember(page, 'Ada Lovelace')
    await expect(page.getByRole('heading', { name: 'Authenticating...' })).toBeVisible()
    await expect(page.getByText('Setting up your account')).toBeVisible()
    const query = new URL(page.url()).searchParams
    held.resolve()
    await page.waitForURL('**/dashboard')
    expect(await stay(page)).toBeGreaterThanOrEqual(2000)
    expect(await stay(page)).toBeLessThan(3000)
    expect(exchanges.map((body) => JSON.parse(body ?? ''))).toEqual([
      Object.fromEntries(
        ['code', 'state', 'iss'].flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])),
      ),
    ])
  })

  test('says in its own words what the provider refused, and stays until the member goes on', async ({
    page,
  }) => {
    await page.goto('/auth/callback?error=access_denied&error_description=Call+us+at+555-0100')
    await expect(page.getByText('The sign-in was cancelled.')).toBeVisible()
    await expect(page.getByText('555-0100')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Sign in with another account' })).toBeVisible()
    await page.getByText('Return to Homepage').click()
    await page.waitForURL('/')
  })
})

test.describe('a member', () => {
  test.beforeEach(({ context }) => addSession(context, 'Ada Lovelace'))

  test('moving to another page sets title, focus and place, and is announced', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => window.scrollTo(0, 1200))
    await page.locator(mainNavigation).getByRole('link', { name: 'POOLS' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Youtility Investment Pools')
    await expect(page).toHaveTitle('Investment Pools · Youtility')
    await expect(page.locator('#main')).toBeFocused()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await expect(page.getByRole('status').filter({ hasText: 'Investment Pools' })).toHaveCount(1)
  })

  test('reaches the content past the header by keyboard', async ({ page }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.locator('#main').locator('a:focus, button:focus')).toHaveCount(1)
  })

  test('sees contacts and devices in dark violet until a theme is chosen', async ({ page }) => {
    for (const path of ['/tellepathy', '/devices']) {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark-violet')
      await expect(page.locator(mainNavigation).getByRole('link')).toHaveText([
        'HOME',
        'DASHBOARD',
        'WALLET',
        'POOLS',
        'CONTACTS',
        'DEVICES',
      ])
    }
    await page.goto('/dashboard')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await page.getByRole('button', { name: /^Theme: as the system/ }).click()
    await page.goto('/devices')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  })

  test('every page is accessible in both themes, fits 320 px and keeps to the content security policy; the links, their name and the way out', async ({
    page,
  }) => {
    test.slow()
    const offences: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted(?:HTML|Script)/i.test(message.text()))
        offences.push(message.text())
    })
    const response = await page.goto('/')
    expect(response?.headers()['content-security-policy']).toContain("script-src 'self'")
    await test.step('no text becomes code, whoever writes it', async () => {
      await expect(page.locator('[data-until-app]')).toHaveCount(0)
      expect(await textsAsCode(page)).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError'])
      offences.length = 0
    })
    for (const path of ['/', ...memberPages, '/nowhere']) {
      await visit(page, path)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      const theme = ['/tellepathy', '/devices'].includes(path) ? 'dark-violet' : 'light'
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await expect(page.locator(mainNavigation)).toBeVisible()
      const look = () => test.step(`axe on ${path}`, () => expectAccessible(page))
      await inBothThemes(page, look)
      await test.step(`320 px on ${path}`, () => expectFitsPhone(page))
    }
    expect(offences).toEqual([])
    await test.step('shows what this device keeps while the server says nothing', async () => {
      const held = Promise.withResolvers<void>()
      await page.route('**/api/session', async (route) => {
        await held.promise
        await route.continue()
      })
      await page.goto('/wallet')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(/^\$[\d,]+\.\d\d$/).first()).toBeVisible()
      const answered = page.waitForResponse('**/api/session')
      held.resolve()
      await answered
      await page.unroute('**/api/session')
    })
    await test.step('finds the links, their name and the way out', async () => {
      await visit(page, '/dashboard')
      const navigation = page.locator(mainNavigation)
      await expect(navigation.getByRole('link')).toHaveCount(6)
      await expect(navigation.getByRole('link', { name: 'DASHBOARD' })).toHaveAttribute(
        'aria-current',
        'page',
      )
      const profile = page.getByRole('link', { name: 'Ada', exact: true })
      await expect(profile).toHaveAttribute('href', '/profile')
      await page.keyboard.press('Tab')
      await profile.focus()
      await expect(page.locator('[data-tooltip]')).toHaveText('Ada')
      await page.keyboard.press('Escape')
      await expect(page.locator('[data-tooltip]')).toHaveCount(0)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('button', { name: 'SIGN IN' })).toBeVisible()
      // The page signs out first, then calls the server.
      await expect.poll(async () => (await page.request.get('/api/users/me')).status()).toBe(401)
    })
  })
})

test.describe('the theme', () => {
  test('is on the document before the first paint', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    // Without the app's own code only theme.js can have set it.
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark-violet')
  })
})
