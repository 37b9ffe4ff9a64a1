import { expect, type Page, test } from '@playwright/test'
import { operations } from '../../api/contract/operations.ts'
import type { Allowances, Profile } from '../../api/contract/devices.ts'
import type { Insight } from '../../api/contract/device-usage.ts'
import { answering } from './support/answering.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { card, devicesByCall, keeperOf, openDevices, stat, tab, toast } from './support/devices.ts'
import { signIn } from './support/members.ts'
import { dialog, heading } from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

const TABS = ['Connected Devices', 'Usage & Billing', 'Network Diagnostics', 'AI Insights', 'Activity Feed']

/** The server's devices, changed. */
const withDevices = (page: Page, change: (devices: Profile[]) => Profile[]) =>
  answering(page, '/api/mvno/esim/profiles', operations.listProfiles.response, ({ profiles }) => ({
    profiles: change(profiles),
  }))

test('shows the four summary cards and the five tabs, in dark violet', async ({ page }, testInfo) => {
  const member = keeperOf('page', testInfo)
  await openDevices(page, member)
  await expect(page.getByRole('heading', { level: 1, name: 'Device Management' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark-violet')
  await expect(page.getByRole('button', { name: 'Add eSIM Device' })).toBeVisible()
  await expect(stat(page, 'Active Devices')).toContainText('1 active')
  await expect(stat(page, 'Data Usage')).toContainText(/[\d.]+ (MB|GB)This month/)
  await expect(stat(page, 'Monthly Plan Cost')).toContainText('$35.00Standard')
  await expect(stat(page, 'Network Status')).toContainText('Not tested')
  await expect(page.getByRole('tab')).toHaveText(TABS)
  await expect(tab(page, 'Connected Devices')).toHaveAttribute('aria-selected', 'true')
})

test('a device has everything on its card; every tab is accessible and fits; the network is tested', async ({
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
      await expectAccessible(page)
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
    await expectAccessible(page)
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
})

test('a card falls back where something is missing', async ({ page }, testInfo) => {
  const member = keeperOf('page', testInfo)
  const variants: readonly Partial<Profile>[] = [
    { device_label: '', msisdn: '+12025550123' },
    { device_label: '', msisdn: null, iccid: null, status: 'provisioning', activation_code: null },
    { device_label: 'Halted', status: 'suspended', device_type: 'router' },
    { device_label: 'Over', status: 'inactive', device_type: 'iot_device' },
    {
      device_label: 'Broken',
      status: 'failed',
      failure: { code: 'provisioning_failed', message: 'The network could not set it up.' },
    },
    {
      device_label: 'Endless',
      plan_type: 'unlimited',
      plan_name: 'Unlimited',
      monthly_cost_cents: 6500,
      allowances: { voice_minutes: 'unlimited', sms_count: 'unlimited', data_mb: 'unlimited' },
    },
    { device_label: 'No plan', plan_name: '' },
  ]
  await withDevices(page, (devices) =>
    variants.flatMap((change, place) =>
      devices
        .slice(0, 1)
        .map((device) => ({ ...device, ...change, id: `00000000-0000-4000-8000-00000000000${place}` })),
    ),
  )
  await signIn(page, member, '/devices')
  await expect(card(page, '+12025550123')).toBeVisible()
  const unnamed = card(page, 'Unnamed Device')
  await expect(unnamed).toContainText('Phone NumberNot assigned')
  await expect(unnamed).toContainText('Provisioning')
  await expect(unnamed).toContainText('Network activation takes 2-5 minutes.')
  await expect(card(page, 'Halted')).toContainText('Router/Hotspot')
  const colours: string[] = []
  for (const [name, status] of [
    ['+12025550123', 'Active'],
    ['Unnamed Device', 'Provisioning'],
    ['Halted', 'Suspended'],
    ['Over', 'Inactive'],
    ['Broken', 'Failed'],
  ] as const) {
    const badge = card(page, name).getByText(status, { exact: true })
    await expect(badge).toBeVisible()
    colours.push(await badge.evaluate((element) => getComputedStyle(element).color))
  }
  // Green, yellow, orange, grey, violet (web/ui/theme.css).
  expect(colours).toEqual([
    'rgb(89, 225, 162)',
    'rgb(244, 195, 82)',
    'rgb(255, 154, 77)',
    'rgb(178, 173, 200)',
    'rgb(180, 149, 254)',
  ])
  await expect(card(page, 'Broken')).toContainText('The network could not set it up.')
  await expect(card(page, 'Endless')).toContainText('Voice Unlimited')
  await expect(card(page, 'Endless')).toContainText('Data Unlimited')
  await expect(card(page, 'Endless').getByRole('button', { name: /^Change Plan/ })).toBeVisible()
  await expect(card(page, 'No plan').getByRole('button', { name: /^Change Plan/ })).toHaveCount(0)
  await expect(stat(page, 'Active Devices')).toContainText('73 active')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})

test('without a device it invites to add the first, and shows the default cost', async ({
  page,
}, testInfo) => {
  await withDevices(page, () => [])
  await signIn(page, keeperOf('page', testInfo))
  await page.goto('/devices')
  await expect(page.getByRole('heading', { name: 'No devices yet' })).toBeVisible()
  await expect(stat(page, 'Active Devices')).toContainText('00 active')
  await expect(stat(page, 'Monthly Plan Cost')).toContainText('$35.00No Plan')
  await expectAccessible(page)
  const invitation = page.getByRole('button', { name: 'Add Your First eSIM' })
  await invitation.click()
  await expect(heading(page, 'Add New eSIM Device')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(invitation).toBeFocused()
  await tab(page, 'Usage & Billing').click()
  await expect(page.getByRole('heading', { name: 'No plan yet' })).toBeVisible()
})

test('usage has three bars in the colours of the thresholds, and the end of the cycle', async ({
  page,
}, testInfo) => {
  const allowances: Allowances = { voice_minutes: 1000, sms_count: 1000, data_mb: 10_240 }
  await answering(page, '/api/mvno/usage/current', operations.getCurrentUsage.response, (usage) => ({
    ...usage,
    monthly_allowances: allowances,
    usage: {
      ...usage.usage,
      voice_minutes_used: 699,
      sms_count_used: 700,
      data_mb_used: 9216,
      billing_cycle_end: '2026-11-30',
    },
  }))
  await openDevices(page, keeperOf('page', testInfo))
  await tab(page, 'Usage & Billing').click()
  const bars = [
    ['Voice Minutes', '699 min / 1,000 min', '69% used', 'Plenty left', 'bg-credit'],
    ['SMS Messages', '700 SMS / 1,000 SMS', '70% used', 'Running low', 'bg-warning'],
    ['Data', '9.0 GB / 10.0 GB', '90% used', 'Almost used up', 'bg-debit'],
  ] as const
  for (const [name, figures, percent, word, colour] of bars) {
    const one = page.getByRole('region', { name, exact: true })
    await expect(one).toContainText(figures)
    await expect(one).toContainText(percent)
    await expect(one).toContainText(word)
    const bar = one.getByRole('progressbar', { name: `${name} used` })
    await expect(bar).toHaveAttribute('aria-valuenow', percent.replace('% used', ''))
    await expect(bar.locator('> *')).toHaveClass(new RegExp(`\\b${colour}\\b`))
  }
  const billing = page.getByRole('region', { name: 'Billing' })
  await expect(billing).toContainText('Billing cycle endsNov 30, 2026')
  await expect(billing).toContainText('Monthly cost$35.00')
  allowances.data_mb = 'unlimited'
  await page.reload()
  await tab(page, 'Usage & Billing').click()
  const data = page.getByRole('region', { name: 'Data', exact: true })
  await expect(data).toContainText('9.0 GB / Unlimited')
  await expect(data).toContainText('0% used')
  await page.getByText('Show the figures').click()
  await expect(page.getByRole('table', { name: 'Usage by day' }).getByRole('row')).toHaveCount(31)
})

const insightFor = (device: Profile, change: Partial<Insight>): Insight => ({
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

/** What the rules found, put in place of what they found: weeks of usage don't fit into a test. */
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

test('insights show type, confidence, saving and evidence, and answers to them act', async ({
  page,
}, testInfo) => {
  const [NOTE, FORECAST] = ['00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-0000000000a2']
  await signIn(page, keeperOf('page', testInfo))
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
  await page.goto('/devices')
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

test('an insight about a plan opens the change of plan for its device; one that stops a line asks first', async ({
  page,
}, testInfo) => {
  await signIn(page, keeperOf('page', testInfo))
  const { device } = await withInsights(page, [
    {
      insight_type: 'plan_optimization',
      action: {
        kind: 'change_plan',
        plan_type: 'basic_voice_sms',
        plan_name: 'Basic Voice & SMS',
        monthly_cost_cents: 1500,
      },
      action_label: 'Change to Basic Voice & SMS',
    },
    {
      id: '00000000-0000-4000-8000-0000000000a3',
      action: { kind: 'suspend_device' },
      action_label: 'Suspend device',
      recommendation: 'Nobody uses this line.',
    },
  ])
  await page.goto('/devices')
  await tab(page, 'AI Insights').click()
  const cards = page.getByRole('list', { name: 'Insights' }).getByRole('article')
  await cards
    .first()
    .getByRole('button', { name: /^Apply Now/ })
    .click()
  await expect(heading(page, 'Change Service Plan')).toBeFocused()
  await expect(dialog(page)).toContainText(`For ${device.device_label}`)
  await expect(dialog(page).getByRole('button', { name: /Basic Voice & SMS/ })).toContainText('Recommended')
  await page.keyboard.press('Escape')
  await expect(cards.first().getByRole('button', { name: /^Apply Now/ })).toBeFocused()

  await cards
    .nth(1)
    .getByRole('button', { name: /^Apply Now/ })
    .click()
  await expect(heading(page, 'Suspend device')).toBeFocused()
  await expect(dialog(page)).toContainText('Nobody uses this line.')
  // Refused for real: the server has no such recommendation.
  await dialog(page).getByRole('button', { name: 'Apply Now' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('There is no such recommendation any more.')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  await cards
    .nth(1)
    .getByRole('button', { name: /^Dismiss/ })
    .click()
  await expect(toast(page, 'There is no such recommendation any more.')).toBeVisible()
  await expect(cards).toHaveCount(2)
})

test('an insight about a device that has gone says so', async ({ page }, testInfo) => {
  await signIn(page, keeperOf('page', testInfo))
  await withInsights(page, [
    {
      insight_type: 'plan_optimization',
      device_id: '00000000-0000-4000-8000-0000000000ff',
      device_label: 'Old phone',
      action: {
        kind: 'change_plan',
        plan_type: 'unlimited',
        plan_name: 'Unlimited',
        monthly_cost_cents: 6500,
      },
    },
  ])
  await page.goto('/devices')
  await tab(page, 'AI Insights').click()
  await page.getByRole('button', { name: /^Apply Now/ }).click()
  await expect(page.getByRole('main')).toContainText('Old phone is not among your devices any more.')
  await expect(dialog(page)).toHaveCount(0)
})

test('too new a device is said to have not enough data', async ({ page }, testInfo) => {
  await signIn(page, keeperOf('page', testInfo))
  const [device] = await devicesByCall(page)
  await page.route('**/api/mvno/ai-insights', (route) =>
    route.fulfill({
      json: {
        insights: [],
        not_enough_data: [{ device_id: device?.id, device_label: 'Kitchen', days_missing: 1 }],
      },
    }),
  )
  await page.goto('/devices')
  await tab(page, 'AI Insights').click()
  await expect(page.getByText('Kitchen: not enough data yet, 1 more day of usage needed.')).toBeVisible()
})

test('asks for nothing while nobody is signed in', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/mvno')) asked.push(request.url())
  })
  // The guard would leave for the login at once.
  await page.route('**/api/oauth/google/redirect_url', (route) => route.abort())
  await page.goto('/devices')
  await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible()
  expect(asked).toEqual([])
})

test('says when nothing could be loaded, and loads it on request', async ({ page }, testInfo) => {
  await page.route('**/api/mvno/**', (route) => route.abort())
  await signIn(page, keeperOf('page', testInfo))
  await page.goto('/devices')
  await expect(page.getByRole('heading', { name: 'Your devices could not be loaded' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/mvno/**')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('list', { name: 'Devices' }).getByRole('article').first()).toBeVisible()
})
