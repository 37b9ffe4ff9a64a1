import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import { verifierPage } from '../../api/ledger-cli/verifier-page.ts'
import { makeNoteKeys } from '../../events/proof/note-keys.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { button, dialog, inBothThemes, openWallet, pairOf, showAllActivity } from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

/** Waits until the service worker answers for this page. */
async function underServiceWorker(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

const activity = (page: Page) => page.getByRole('list', { name: 'All activity' })
const grantReceipt = (page: Page) => activity(page).getByRole('button', { name: 'Receipt of YUT grant' })
const state = (page: Page, check: string) =>
  page.getByRole('list', { name: 'Checks' }).getByRole('listitem').filter({ hasText: check })

/** Downloads the receipt that the open dialog shows. */
async function downloaded(page: Page): Promise<{ name: string; text: string }> {
  const saving = page.waitForEvent('download')
  await button(page, 'Download').click()
  const download = await saving
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

const choose = (page: Page, text: string, name = 'receipt.json') =>
  page
    .getByLabel('Choose a receipt file')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })

/** Opens the receipt of the tokens that every member starts with, which it finds by kind. */
async function openGrant(page: Page, member: Parameters<typeof openWallet>[1]): Promise<void> {
  await openWallet(page, member)
  await showAllActivity(page)
  await page.getByLabel('Kind').selectOption('yut_grant')
  await grantReceipt(page).click()
}

async function grant(page: Page, member: Parameters<typeof openWallet>[1]): Promise<string> {
  await openGrant(page, member)
  await expect(dialog(page).getByText('This receipt is genuine')).toBeVisible()
  return (await downloaded(page)).text
}

test('a member opens a receipt, sees it checked, and keeps it; without an account and offline it verifies, and a forged one does not; a server that names another key is not believed', async ({
  page,
  browser,
  baseURL,
}, info) => {
  let text = ''
  await test.step('a member opens a receipt, sees it checked, and keeps it', async () => {
    await openGrant(page, pairOf(info).sender)
    await expect(dialog(page).getByRole('heading', { name: 'Receipt', exact: true })).toBeFocused()
    await expect(dialog(page).getByText('This receipt is genuine')).toBeVisible()
    await expect(state(page, 'The event is in the log')).toContainText('Passed')
    await expect(state(page, 'The log has signed for it')).toContainText('Passed')
    await expect(dialog(page).getByRole('definition').filter({ hasText: '500.00 YUT' })).toBeVisible()
    await inBothThemes(page, () => expectAccessible(page))
    await expectNoSidewaysScroll(page)

    const download = await downloaded(page)
    ;({ text } = download)
    const { name } = download
    expect(name).toMatch(/^youtility-receipt-[0-9a-f-]{36}\.json$/)
    expect(JSON.parse(text)).toMatchObject({ format: 'youtility-receipt-v1' })

    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(grantReceipt(page)).toBeFocused()
  })
  await test.step('without an account and offline, a receipt verifies, and a forged one does not', async () => {
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      viewport: page.viewportSize(),
      serviceWorkers: 'allow',
    })
    const visitor = await context.newPage()
    await visitor.goto('/')
    await visitor.getByRole('link', { name: 'Verify a receipt' }).click()
    await expect(visitor.getByRole('list', { name: 'Trusted keys' })).toContainText('/log')
    await underServiceWorker(visitor)
    await context.setOffline(true)
    await visitor.goto('/verify')
    await inBothThemes(visitor, () => expectAccessible(visitor))

    await choose(visitor, text)
    await expect(visitor.getByText('This receipt is genuine')).toBeVisible()
    await expect(visitor.getByText('500.00 YUT')).toBeVisible()
    await inBothThemes(visitor, () => expectAccessible(visitor))
    await expectNoSidewaysScroll(visitor)

    await choose(visitor, text.replace('500000000', '900000000'), 'forged.json')
    await expect(visitor.getByRole('alert').filter({ hasText: 'This receipt does not hold' })).toContainText(
      'The leaf is not in the tree with this root.',
    )
    await expect(state(visitor, 'The event is in the log')).toContainText('Failed')
    await expect(state(visitor, 'A witness has signed too')).toContainText('Not checked')
    await expect(visitor.getByRole('region', { name: 'What the receipt claims' })).toContainText('900.00 YUT')
    await inBothThemes(visitor, () => expectAccessible(visitor))

    await visitor.getByLabel('Or paste its text').fill(`\n${text}\n\n`)
    await visitor.getByRole('button', { name: 'Verify', exact: true }).click()
    await expect(visitor.getByText('This receipt is genuine')).toBeVisible()

    await visitor.getByLabel('Or paste its text').fill('')
    await visitor.getByRole('button', { name: 'Verify', exact: true }).click()
    await expect(visitor.getByText('Paste a receipt first, or choose its file.')).toBeVisible()
    await visitor.getByLabel('Or paste its text').fill('hello')
    await visitor.getByRole('button', { name: 'Verify', exact: true }).click()
    await expect(visitor.getByRole('alert')).toContainText('This is not a receipt: it is no JSON')
    await context.close()
  })
  await test.step('a server that names another key is not believed before somebody agrees', async () => {
    const { verifierKey } = await makeNoteKeys('development.youtility.example/log')
    await page.route('**/api/ledger/keys', (route) =>
      route.fulfill({ json: { log: verifierKey, former: [], witnesses: [] } }),
    )
    await page.goto('/verify')
    const warning = page.getByRole('alert').filter({ hasText: 'The server now names other keys' })
    await expect(warning).toBeVisible()
    await expectAccessible(page)
    await choose(page, text)
    await expect(page.getByText('This receipt is genuine')).toBeVisible()

    await page.getByRole('button', { name: 'Use keys I got elsewhere' }).click()
    await page.getByLabel('Public keys').fill('nonsense')
    await page.getByRole('button', { name: 'Trust these keys only' }).click()
    await expect(page.getByText('This is no public key: nonsense')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Public keys').fill(verifierKey)
    await page.getByRole('button', { name: 'Trust these keys only' }).click()
    await expect(warning).toBeHidden()
    await expect(page.getByRole('alert')).toContainText('not signed by a key of the log you trust')
  })
})

