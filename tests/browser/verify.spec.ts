import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import { verifierPage } from '../../api/ledger-cli/verifier-page.ts'
import { makeNoteKeys } from '../../events/proof/note-keys.ts'
import { goodAndForgedBundle } from '../support/forged-bundle.ts'
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
const grantReceipt = (page: Page) => page.getByRole('button', { name: 'Receipt of YUT grant' })
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

/** Drops a file on the page; resolves to whether the page took it from the browser, which would open it. */
const drop = (page: Page, text: string, name: string): Promise<boolean> =>
  page.evaluate(
    ([content, called]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([content], called, { type: 'application/json' }))
      const event = (type: string) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
      const { body } = document
      return [event('dragover'), event('drop')].every((sent) => !body.dispatchEvent(sent))
    },
    [text, name] as const,
  )

/** Opens the receipt of the tokens that every member starts with, which it finds by kind. */
async function openGrant(page: Page, member: Parameters<typeof openWallet>[1]): Promise<void> {
  await openWallet(page, member)
  await showAllActivity(page)
  await page.getByLabel('Kind').selectOption('yut_grant')
  await activity(page).getByRole('link', { name: 'YUT grant' }).click()
  await grantReceipt(page).click()
}

async function grant(page: Page, member: Parameters<typeof openWallet>[1]): Promise<string> {
  await openGrant(page, member)
  await expect(dialog(page).getByText('Signed by the log alone')).toBeVisible()
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
    await expect(dialog(page).getByText('Signed by the log alone')).toBeVisible()
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
    await expect(visitor.getByText('Signed by the log alone')).toBeVisible()
    await expect(visitor.getByText('500.00 YUT')).toBeVisible()
    await inBothThemes(visitor, () => expectAccessible(visitor))
    await expectNoSidewaysScroll(visitor)

    expect(await drop(visitor, text.replace('500000000', '900000000'), 'forged.json')).toBe(true)
    await expect(visitor.getByRole('alert').filter({ hasText: 'This receipt does not hold' })).toContainText(
      'The leaf is not in the tree with this root.',
    )
    await expect(state(visitor, 'The event is in the log')).toContainText('Failed')
    await expect(state(visitor, 'A witness has signed too')).toContainText('Not checked')
    await expect(visitor.getByRole('region', { name: 'What the receipt claims' })).toContainText('900.00 YUT')
    await inBothThemes(visitor, () => expectAccessible(visitor))

    await visitor.getByLabel('Or paste its text').fill(`\n${text}\n\n`)
    await visitor.getByRole('button', { name: 'Verify', exact: true }).click()
    await expect(visitor.getByText('Signed by the log alone')).toBeVisible()

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
    await expect(page.getByText('Signed by the log alone')).toBeVisible()

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
  await test.step('a receipt that the log’s own key has forged is refused where a witness must have signed', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'youtility-forged-'))
    const { good, forged, logKey, witnessKey, otherWitnessKey } = await goodAndForgedBundle(dir)
    const trust = async (text: string) => {
      await page.getByRole('button', { name: 'Use keys I got elsewhere' }).click()
      await page.getByLabel('Public keys').fill(text)
      await page.getByRole('button', { name: 'Trust these keys only' }).click()
    }
    const refused = page.getByRole('alert').filter({ hasText: 'Not proven: a witness is missing' })
    const required = page.getByLabel('Witnesses that must have signed')
    await trust(`${logKey}\n${witnessKey}`)
    await choose(page, forged.receipt, 'forged.json')
    await expect(refused).toContainText('Witnesses must have signed this checkpoint, and none has')
    await choose(page, good.receipt, 'good.json')
    await expect(page.getByText('This receipt is genuine')).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: 'witness.example signed' })).toBeVisible()
    await inBothThemes(page, () => expectAccessible(page))

    // Without a requirement the page says what that means.
    await required.selectOption('None')
    await choose(page, forged.receipt, 'forged.json')
    await expect(page.getByText('Signed by the log alone')).toBeVisible()
    await expect(page.getByText('could have made this alone')).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: 'has not signed' })).toBeVisible()
    await required.selectOption('The witness')
    await expect(refused).toBeVisible()

    const policy = (needs: string) =>
      `log ${logKey}\nwitness a ${witnessKey}\nwitness b ${otherWitnessKey}\ngroup g ${needs} a b\nquorum g\n`
    await trust(policy('any'))
    await expect(required).toHaveValue('policy')
    await expect(refused).toBeVisible()
    await choose(page, good.receipt, 'good.json')
    await expect(page.getByText('This receipt is genuine')).toBeVisible()
    await trust(policy('all'))
    await expect(refused).toContainText('not signed by other-witness.example')
    await expectNoSidewaysScroll(page)
    await rm(dir, { recursive: true })
  })
})

