import { expect, test, type Page } from '@playwright/test'
import { addressKind } from '../../api/contract/server-paths.ts'
import { acceptUpdate, openDeployment } from './support/deployment.ts'
import { signIn } from './support/members.ts'
import { HEADINGS } from './support/pages.ts'

/** Waits until the service worker has stored the shell and answers this page. */
async function underServiceWorker(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

const checkForUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })

test('the service worker keeps the shell, every route of which opens offline, locked for who is signed out, and nothing of the server', async ({
  page,
  context,
}) => {
  await test.step('offline, every route opens from the shell and the pages say so', async () => {
    await page.goto('/')
    await underServiceWorker(page)
    await context.setOffline(true)
    for (const route of ['/', '/dashboard', '/wallet', '/no/such/page', '/auth/callback']) {
      const response = await page.goto(route)
      expect(response?.fromServiceWorker()).toBe(true)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await page.goto('/')
    await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible()
  })
  await test.step('signed out and offline, a members’ page is locked and does not leave for the login', async () => {
    await page.goto('/wallet')
    await expect(page.getByRole('heading', { name: 'Locked while offline' })).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Locked while offline' })).toBeVisible()
    await expect(page).toHaveURL('/wallet')
  })
  await test.step('the service worker keeps the shell and nothing of the server', async () => {
    // Back online, a members' page would redirect to the sign-in by itself.
    await page.goto('/')
    await context.setOffline(false)
    await signIn(page, 'Ada Lovelace', '/wallet')
    await expect(page.getByRole('heading', { level: 1, name: HEADINGS['/wallet'] ?? '' })).toBeVisible()
    const stored = await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map((request) => new URL(request.url).pathname)
    })
    expect(stored).toContain('/index.html')
    expect(stored.filter((path) => addressKind(path) === 'server')).toEqual([])

    const response = await page.goto('/api/users/me')
    expect(response?.fromServiceWorker()).toBe(false)
    expect(response?.headers()['content-type']).toContain('application/json')
    // The status list is a download, which no page shows; offline below it is the server's as well.
    for (const url of ['/contexts/youtility/v1', '/robots.txt']) {
      const answer = await page.goto(url)
      expect([url, answer?.fromServiceWorker()]).toEqual([url, false])
    }
    await context.setOffline(true)
    for (const url of [
      '/api/users/me',
      '/credentials/status/1',
      '/oidc/auth',
      '/.well-known/did.json',
      '/metrics',
      '/did/someone/did.json',
    ])
      await expect(page.goto(url)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
  })
})

test.describe('a new version', () => {
  let deployment: Awaited<ReturnType<typeof openDeployment>>
  test.beforeEach(async ({ baseURL, page }) => {
    deployment = await openDeployment(baseURL ?? '')
    await page.goto(deployment.url)
    await underServiceWorker(page)
  })
  test.afterEach(() => deployment.close())

  test('is offered, taken when accepted, and offered in the other tab', async ({ page, context }) => {
    const other = await context.newPage()
    await other.goto(`${deployment.url}/no/such/page`)
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    deployment.publish()
    await checkForUpdate(page)
    await expect(page.getByText('A new version is ready')).toBeVisible()
    await expect(other.getByText('A new version is ready')).toBeVisible()

    await other.evaluate(() => Object.assign(globalThis, { before: true }))
    await acceptUpdate(page)
    await expect(other.getByText('This page is out of date')).toBeVisible()
    expect(await other.evaluate(() => 'before' in globalThis)).toBe(true)
    await other.getByRole('button', { name: 'Reload', exact: true }).click()
    await other.waitForFunction(() => !('before' in globalThis))
  })

  test('can wait', async ({ page }) => {
    deployment.publish()
    await checkForUpdate(page)
    await page.getByRole('button', { name: 'Later' }).click()
    await expect(page.getByText('A new version is ready')).toHaveCount(0)
  })
})

test('every picture the manifest names exists in the size it says', async ({ request, page }) => {
  const manifest: unknown = await (await request.get('/manifest.webmanifest')).json()
  const pictures = [...JSON.stringify(manifest).matchAll(/\{"src":"([^"]+)","sizes":"([^"]+)"/g)]
  expect(pictures.length).toBeGreaterThanOrEqual(6)
  await page.goto('/')
  for (const [, src = '', sizes = ''] of pictures) {
    const actual = await page.evaluate(async (url) => {
      const image = await createImageBitmap(await (await fetch(url)).blob())
      return `${image.width}x${image.height}`
    }, src)
    expect(`${src} ${actual}`).toBe(`${src} ${sizes}`)
  }
})