test('a deposit has its receipt too', async ({ page }, info) => {
  await openWallet(page, pairOf(info).sender)
  await page
    .getByRole('list', { name: 'Deposits' })
    .getByRole('button', { name: /^Receipt of/ })
    .last()
    .click()
  await expect(dialog(page).getByText('This receipt is genuine')).toBeVisible()
  await expect(dialog(page).getByRole('definition').filter({ hasText: '$2,500.00' })).toBeVisible()
})

test.describe('under the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('without any keys and offline, a reader enters keys of their own', async ({
    page,
    context,
    request,
  }, info) => {
    const text = await grant(page, pairOf(info).sender)
    const { log } = await (await request.get('/api/ledger/keys')).json()
    await page.goto('/verify')
    await underServiceWorker(page)
    await context.setOffline(true)
    await page.evaluate(() => localStorage.removeItem('youtility.log-keys'))
    await page.goto('/verify')
    await expect(page.getByText('The server could not be asked for its keys')).toBeVisible()
    await choose(page, text)
    await expect(page.getByText('Without a key of the log nothing can be checked')).toBeVisible()
    await inBothThemes(page, () => expectAccessible(page))
    await page.getByRole('button', { name: 'Use keys I got elsewhere' }).click()
    await page.getByLabel('Public keys').fill(log)
    await page.getByRole('button', { name: 'Trust these keys only' }).click()
    await expect(page.getByText('Now these keys are trusted.')).toBeVisible()
    await expect(page.getByText('This receipt is genuine')).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})

test('a receipt that cannot be loaded says so and can be asked for again', async ({ page }, info) => {
  await page.route('**/api/receipts/**', (route) => route.abort())
  await openGrant(page, pairOf(info).sender)
  await expect(dialog(page).getByRole('heading', { name: 'The receipt could not be loaded' })).toBeVisible()
  await expect(button(page, 'Download')).toBeDisabled()
  await expectAccessible(page)
  await page.unroute('**/api/receipts/**')
  await button(page, 'Try again').click()
  await expect(dialog(page).getByText('This receipt is genuine')).toBeVisible()
})

test('the page of an evidence bundle checks a receipt from the disk', async ({ page, request }, info) => {
  const text = await grant(page, pairOf(info).sender)
  const { log } = await (await request.get('/api/ledger/keys')).json()
  const dir = await mkdtemp(path.join(tmpdir(), 'youtility-bundle-'))
  const file = (name: string) => path.join(dir, name)
  await writeFile(file('verifier.html'), verifierPage([log]))
  await writeFile(file('good.json'), text)
  await writeFile(file('forged.json'), text.replace('500000000', '900000000'))
  await page.goto(pathToFileURL(file('verifier.html')).href)
  await page.getByLabel(/^Receipts/).setInputFiles([file('good.json'), file('forged.json')])
  await expect(page.getByRole('heading', { name: 'good.json: holds' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'forged.json: does not hold' })).toBeVisible()
  await expect(page.getByText('The leaf is not in the tree with this root.')).toBeVisible()
  await expectAccessible(page)
  await rm(dir, { recursive: true })
})
