import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, expect, type Page, test } from '@playwright/test'
import { expectNoSidewaysScroll } from './support/axe.ts'
import { chromiumFlags, chromiumPath } from './support/chromium.ts'
import { addSession, sessionOf } from './support/members.ts'
import { visit } from './support/pages.ts'
import { readFromRightToLeft } from './support/right-to-left.ts'
import { withoutStream } from './support/quiet.ts'
import { dialog } from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

const SEND = '/wallet?send=@grace&amount=5'
const PLACES = ['/wallet', '/investments', '/tellepathy', '/devices', '/profile', '/did']

const notBusy = (page: Page): Promise<void> =>
  page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })

const opened = async (page: Page, place: string): Promise<void> => {
  await page.goto(place)
  // Until the app knows who it is, there is a heading already, and nothing that leads to another page.
  await expect(page.locator('header a').first()).toBeAttached()
  await expect(page.getByText('Verifying Access...')).toHaveCount(0)
  // An open dialog hides the page behind it on paper, its heading too.
  await page.locator('h1, [role=dialog] h2').filter({ visible: true }).first().waitFor()
  await notBusy(page)
}

test('text at 200 % by the browser’s settings fits a telephone everywhere', async ({
  context: known,
  baseURL,
}) => {
  await addSession(known, 'Ada Lovelace')
  const profile = await mkdtemp(path.join(tmpdir(), 'youtility-large-text-'))
  await mkdir(path.join(profile, 'Default'))
  const settings = { webkit: { webprefs: { default_font_size: 32 } } }
  await writeFile(path.join(profile, 'Default/Preferences'), JSON.stringify(settings))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: chromiumFlags,
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
    ...(baseURL === undefined ? {} : { baseURL }),
  })
  try {
    await context.addCookies(await sessionOf(known))
    const reader = await context.newPage()
    await withoutStream(reader)
    const fits = async () => {
      await expect(reader.locator('html')).toHaveCSS('font-size', '32px')
      await expectNoSidewaysScroll(reader)
    }
    await opened(reader, '/dashboard')
    await fits()
    for (const place of PLACES) {
      await visit(reader, place)
      await notBusy(reader)
      await fits()
    }
    await opened(reader, SEND)
    await fits()
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
})

test('lines from right to left turn the pages around; with the system’s own colours what is chosen stands out; paper has no chrome', async ({
  page,
  context,
}) => {
  await addSession(context, 'Ada Lovelace')
  await withoutStream(page)
  await test.step('lines from right to left turn the pages around, and neither amounts nor handles', async () => {
    await readFromRightToLeft(page)
    await opened(page, '/tellepathy')
    await expectNoSidewaysScroll(page)
    await visit(page, '/wallet')
    await notBusy(page)
    await expectNoSidewaysScroll(page)
    await opened(page, SEND)
    await expectNoSidewaysScroll(page)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.locator('header a').first()).toBeVisible()
    const logo = await page.locator('header a').first().boundingBox()
    expect(logo?.x).toBeGreaterThan((page.viewportSize()?.width ?? 0) / 2)
    const close = await dialog(page).getByRole('button', { name: 'Close' }).boundingBox()
    const heading = await dialog(page).getByRole('heading').first().boundingBox()
    expect(close?.x).toBeLessThan(heading?.x ?? 0)
    await expect(dialog(page).locator('bdi', { hasText: '@grace' }).first()).toHaveCSS('direction', 'ltr')
  })
  await test.step('with the system’s own colours the chosen tab and link still stand out; paper has no chrome', async () => {
    await page.unroute('/theme.js')
    await page.unroute('/no-texts.js')
    await page.emulateMedia({ forcedColors: 'active' })
    await opened(page, '/devices')
    await expect(page.locator('html')).not.toHaveAttribute('dir', 'rtl')
    await expect(page.getByRole('tab', { selected: true })).toHaveCSS('outline-style', 'solid')
    await page.emulateMedia({ forcedColors: 'none', media: 'print' })
    await expect(page.locator('header').first()).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await opened(page, SEND)
    await expect(page.locator('#root')).toBeHidden()
    await expect(dialog(page).getByRole('heading').first()).toBeVisible()
    await expect(dialog(page).getByRole('button').first()).toBeHidden()
  })
})
