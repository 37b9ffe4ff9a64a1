import { expect, type Page, test } from '@playwright/test'
import { operations } from '../../api/contract/operations.ts'
import type { Device } from '../../api/contract/devices.ts'
import type { Insight } from '../../api/contract/device-usage.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { card, devicesByCall, keeperOf, openDevices, stat, tab, toast } from './support/devices.ts'
import { lookAgain } from './support/pages.ts'

test.use({ serviceWorkers: 'block' })

const TABS = ['Connected Devices', 'Usage & Billing', 'Network Diagnostics', 'AI Insights', 'Activity Feed']

const insightFor = (device: Device, change: Partial<Insight>): Insight => ({
  id: '00000000-0000-4000-8000-0000000000a1',
  insight_type: 'cost_optimization',
  confidence_score: 0.8,
  recommendation: 'You pay for more than you use.',
  potential_savings_cents: 1250,
  device_id: device.id,
  device_label: device.device_label,
  action: { kind: 'note' },
  action_label: 'Noted',
  evidence: [{ label: 'Data used', value: '0.4 GB' }],
  ...change,
})

/** Replaces the insights that the page gets: real ones would take weeks of usage. */
const withInsights = async (page: Page, changes: readonly Partial<Insight>[]) => {
  const [device] = await devicesByCall(page)
  if (device === undefined) throw new Error('the demo member has no device')
  let left = changes.map((change) => insightFor(device, change))
  await page.route('**/api/mvno/ai-insights', (route) =>
    route.fulfill({ json: { insights: left, not_enough_data: [] } }),
  )
  return {
    device,
    remove: (id: string) => {
      left = left.filter((insight) => insight.id !== id)
    },
  }
}