test('a deposit has its receipt too', async ({ page }, info) => {
  await openWallet(page, pairOf(info).sender)
  await page
    .getByRole('list', { name: 'Deposits' })
    .getByRole('button', { name: /^Receipt of/ })
    .last()
    .click()
  await expect(dialog(page).getByText('Signed by the log alone')).toBeVisible()
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
    await expect(page.getByText('Signed by the log alone')).toBeVisible()
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
  await expect(dialog(page).getByText('Signed by the log alone')).toBeVisible()
})

test('the page of an evidence bundle checks receipts and bundles from the disk, and refuses what the log’s own key has forged', async ({
  page,
}) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'youtility-bundle-'))
  const file = (name: string) => path.join(dir, name)
  const { good, forged, logKey, witnessKey, otherWitnessKey } = await goodAndForgedBundle(dir)
  await writeFile(file('verifier.html'), verifierPage(logKey))
  await writeFile(file('good.json'), good.receipt)
  await writeFile(file('forged.json'), good.receipt.replace('123', '923'))
  await page.goto(pathToFileURL(file('verifier.html')).href)
  const files = page.getByLabel(/^Receipts/)
  const titled = (title: string) => page.getByRole('heading', { name: title })
  await files.setInputFiles([file('good.json'), file('forged.json')])
  await expect(titled('good.json: holds')).toBeVisible()
  await expect(titled('forged.json: does not hold')).toBeVisible()
  await expect(page.getByText('The leaf is not in the tree with this root.')).toBeVisible()
  await expect(page.getByText('witness.example has a signature here, but its key is not given')).toBeVisible()

  // A whole bundle: a good one, and one that the log's own key has forged.
  const whole = (of: string, receipt: string) => [
    path.join(of, 'checkpoint.txt'),
    path.join(of, 'events.jsonl'),
    path.join(of, 'journal.hledger'),
    receipt,
  ]
  await writeFile(file('forged.json'), forged.receipt)
  await page.getByLabel(/^Public keys/).fill(`${logKey}\n${witnessKey}`)
  await files.setInputFiles(whole(forged.dir, file('forged.json')))
  for (const name of ['checkpoint.txt', 'events.jsonl', 'forged.json'])
    await expect(titled(`${name}: does not hold`)).toBeVisible()
  await expect(page.getByText(/Witnesses must have signed this checkpoint, and none has/)).toHaveCount(2)
  await files.setInputFiles(whole(good.dir, file('good.json')))
  for (const name of ['checkpoint.txt', 'events.jsonl', 'good.json'])
    await expect(titled(`${name}: holds`)).toBeVisible()
  await expect(page.getByText(/witness\.example signed on 2026-03-01T12:00:00/)).toHaveCount(2)
  await expectAccessible(page)

  const required = page.getByLabel('Witnesses that must have signed')
  await required.selectOption('none')
  await files.setInputFiles(whole(forged.dir, file('forged.json')))
  await expect(titled('events.jsonl: holds')).toBeVisible()
  await expect(page.getByText(/could have made it alone/)).toHaveCount(2)
  await required.selectOption('the witness')
  await expect(titled('events.jsonl: does not hold')).toBeVisible()
  const policy = `log ${logKey}\nwitness a ${witnessKey}\nwitness b ${otherWitnessKey}\ngroup g all a b\nquorum g\n`
  await page.getByLabel(/^Public keys/).fill(policy)
  await files.setInputFiles(whole(good.dir, file('good.json')))
  await expect(titled('events.jsonl: does not hold')).toBeVisible()
  await page.getByLabel(/^Public keys/).fill(policy.replace('g all', 'g any'))
  await expect(titled('events.jsonl: holds')).toBeVisible()
  await expectAccessible(page)
  await rm(dir, { recursive: true })
})
