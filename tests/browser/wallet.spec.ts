import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { WalletInsights } from '../../api/contract/reports.ts'
import { expectAccessible } from './support/axe.ts'
import { lookAgain, visit } from './support/pages.ts'
import {
  dialog,
  expectKept,
  heading,
  inBothThemes,
  keptData,
  keptNames,
  openWallet,
  showAllActivity,
  usdBalance,
} from './support/wallet.ts'

/** Reads only data that no other test changes, so that these tests can run in parallel with others. */
const MEMBER = 'Ada Lovelace'
const INSIGHTS = '/api/wallet/insights'

const growth = (page: Page) => page.getByRole('region', { name: 'Portfolio Growth' })
const statements = (page: Page) => page.getByRole('region', { name: 'Statements' })
const history = (page: Page) => page.getByRole('list', { name: 'All activity' })

test.describe('the page', () => {
  test.use({ serviceWorkers: 'block' })

  test('shows balances, accounts, activity, deposits and the chain; hides balances; reveals the account number and never keeps it; growth, statements and the search', async ({
    page,
    context,
  }) => {
    await test.step('shows balances, accounts, activity, deposits and the chain', async () => {
      await openWallet(page, MEMBER)
      await expect(page.getByRole('heading', { level: 1, name: 'Your Wallet' })).toBeVisible()
      for (const label of ['Total Portfolio Value', 'USD Balance', 'YUT Tokens', 'Total Earnings']) {
        await expect(page.getByText(label, { exact: true })).toBeVisible()
      }
      await expect(page.getByText('Simulated bank', { exact: true }).first()).toBeVisible()
      await expect(page.getByText('FDIC insured', { exact: true })).toHaveCount(0)
      for (const title of [
        'Recent Activity',
        'Account Details & History',
        'Recent Transactions',
        'Blockchain Status',
      ]) {
        await expect(page.getByRole('heading', { name: title })).toBeVisible()
      }
      const accounts = page.getByRole('region', { name: 'Account Details & History' })
      await expect(accounts.getByText('Custody', { exact: true })).toBeVisible()
      await expect(accounts.getByText('Personal', { exact: true })).toBeVisible()
      await expect(
        page.getByRole('list', { name: 'Deposits' }).getByText('BANK', { exact: true }).first(),
      ).toBeVisible()
      const chain = page.getByRole('region', { name: 'Blockchain Status' })
      for (const words of ['Base (Ethereum L2)', 'Active', 'Coming Soon']) {
        await expect(chain.getByText(words, { exact: true })).toBeVisible()
      }
      await expect(chain.getByText(/^did:youtility:/)).toBeVisible()
      const explorer = chain.getByRole('link', { name: /View on Block Explorer/ })
      await expect(explorer).toHaveAttribute('target', '_blank')
      await expect(explorer).toHaveAttribute('href', /^https:\/\/basescan\.org\//)
    })
    await test.step('shows all activity', async () => {
      await expect(await showAllActivity(page)).toBeVisible()
    })
    await test.step('hides balances and remembers it', async () => {
      await page.getByRole('button', { name: 'Hide balances' }).click()
      await expect(usdBalance(page)).toHaveCount(0)
      await expect(page.getByText('••••', { exact: true }).first()).toBeVisible()
      await page.reload()
      await page.getByRole('button', { name: 'Show balances' }).click()
      await expect(usdBalance(page)).toBeVisible()
    })
    await test.step('reveals the account number on request and never keeps it', async () => {
      const number = page.getByTestId('account-number')
      await expect(number).toHaveText(/^•+\d{4}$/)
      await page.getByRole('button', { name: 'Reveal account number' }).click()
      await expect(number).toHaveText(/^\d{6,}$/)
      const full = await number.innerText()
      expect(await keptData(page)).not.toContain(full)
      await page.getByRole('button', { name: 'Hide account number' }).click()
      await expect(number).toHaveText(/^•+\d{4}$/)
    })
    await test.step('growth is real: what is earned and moved comes from the ledger', async () => {
      const answer = await page.request.get(INSIGHTS)
      const { blended_apy_percent: apy, recent_activity: recent } = WalletInsights.parse(await answer.json())
      expect(recent.transactions).toBeGreaterThan(0)
      await expect(growth(page)).toContainText(`${apy}%`)
    })
    await test.step('statements are kept as CSV and printed from a page of their own', async () => {
      const month = statements(page).getByRole('listitem').first()
      await expect(month).toContainText('So far')
      const downloading = page.waitForEvent('download')
      await month.getByRole('link', { name: /^CSV of/ }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(/^youtility-(statement-)?\d{4}-\d{2}\.csv$/)
      const csv = await readFile(await download.path(), 'utf8')
      expect(csv).toContain('Closing balance')
      const opening = context.waitForEvent('page')
      await month.getByRole('link', { name: /^Print view of/ }).click()
      const printed = await opening
      await expect(printed.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(printed.getByText('Ada Lovelace').first()).toBeVisible()
      await expectAccessible(printed)
      await printed.close()
      await month.getByRole('button', { name: /for other programs$/ }).click()
      await expectAccessible(page)
      const importing = page.waitForEvent('download')
      await month.getByRole('menuitem', { name: 'OFX: USD' }).click()
      const file = await importing
      expect(file.suggestedFilename()).toMatch(/^youtility-statement-\d{4}-\d{2}\.ofx$/)
      expect(await readFile(await file.path(), 'utf8')).toContain('<FITID>')
    })
    await test.step('the search finds by keyboard what this device keeps, offline too, and tells nobody what is typed', async () => {
      await expect(
        page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem').first(),
      ).toBeVisible()
      const asked: string[] = []
      page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))
      await page.keyboard.press('Control+k')
      const field = dialog(page).getByRole('combobox')
      await expect(field).toBeFocused()
      const option = (name: string | RegExp) => dialog(page).getByRole('option', { name })
      await expect(option('Dashboard')).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('ArrowUp')
      await expect(option('Sign out')).toHaveAttribute('aria-selected', 'true')
      await inBothThemes(page, () => expectAccessible(page))

      await expectKept(page, 'activity-by-month:all:all')
      await context.setOffline(true)
      await field.fill('yut grant')
      await expect(option(/YUT grant/).first()).toContainText('500.00 YUT')
      await field.fill('no such thing')
      await expect(dialog(page).getByText('Nothing on this device matches.', { exact: false })).toBeVisible()
      await field.fill('send fu')
      expect(asked.filter((url) => /such|grant|send/i.test(new URL(url.split(' ')[0] ?? '').search))).toEqual(
        [],
      )
      await context.setOffline(false)
      await page.keyboard.press('Enter')
      await expect(heading(page, 'Send Funds')).toBeFocused()
      await page.keyboard.press('Escape')

      // By touch; the focus returns to the button.
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await expect(field).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeFocused()
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await field.fill('pools')
      await option('Investment Pools').click()
      await expect(page).toHaveURL('/investments')

      // The very thing: a part far down a page, a topic of the help, and what needs no page.
      const search = async (typed: string, found: string) => {
        await page.getByRole('button', { name: 'Search', exact: true }).click()
        await field.fill(typed)
        await option(found).first().click()
      }
      await search('limits', 'Daily limit')
      await expect(page).toHaveURL('/profile#daily-limit')
      await expect(page.getByRole('region', { name: 'Daily limit' })).toBeInViewport()
      await search('insured', 'Is my money insured?')
      await expect(page.getByRole('region', { name: 'Is my money insured?' })).toBeInViewport()
      await search('dark', 'Dark theme')
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark-violet')
      await search('system', 'Theme as the system')
      await search('qr', 'Payment Link')
      await expect(heading(page, 'Payment Link')).toBeVisible()
      await page.keyboard.press('Escape')
      await search('create pool', 'Create Pool')
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Escape')
    })
  })

  test('loads more of a long history, without a gap or a repetition', async ({ page, baseURL }) => {
    test.setTimeout(60_000)
    await openWallet(page, 'Alan Turing')
    // Phone and desktop may run this at the same time: each checks only its own messages.
    const run = crypto.randomUUID().slice(0, 8)
    for (let sent = 0; sent < 25; sent += 1) {
      const answer = await page.request.post('/api/wallet/transfer', {
        headers: { Origin: baseURL ?? '' },
        data: { to_user_identifier: 'grace', currency: 'YUT', amount: '0.01', message: `${run} ${sent}` },
      })
      expect(answer.status()).toBe(201)
    }
    await lookAgain(page)
    await showAllActivity(page)
    await page.getByLabel('Currency').selectOption('YUT')
    await page.getByLabel('Kind').selectOption('transfer_sent')
    await expect(history(page).getByRole('listitem')).toHaveCount(20)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(history(page).getByText(`“${run} 0”`)).toBeVisible()
    // Transfers that arrive while the page is open are above the earlier ones.
    await expect(history(page).getByText(run)).toHaveText(
      Array.from({ length: 25 }, (_, index) => `“${run} ${24 - index}”`),
    )
  })
})

test('reloads offline with its data and their age', async ({ page, context }) => {
  await openWallet(page, MEMBER)
  const balance = await usdBalance(page).innerText()
  await expect((await showAllActivity(page)).getByRole('listitem').first()).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expectKept(page, 'telecom:insights')
  await context.setOffline(true)
  const response = await page.reload()
  expect(response?.fromServiceWorker()).toBe(true)
  await expect(usdBalance(page)).toHaveText(balance)
  await expect((await showAllActivity(page)).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByText(/As of/).first()).toBeVisible()
  await expect(page.getByText('You are offline.', { exact: false }).first()).toBeVisible()
  await inBothThemes(page, () => expectAccessible(page))
  // The bar's other pages were fetched in the background.
  await visit(page, '/dashboard')
  await expect(page.getByRole('main')).toContainText('Total Pool Value')
  await expect(page.getByText('could not be loaded')).toHaveCount(0)
  await page.goBack()
  await context.setOffline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByText(/As of/)).toHaveCount(0)
})

