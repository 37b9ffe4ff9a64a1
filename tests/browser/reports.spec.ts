import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { WalletInsights } from '../../api/contract/reports.ts'
import { answering } from './support/answering.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { askingApart } from './support/apart.ts'
import { inBothThemes, openWallet } from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

const MEMBER = 'Ada Lovelace'
const INSIGHTS = '/api/wallet/insights'

const growth = (page: Page) => page.getByRole('region', { name: 'Portfolio Growth' })
const statements = (page: Page) => page.getByRole('region', { name: 'Statements' })

/** A year in which a lot was earned, under the labels that the member sees. */
const aYear = (insights: WalletInsights): WalletInsights => ({
  ...insights,
  monthly_yield_usd: '12.34',
  monthly_yield_percent: '2.30',
  growth_usd: '-3.21',
  growth_percent: '-0.52',
  ytd_usd: '127.89',
  blended_apy_percent: '6.10',
  utility_offset_usd: '47.23',
  recent_activity: { days: 30, transactions: 1, volume_usd: '247.00' },
  months: [
    { month: '2026-09', earnings_usd: '1.00', deposits_usd: '100.00', closing_value_usd: '1100.50' },
    { month: '2026-10', earnings_usd: '2.00', deposits_usd: '0.00', closing_value_usd: '1300.25' },
  ],
})

test.describe('portfolio growth', () => {
  test("shows the member's figures under the specified labels", async ({ page }) => {
    await answering(page, INSIGHTS, WalletInsights, aYear)
    await openWallet(page, MEMBER)
    for (const [label, figure] of [
      ['Growth this month', '-$3.21'],
      ['Monthly Yield', '+$12.34'],
      ['Monthly Yield', '+2.30% in 30 days'],
      ['YTD', '+$127.89'],
      ['APY', '6.10%'],
      ['Recent Activity', '1 transaction, $247.00'],
      ['Utility Offset', '$47.23'],
    ] as const) {
      await expect(growth(page)).toContainText(label)
      await expect(growth(page)).toContainText(figure)
    }
    await expect(growth(page)).toContainText('-0.52% this month')
  })

  test('draws the months and gives them as a table, too', async ({ page }) => {
    await answering(page, INSIGHTS, WalletInsights, aYear)
    await openWallet(page, MEMBER)
    await growth(page).getByText('Value by month as a table').click()
    const rows = growth(page).getByRole('table').getByRole('row')
    await expect(rows.filter({ hasText: 'September 2026' })).toContainText('$1,100.50')
    await expect(rows.filter({ hasText: 'October 2026' })).toContainText('$1,300.25')
    await inBothThemes(page, () => expectAccessible(page))
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
  })

  test('growth is real, from the ledger; statements are kept as CSV and printed from a page of their own', async ({
    page,
    context,
  }) => {
    await test.step('is real: what is earned and moved comes from the ledger', async () => {
      await openWallet(page, MEMBER)
      const answer = await page.request.get(INSIGHTS)
      const { blended_apy_percent: apy, recent_activity: recent } = WalletInsights.parse(await answer.json())
      expect(recent.transactions).toBeGreaterThan(0)
      await expect(growth(page)).toContainText(`${apy}%`)
    })
    await test.step('are kept as CSV and printed from a page of their own', async () => {
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
    })
  })

  test('hides its figures with the balances', async ({ page }) => {
    await answering(page, INSIGHTS, WalletInsights, aYear)
    await openWallet(page, MEMBER)
    await expect(growth(page)).toContainText('$127.89')
    await page.getByRole('button', { name: 'Hide balances' }).click()
    await expect(growth(page)).not.toContainText('$')
    await expect(growth(page).getByText('Value by month as a table')).toHaveCount(0)
  })

  test('says when it could not be loaded, and loads it on request', async ({ page }) => {
    await askingApart(page)
    await page.route(`**${INSIGHTS}`, (route) => route.abort())
    await openWallet(page, MEMBER)
    await expect(growth(page).getByRole('heading', { name: /could not be loaded/ })).toBeVisible()
    await page.unroute(`**${INSIGHTS}`)
    await growth(page).getByRole('button', { name: 'Try again' }).click()
    await expect(growth(page)).toContainText('Growth this month')
  })
})

test.describe('statements', () => {
  test('offline are named, and why they cannot be opened', async ({ page, context }) => {
    await openWallet(page, MEMBER)
    await expect(statements(page).getByRole('listitem').first()).toBeVisible()
    await context.setOffline(true)
    await expect(statements(page)).toContainText('go online to open one')
    await expect(statements(page).getByRole('link')).toHaveCount(0)
    await context.setOffline(false)
    await expect(statements(page).getByRole('link').first()).toBeVisible()
  })
})
