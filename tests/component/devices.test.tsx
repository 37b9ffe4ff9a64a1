import type { Insight } from '../../api/contract/device-usage.ts'
import type { Device } from '../../api/contract/devices.ts'
import { operations } from '../../api/contract/operations.ts'
import { card, cardHas, devicesByCall, inCard, openTab, stat } from './support/devices.ts'
import {
  alerts,
  button,
  changed,
  escape,
  expect,
  focused,
  noDialog,
  opens,
  opensEmpty,
  page,
  press,
  refetch,
  requestLost,
  says,
  settled,
  step,
  test,
  toast,
  waitFor,
  within,
} from './support/page.tsx'

opens('/devices', 'grace')

/** Changes the server's list of devices before the page gets it. */
const withDevices = async (change: (devices: Device[]) => Device[]) => {
  page.network.on(
    'GET',
    /\/esim\/profiles$/,
    changed(operations.listProfiles.response, ({ profiles }) => ({ profiles: change(profiles) })),
  )
  await refetch(/\/esim\/profiles$/)
}
const own = async (): Promise<Device> => {
  const [device] = await devicesByCall()
  if (device === undefined) throw new Error('the demo member has no device')
  return device
}
const region = (name: string) => within(page.screen.getByRole('region', { name }))

test('says when nothing could be loaded, and loads it on request', async () => {
  await opensEmpty((network) => network.on('GET', /\/api\/mvno\//, requestLost))
  await page.screen.findByRole('heading', { name: 'Your devices could not be loaded' })
  page.network.reset()
  await page.user.click(page.screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(document.querySelectorAll('article')).toHaveLength(1))
  await settled()
})

test('shows the four summary cards and the five tabs, in dark violet', async () => {
  expect(page.screen.getByRole('heading', { level: 1 }).textContent).toBe('Device Management')
  expect(document.documentElement.dataset['theme']).toBe('dark-violet')
  expect(page.screen.getByRole('button', { name: 'Add eSIM Device' })).toBeTruthy()
  await waitFor(() => expect(stat('Active Devices')).toContain('1 active'))
  await waitFor(() => expect(stat('Data Usage')).toMatch(/[\d.]+ (MB|GB)This month/))
  expect(stat('Monthly Plan Cost')).toContain('$35.00Standard')
  expect(stat('Network Status')).toContain('Not tested')
  expect(page.screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Connected Devices',
    'Usage & Billing',
    'Network Diagnostics',
    'AI Insights',
    'Activity Feed',
  ])
})

test('a card falls back where something is missing, and its state is a word in its colour', async () => {
  const variants: readonly Partial<Device>[] = [
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
  await withDevices(([device]) =>
    device === undefined
      ? []
      : variants.map((change, place) => ({
          ...device,
          ...change,
          id: `00000000-0000-4000-8000-00000000000${place}`,
        })),
  )
  await cardHas('Unnamed Device', /Phone NumberNot assigned/)
  await cardHas('Unnamed Device', /Network activation takes 2-5 minutes\./)
  await cardHas('Halted', /Router\/Hotspot/)
  for (const [name, status, tone] of [
    ['+12025550123', 'Active', 'credit'],
    ['Unnamed Device', 'Provisioning', 'warning'],
    ['Halted', 'Suspended', 'halted'],
    ['Over', 'Inactive', 'muted'],
    ['Broken', 'Failed', 'primary'],
  ] as const)
    expect(within(card(name)).getByText(status).className).toContain(`text-${tone}`)
  await cardHas('Broken', /The network could not set it up\./)
  await cardHas('Endless', /Voice Unlimited/)
  await cardHas('Endless', /Data Unlimited/)
  expect(inCard('Endless', /^Change Plan/)).toBeTruthy()
  expect(() => inCard('No plan', /^Change Plan/)).toThrow(/Unable to find/)
  expect(stat('Active Devices')).toContain('73 active')
})

test('without a device it invites to add the first, and shows the default cost', async () => {
  await withDevices(() => [])
  await page.screen.findByRole('heading', { name: 'No devices yet' })
  expect(stat('Active Devices')).toContain('00 active')
  expect(stat('Monthly Plan Cost')).toContain('$35.00No Plan')
  const invitation = page.screen.getByRole('button', { name: 'Add Your First eSIM' })
  await page.user.click(invitation)
  await step('Add New eSIM Device')
  await escape()
  await noDialog()
  await focused(() => invitation)
  await openTab('Usage & Billing')
  await page.screen.findByRole('heading', { name: 'No plan yet' })
})

test('usage has three bars in the colours of the thresholds, and the end of the cycle', async () => {
  let data: number | 'unlimited' = 10_240
  page.network.on(
    'GET',
    /\/usage\/current$/,
    changed(operations.getCurrentUsage.response, (usage) => ({
      ...usage,
      monthly_allowances: { voice_minutes: 1000, sms_count: 1000, data_mb: data },
      usage: {
        ...usage.usage,
        voice_minutes_used: 699,
        sms_count_used: 700,
        data_mb_used: 9216,
        billing_cycle_end: '2026-11-30',
      },
    })),
  )
  await openTab('Usage & Billing')
  await refetch(/\/usage\/current$/)
  await page.screen.findByRole('region', { name: 'Voice Minutes' })
  await waitFor(() => expect(region('Data').getByText('90% used')).toBeTruthy())
  for (const [name, figures, percent, word, colour] of [
    ['Voice Minutes', '699 min / 1,000 min', '69', 'Plenty left', 'bg-credit'],
    ['SMS Messages', '700 SMS / 1,000 SMS', '70', 'Running low', 'bg-warning'],
    ['Data', '9.0 GB / 10.0 GB', '90', 'Almost used up', 'bg-debit'],
  ] as const) {
    const shown = page.screen.getByRole('region', { name }).textContent
    for (const words of [figures, `${percent}% used`, word]) expect(shown).toContain(words)
    const bar = region(name).getByRole('progressbar', { name: `${name} used` })
    expect(bar.getAttribute('aria-valuenow')).toBe(percent)
    expect(bar.firstElementChild?.className.split(' ')).toContain(colour)
  }
  const billing = page.screen.getByRole('region', { name: 'Billing' }).textContent
  expect(billing).toContain('Billing cycle endsNov 30, 2026')
  expect(billing).toContain('Monthly cost$35.00')
  data = 'unlimited'
  await refetch(/\/usage\/current$/)
  await waitFor(() => {
    const shown = page.screen.getByRole('region', { name: 'Data' }).textContent
    expect(shown).toContain('9.0 GB / Unlimited')
    expect(shown).toContain('0% used')
  })
  await page.user.click(await page.screen.findByText('Show the figures'))
  const table = within(page.screen.getByRole('table', { name: 'Usage by day' }))
  expect(table.getAllByRole('row')).toHaveLength(31)
})

/** Replaces the insights in the server's response: the rules need weeks of usage, too long for a test. */
const withInsights = async (changes: readonly Partial<Insight>[]) => {
  const device = await own()
  const insights = changes.map((change) => ({
    id: '00000000-0000-4000-8000-0000000000a1',
    insight_type: 'plan_optimization' as const,
    confidence_score: 0.8,
    recommendation: 'You pay for more than you use.',
    potential_savings_cents: 1250,
    device_id: device.id,
    device_label: device.device_label,
    action: { kind: 'note' as const },
    action_label: 'Noted',
    evidence: [{ label: 'Data used', value: '0.4 GB' }],
    ...change,
  }))
  page.network.on(
    'GET',
    /\/ai-insights$/,
    changed(operations.listInsights.response, () => ({ insights, not_enough_data: [] })),
  )
  await openTab('AI Insights')
  await refetch(/\/ai-insights$/)
  await waitFor(() => expect(found()).toHaveLength(changes.length))
  return device
}
const found = () => within(page.screen.getByRole('list', { name: 'Insights' })).getAllByRole('article')
const inFound = (place: number, title: RegExp) => {
  const one = found()[place]
  if (one === undefined) throw new Error('there are fewer insights')
  return within(one).getByRole('button', { name: title })
}

test('an insight about a plan opens the change of plan for its device; one that stops a line asks first', async () => {
  const device = await withInsights([
    {
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
  await page.user.click(inFound(0, /^Apply Now/))
  await step('Change Service Plan')
  await says(`For ${device.device_label}`)
  expect(button(/Basic Voice & SMS/).textContent).toContain('Recommended')
  await escape()
  await noDialog()
  await focused(() => inFound(0, /^Apply Now/))

  await page.user.click(inFound(1, /^Apply Now/))
  await step('Suspend device')
  await says('Nobody uses this line.')
  // A real refusal: the server does not have this recommendation.
  await press('Apply Now')
  await alerts('There is no such recommendation any more.')
  await escape()
  await noDialog()
  await page.user.click(inFound(1, /^Dismiss/))
  await toast('There is no such recommendation any more.')
  expect(found()).toHaveLength(2)
})

test('an insight about a device that has gone says so', async () => {
  await withInsights([
    {
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
  await waitFor(() => expect(inFound(0, /^Apply Now/)).toHaveProperty('disabled', false))
  await page.user.click(inFound(0, /^Apply Now/))
  await toast('Old phone is not among your devices any more.')
  expect(page.screen.queryByRole('dialog')).toBeNull()
})

test('too new a device is said to have not enough data', async () => {
  const { id } = await own()
  page.network.on(
    'GET',
    /\/ai-insights$/,
    changed(operations.listInsights.response, () => ({
      insights: [],
      not_enough_data: [{ device_id: id, device_label: 'Kitchen', days_missing: 1 }],
    })),
  )
  await openTab('AI Insights')
  await refetch(/\/ai-insights$/)
  await page.screen.findByText('Kitchen: not enough data yet, 1 more day of usage needed.')
})