test.describe('signing out', () => {
  test.use({ serviceWorkers: 'block' })

  /**
   * The guard would redirect to the login at once; while that is refused, a test can check what the guard shows. With
   * the connection cut, the guard would show that it is offline until it has tried again.
   */
  const LOGIN = '**/api/oauth/google/redirect_url'
  const holdLogin = (page: Page) =>
    page
      .context()
      .route(LOGIN, (route) => route.fulfill({ status: 503, json: { error: 'Not now.', code: 'busy' } }))

  test('in one of two tabs leaves no data in either; offline it locks the device; another member finds nothing of the first', async ({
    page,
    context,
  }) => {
    await test.step('in one of two tabs leaves no data in either', async () => {
      await openWallet(page, MEMBER)
      const other = await context.newPage()
      await other.goto('/wallet')
      await expect(usdBalance(other)).toBeVisible()
      expect((await keptNames(page)).some((name) => name.startsWith('database m:'))).toBe(true)
      await holdLogin(page)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('button', { name: 'SIGN IN' })).toBeVisible()
      await expect(other.getByRole('heading', { name: 'Access Restricted' })).toBeVisible()
      await expect(other.getByText('Ada')).toHaveCount(0)
      await expect.poll(() => keptNames(page)).toEqual([])
      expect(await keptNames(other)).toEqual([])
      await other.reload()
      await expect(other.getByRole('heading', { name: 'Access Restricted' })).toBeVisible()
      expect(await keptNames(other)).toEqual([])
      await other.close()
    })
    await test.step('offline locks the device, and the server is told before anybody is let in again', async () => {
      await context.unroute(LOGIN)
      await openWallet(page, MEMBER)
      await holdLogin(page)
      await context.setOffline(true)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect.poll(() => keptNames(page)).toEqual([])
      await context.setOffline(false)
      await page.goto('/wallet')
      await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible()
      const { status } = await page.evaluate(async () => ({ status: (await fetch('/api/users/me')).status }))
      expect(status).toBe(401)
    })
    await test.step('makes way for another member, who finds nothing of the first', async () => {
      await context.unroute(LOGIN)
      await openWallet(page, MEMBER)
      const told = page.waitForResponse('**/api/logout')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await told
      await expect(page).toHaveURL('/')
      await openWallet(page, 'Grace Hopper')
      const names = (await keptNames(page)).filter((name) => name.startsWith('database m:'))
      expect(names).toHaveLength(1)
      expect(await keptData(page)).not.toContain('ada@youtility.example')
    })
  })

  test('by the server, in the middle of a visit, leaves nothing that could be read', async ({
    page,
    context,
  }) => {
    await openWallet(page, MEMBER)
    await holdLogin(page)
    await context.clearCookies()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible()
    // Which documents the page read is kept: their names, and nothing of what was in them.
    const kept = async () => (await keptNames(page)).filter((name) => !name.endsWith('first-reads:/wallet'))
    await expect.poll(kept).toEqual(['youtility.member'])
  })
})
