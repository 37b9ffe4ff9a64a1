import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { WalletInsights } from '../../api/contract/reports.ts'
import { expectAccessible } from './support/axe.ts'
import { openWallet } from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

const MEMBER = 'Ada Lovelace'
const INSIGHTS = '/api/wallet/insights'

const growth = (page: Page) => page.getByRole('region', { name: 'Portfolio Growth' })
const statements = (page: Page) => page.getByRole('region', { name: 'Statements' })

test.describe('portfolio growth', () => {
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
})