test('a device has everything on its card; every tab is accessible and fits; the network is tested; insights and answers to them', async ({
  page,
}, testInfo) => {
  await test.step('a card has everything about its device, with the status as a word', async () => {
    await openDevices(page, keeperOf('page', testInfo))
    const [device] = await devicesByCall(page)
    if (device === undefined) throw new Error('the demo member has no device')
    const shown = card(page, device.device_label)
    for (const text of [
      'Smartphone',
      'Active',
      device.profile_id,
      device.iccid ?? '',
      device.msisdn ?? '',
      'Standard',
      '$35.00',
      'Voice 1,000 min',
      'SMS 1,000',
      'Data 10.0 GB',
      'Pixel 9',
    ])
      await expect(shown).toContainText(text)
    await expect(page.getByText('Simulated network', { exact: false })).toBeVisible()
  })
  await test.step('every tab is accessible and fits 320 pixels; arrow keys move between them', async () => {
    await tab(page, 'Connected Devices').focus()
    for (const [place, name] of TABS.entries()) {
      if (place > 0) await page.keyboard.press('ArrowRight')
      await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
      await expect(tab(page, name)).toBeFocused()
      await expect(tab(page, name)).toBeInViewport({ ratio: 0.9 })
      await expect(page.getByRole('tabpanel')).toBeVisible()
      await expect(page.getByRole('tabpanel').locator('.animate-pulse-soft')).toHaveCount(0)
      // Another test checks the first tab, with which the page opens.
      if (place > 0) await expectAccessible(page)
    }
    const size = page.viewportSize()
    await page.setViewportSize({ width: 320, height: 640 })
    for (const name of TABS) {
      await tab(page, name).click()
      await expectNoSidewaysScroll(page)
    }
    if (size) await page.setViewportSize(size)
  })
  await test.step('runs network diagnostics from the tab and from the summary card', async () => {
    let connectivity: 'good' | 'poor' = 'good'
    await page.route('**/api/mvno/diagnostics/*', async (route) => {
      const answer = await route.fetch()
      const { diagnostics } = operations.getDiagnostics.response.parse(await answer.json())
      const json = {
        diagnostics: { ...diagnostics, network_connectivity: connectivity, signal_strength: -71 },
      }
      await route.fulfill({ response: answer, json })
    })
    await tab(page, 'Network Diagnostics').click()
    const panel = page.getByRole('region', { name: 'Network Diagnostics' })
    await expect(panel).toContainText('Run diagnostics to check your network connection.')
    await panel.getByRole('button', { name: 'Run Diagnostics' }).click()
    const good = panel.getByText('Good', { exact: true })
    await expect(good).toHaveClass(/text-credit/)
    await expect(panel).toContainText('-71 dBm')
    await expect(panel).toContainText(/[\d.]+ Mbps/)
    await expect(panel).toContainText('Last Seen')
    await expect(panel.getByRole('listitem').first()).toContainText('Line')
    await expect(stat(page, 'Network Status')).toContainText('Good')
    connectivity = 'poor'
    await stat(page, 'Network Status').getByRole('button', { name: 'Test' }).click()
    await expect(panel.getByText('Poor', { exact: true })).toHaveClass(/text-warning/)
    await expect(stat(page, 'Network Status')).toContainText('Poor')
    await page.unroute('**/api/mvno/diagnostics/*')
    await page.route('**/api/mvno/diagnostics/*', (route) =>
      route.fulfill({ status: 503, json: { error: 'The carrier does not answer.', code: 'carrier_down' } }),
    )
    await panel.getByRole('button', { name: 'Run Diagnostics' }).click()
    await expect(panel.getByRole('alert')).toContainText('The carrier does not answer.')
    await expect(stat(page, 'Network Status')).toContainText('Test failed')
  })
  await test.step('insights show type, confidence, saving and evidence, and answers to them act', async () => {
    const [NOTE, FORECAST] = ['00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-0000000000a2']
    const { remove } = await withInsights(page, [
      {},
      {
        id: FORECAST,
        insight_type: 'usage_prediction',
        confidence_score: 0.79,
        potential_savings_cents: 0,
        recommendation: 'You will use 9 GB.',
      },
    ])
    const asked: string[] = []
    await page.route(/ai-insights\/.+\/(apply|dismiss)$/, async (route) => {
      const [, id = '', answer] = /ai-insights\/(.+)\/(apply|dismiss)$/.exec(route.request().url()) ?? []
      asked.push(`${answer} ${id}`)
      remove(id)
      const state = answer === 'apply' ? 'applied' : 'dismissed'
      const message =
        answer === 'apply' ? 'Noted: you pay for more than you use.' : 'It will not be shown again.'
      await route.fulfill({ json: { insight_id: id, state, message } })
    })
    await lookAgain(page)
    await tab(page, 'AI Insights').click()
    const cards = page.getByRole('list', { name: 'Insights' }).getByRole('article')
    await expect(cards).toHaveCount(2)
    const [cost, usage] = [cards.first(), cards.nth(1)]
    await expect(cost).toContainText('Cost Optimization')
    await expect(cost.getByText('80% confidence')).toHaveClass(/text-credit/)
    await expect(cost).toContainText('Potential savings: $12.50/month')
    await cost.getByText('What this rests on').click()
    await expect(cost).toContainText('Data used0.4 GB')
    await expect(usage).toContainText('Usage Prediction')
    await expect(usage.getByText('79% confidence')).toHaveClass(/text-warning/)
    await expect(usage).not.toContainText('Potential savings')
    await expectAccessible(page)

    await cost.getByRole('button', { name: /^Apply Now/ }).click()
    await expect(toast(page, 'Noted: you pay for more than you use.')).toBeVisible()
    await expect(cards).toHaveCount(1)
    await cards
      .first()
      .getByRole('button', { name: /^Dismiss/ })
      .click()
    await expect(toast(page, 'It will not be shown again.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'AI analysis in progress' })).toBeVisible()
    expect(asked).toEqual([`apply ${NOTE}`, `dismiss ${FORECAST}`])
  })
})
