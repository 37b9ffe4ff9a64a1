import { expect, test, type Page } from '@playwright/test'
import { mayBeBlocked } from '../support/privacy-lists.ts'
import { builtFiles, scriptWith } from './support/built.ts'

const keptPaths = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map((request) => new URL(request.url).pathname)
  })

const controlled = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null)

test('no file of the app has a name that a privacy list blocks', async () => {
  const files = await builtFiles()
  expect(files).toContain('/index.html')
  expect(files.filter(mayBeBlocked)).toEqual([])
})

test('a blocked file holds up nothing but the page that needs it, and is fetched when it can be', async ({
  page,
  context,
}) => {
  const blocked = await scriptWith('There is nothing at this address.')
  await context.route(`**${blocked}`, (route) => route.abort('blockedbyclient'))
  await test.step('the service worker is installed without it, and every other page opens offline', async () => {
    await page.goto('/')
    await page.evaluate(() => navigator.serviceWorker.ready)
    const kept = await keptPaths(page)
    expect(kept).toContain('/index.html')
    expect(kept).not.toContain(blocked)
    await page.reload()
    await controlled(page)
    await context.setOffline(true)
    for (const route of ['/', '/help', '/verify']) {
      expect((await page.goto(route))?.fromServiceWorker()).toBe(true)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  })
  await test.step('the page that needs it says so', async () => {
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  })
  await test.step('once nothing blocks it, it is kept too', async () => {
    await context.setOffline(false)
    await context.unroute(`**${blocked}`)
    // The worker fetches what is missing once in its life: another one starts after this.
    const devtools = await context.newCDPSession(page)
    await devtools.send('ServiceWorker.enable')
    await devtools.send('ServiceWorker.stopAllWorkers')
    await page.goto('/')
    await expect.poll(() => keptPaths(page)).toContain(blocked)
    await context.setOffline(true)
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  })
})
