import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectFitsPhone, expectNoSidewaysScroll } from './support/axe.ts'
import { type DemoMember, signIn } from './support/members.ts'
import { button, dialog, heading, inBothThemes } from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

let member: DemoMember
let handle: string
test.beforeEach(({ page: _page }, { project }) => {
  ;[member, handle] = project.name === 'phone' ? ['Donald Knuth', 'donald'] : ['Dorothy Vaughan', 'dorothy']
})

async function openProfile(page: Page): Promise<void> {
  await signIn(page, member, '/profile')
  await expect(page.getByText(`@${handle}`, { exact: true }).first()).toBeVisible()
}

const about = (page: Page) => page.getByRole('region', { name: 'About you' })
const field = (page: Page, label: string) => about(page).getByLabel(label, { exact: true })
const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

/** Shares exactly these fields. */
async function share(page: Page, labels: readonly string[]): Promise<void> {
  const sharing = page.getByRole('region', { name: 'Public profile' })
  for (const one of await sharing.getByRole('switch').all()) {
    const label = await one.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? '')
    await expect(one).toBeEnabled()
    await one.setChecked(labels.includes(label))
    await expect(one).toBeEnabled()
  }
}

test.describe('the profile', () => {
  test('is accessible, edited, saved or left as it was; the handle keeps its rules; taken along; closed by typing the handle; a visitor verifies what is shared', async ({
    page,
    browser,
  }) => {
    test.slow()
    await test.step('a visitor sees what is shared, and verifies it in their own browser', async () => {
      await openProfile(page)
      await share(page, ['Full Name', 'Handle'])
      await page.getByRole('button', { name: 'Certify my profile' }).click()
      await expect(
        page
          .getByRole('list', { name: 'Credentials' })
          .getByRole('listitem')
          .filter({ hasText: 'Profile' })
          .first(),
      ).toContainText('Verified')
      await page.getByRole('button', { name: 'Share DID' }).click()
      await expect(heading(page, 'Share DID')).toBeFocused()
      await inBothThemes(page, () => expectAccessible(page))
      const url = await dialog(page)
        .getByText(/\/members\//)
        .innerText()

      const visitor = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
      await visitor.goto(url)
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(member)
      const verdict = visitor.getByRole('region', { name: 'Verification' })
      await expect(verdict).toContainText('Signed by Youtility, unchanged, in force and not revoked.')
      await expect(visitor.getByText(`${handle}@youtility.example`)).toHaveCount(0)
      await inBothThemes(visitor, () => expectAccessible(visitor))
      await visitor.setViewportSize({ width: 320, height: 640 })
      await expectNoSidewaysScroll(visitor)

      // A visitor detects a server that shows another name than the signed one.
      await visitor.route('**/public-profile', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({
          response: answer,
          body: (await answer.text()).replaceAll(member, 'Eve Mallory'),
        })
      })
      await visitor.reload()
      await expect(verdict).toContainText('something was changed after signing')
      await visitor.unrouteAll()
      await visitor.route('**/public-profile', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({
          response: answer,
          body: (await answer.text()).replace(`"name":"${member}"`, '"name":"Eve"'),
        })
      })
      await visitor.reload()
      await expect(verdict).toContainText('over something else than what is shown here')
      await visitor.unrouteAll()

      // Fields that are no longer shared are gone, and a new credential covers the remaining ones.
      await page.keyboard.press('Escape')
      await share(page, ['Handle'])
      await visitor.reload()
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(`@${handle}`)
      await expect(verdict).toContainText('Signed by Youtility, unchanged, in force and not revoked.')
      await expect(
        page
          .getByRole('list', { name: 'Credentials' })
          .getByRole('listitem')
          .filter({ hasText: 'Revoked' })
          .first(),
      ).toBeVisible()
      await visitor.context().close()
    })
    await test.step('is accessible in both themes while editing, and fits 320 pixels', async () => {
      await expect(page.getByRole('region', { name: 'Credentials' })).toHaveAttribute('aria-busy', 'false')
      await edit(page).click()
      await inBothThemes(page, () => expectAccessible(page))
      await expectFitsPhone(page)
      await page.getByRole('button', { name: 'Cancel' }).click()
    })
    await test.step('is edited and saved; Cancel leaves it as it was', async () => {
      await edit(page).click()
      await expect(field(page, 'Display Name')).toBeFocused()
      await expect(field(page, 'Phone')).toHaveAttribute('type', 'tel')
      await expect(field(page, 'Website')).toHaveAttribute('type', 'url')
      await expect(field(page, 'Email')).toHaveJSProperty('readOnly', true)
      await expect(about(page)).toContainText('Managed where you sign in')
      const name = `Counter ${crypto.randomUUID().slice(0, 6)}`
      await field(page, 'Display Name').fill(name)
      await field(page, 'Organization').fill('Analytical Engines')
      await field(page, 'Phone').fill('+1 212 555 0100')
      await field(page, 'Website').fill('https://engines.example/about')
      await field(page, 'Bio').fill('Line one\nשורה שתיים 🚀')
      await save(page).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      await expect(edit(page)).toBeFocused()
      await expect(about(page)).toContainText('+12125550100')
      await expect(about(page).getByRole('link', { name: 'https://engines.example/about' })).toBeVisible()
      await expect(about(page)).toContainText('שורה שתיים 🚀')
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      await edit(page).click()
      await field(page, 'Display Name').fill('Somebody else')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      // The cancelled change is not filled in again.
      await edit(page).click()
      await expect(field(page, 'Display Name')).toHaveValue(name)
      await page.getByRole('button', { name: 'Cancel' }).click()
    })
    await test.step('is refused by rule or when it is taken', async () => {
      const change = page.getByRole('button', { name: 'Change handle' })
      await change.click()
      await expect(heading(page, 'Change handle')).toBeFocused()
      const typed = dialog(page).getByLabel('New handle')
      for (const [wrong, says] of [
        ['no', /3 to 30 letters/],
        ['white space', /3 to 30 letters/],
        [`@${handle}`, /your handle already/],
        ['@ada', /taken|not available/],
      ] as const) {
        await typed.fill(wrong)
        await button(page, 'Change handle').click()
        await expect(typed).toHaveAccessibleDescription(says)
      }
      await inBothThemes(page, () => expectAccessible(page))
      await page.keyboard.press('Escape')
      await expect(change).toBeFocused()
    })
    await test.step('is exported whole, as JSON', async () => {
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Export Identity Data' }).click()
      const file = await (await downloading).path()
      const data: unknown = JSON.parse(await readFile(file, 'utf8'))
      expect(JSON.stringify(data)).toContain(`${handle}@youtility.example`)
    })
    await test.step('is closed by typing the handle, and the member is out', async () => {
      // Other tests still need this member, so the closing never reaches the server.
      const sent: unknown[] = []
      await page.route('**/api/profile/closing', (route) => {
        if (route.request().method() === 'GET') return route.fulfill({ json: { obstacles: [] } })
        sent.push(route.request().postDataJSON())
        return route.fulfill({ json: { closed: true, day: null } })
      })
      await page.getByRole('button', { name: 'Close account' }).click()
      const typed = dialog(page).getByLabel(`Type @${handle} to confirm`)
      await typed.fill('ada')
      await button(page, 'Close for good').click()
      await expect(typed).toHaveAccessibleDescription(/Type your handle/)
      await expect(typed).toBeFocused()
      await inBothThemes(page, () => expectAccessible(page))
      await typed.fill(`@${handle}`)
      await button(page, 'Close for good').click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is closed')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Return to Homepage' }).click()
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('button', { name: 'SIGN IN' })).toBeVisible()
      expect(sent).toEqual([{ handle: `@${handle}` }])
    })
  })
})
