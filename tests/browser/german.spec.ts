import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { readCatalogue } from '../../web/locales/catalogue.ts'
import { expectAccessible, expectFitsPhone, expectNoSidewaysScroll } from './support/axe.ts'
import { type DemoMember, signIn } from './support/members.ts'
import { HEADINGS, visit } from './support/pages.ts'
import { button, dialog, heading } from './support/wallet.ts'

test.use({ locale: 'de-DE' })

/** All texts for readers and screen readers, without those of scripts and styles. */
const saidOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const said: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      if (node instanceof Element)
        for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
          said.push(node.getAttribute(name) ?? '')
      else if (node.parentElement?.closest('script, style, noscript, #too-old') === null)
        said.push(node.textContent ?? '')
    }
    return said.map((text) => text.trim()).filter((text) => text !== '')
  })

/** English words that no German sentence has, and no name or brand of the demo either. */
const ENGLISH = /\b(?:the|you|your|and|with|are|this|that|from|please|cannot|has been|will be)\b/i

const germanTexts = () => readCatalogue(path.resolve(import.meta.dirname, '../../web/locales/de'))

/** Expects no English text that the catalogue has in German, and no other text that reads as English. */
async function expectGerman(page: Page): Promise<void> {
  const german = await germanTexts()
  // A page has no texts until its code has loaded.
  await expect.poll(async () => (await saidOn(page)).length).toBeGreaterThan(20)
  const said = await saidOn(page)
  const left = said.filter(
    (text) => (german.get(text) ?? text) !== text || (ENGLISH.test(text) && !german.has(text)),
  )
  expect.soft([...new Set(left)]).toEqual([])
}

const signedIn = async (page: Page, member: DemoMember): Promise<void> => {
  await signIn(page, member, '/wallet')
  await expect(page.getByRole('heading', { level: 1, name: 'Ihre Wallet' })).toBeVisible()
}

test('a member sends money in German: the wallet, each step, what is wrong, and offline', async ({
  page,
  context,
}) => {
  // No other test counts the dollars of these two.
  const to = '@radia'
  await signedIn(page, 'Alan Turing')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByText('USD-Guthaben', { exact: true }).locator('xpath=../..')).toContainText(
    /\d,\d\d\s\$/,
  )
  await expectGerman(page)

  await page.getByRole('button', { name: 'Geld senden' }).click()
  await dialog(page).getByLabel('Senden an').fill('@nobody_at_all')
  await dialog(page).getByLabel('Betrag').fill('1.000')
  // Ambiguous: 1 or 1,000.
  await expect(button(page, 'Weiter')).toBeDisabled()
  await dialog(page).getByLabel('Betrag').fill('1,25')
  await button(page, 'Weiter').click()
  // The server's message.
  await expect(dialog(page).getByLabel('Senden an')).toHaveAccessibleDescription(
    /Kein Mitglied hat dieses Handle/,
  )
  await expectGerman(page)
  await dialog(page).getByLabel('Senden an').fill(to)
  await button(page, 'Weiter').click()
  await expect(heading(page, 'Überweisung bestätigen')).toBeFocused()
  await expect(dialog(page)).toContainText(/1,25\s\$/)
  await expectGerman(page)
  await expectAccessible(page)
  await expectFitsPhone(page)
  await button(page, 'Überweisen').click()
  await expect(dialog(page)).toContainText(/1,25\s\$ gesendet/)
  await expectGerman(page)
  await button(page, 'Fertig').click()

  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Ihre Wallet' })).toBeVisible()
  await expect(page.getByText('Sie sind offline. Sie können ansehen')).toBeVisible()
  await expectGerman(page)
  await context.setOffline(false)
})

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('every page is German, fits a phone, and axe finds nothing there in the dark', async ({ page }) => {
    test.slow()
    const german = await germanTexts()
    const size = page.viewportSize()
    // Other tests check English, on a large screen and in both themes.
    await page.emulateMedia({ colorScheme: 'dark' })
    await signedIn(page, 'Grace Hopper')
    for (const [address, heading] of Object.entries(HEADINGS))
      await test.step(address, async () => {
        await visit(page, address, german.get(heading) ?? heading)
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await expectGerman(page)
        await page.setViewportSize({ width: 320, height: 640 })
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
        if (size) await page.setViewportSize(size)
      })
  })

  test('the language chosen at the foot is kept on the device', async ({ page }) => {
    await page.goto('/')
    await page.getByLabel('Sprache').selectOption('English')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Your investments pay your bills automatically',
    )
    await page.goto('/verify')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify a receipt')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.getByLabel('Language').selectOption('Deutsch')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Beleg prüfen')
  })
})
