import { expect, type Page, test } from '@playwright/test'
import { expectNoSidewaysScroll } from './support/axe.ts'
import { addSession } from './support/members.ts'
import { visit } from './support/pages.ts'
import { readFromRightToLeft } from './support/right-to-left.ts'
import { withoutStream } from './support/without-stream.ts'
import { dialog } from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

const SEND = '/wallet?send=@grace&amount=5'
const PLACES = ['/wallet', '/investments', '/tellepathy', '/devices', '/profile', '/did']

const notBusy = (page: Page): Promise<void> =>
  page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })

const opened = async (page: Page, place: string): Promise<void> => {
  await page.goto(place)
  // Until the app knows the session, the page has a heading, but no link to another page.
  await expect(page.locator('header a').first()).toBeAttached()
  await expect(page.getByText('Verifying Access...')).toHaveCount(0)
  // On paper an open dialog hides the page behind it, including its heading.
  await page.locator('h1, [role=dialog] h2').filter({ visible: true }).first().waitFor()
  await notBusy(page)
}

test('text at 200 % by the browser’s settings fits a telephone everywhere', async ({ page, context }) => {
  await addSession(context, 'Ada Lovelace')
  await withoutStream(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const devtools = await context.newCDPSession(page)
  // The font size of the browser's settings, not a zoom.
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  const fits = async () => {
    await expect(page.locator('html')).toHaveCSS('font-size', '32px')
    await expectNoSidewaysScroll(page)
  }
  await opened(page, '/dashboard')
  await fits()
  for (const place of PLACES) {
    await visit(page, place)
    await notBusy(page)
    await fits()
  }
  await opened(page, SEND)
  await fits()
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
    const name = page.getByRole('main').getByRole('rowheader').locator('bdi').first()
    // The letters themselves: the element is as wide as its column.
    const [letters, column] = await name.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return [range.getBoundingClientRect().right, element.getBoundingClientRect().right]
    })
    expect(letters).toBeCloseTo(column, 0)
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
