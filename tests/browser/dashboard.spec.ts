import { expect, type Locator, type Page } from '@playwright/test'
import { operations } from '../../api/contract/operations.ts'
import { answering } from './support/answering.ts'
import { agree, poolsOf } from './support/pools.ts'
import { tabTo } from './support/keyboard.ts'
import { type DemoMember, signIn } from './support/members.ts'
import { test } from './support/own-server.ts'
import { lookAgain } from './support/pages.ts'
import { button, dialog, expectLooksRight, heading } from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })
test.beforeEach(() => test.setTimeout(180_000))
// Requests that are under way when a test ends are no longer answered.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

async function openDashboard(page: Page, member: DemoMember): Promise<void> {
  await signIn(page, member)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
}

test('leads where it says: services and quick actions', async ({ page }) => {
  await openDashboard(page, 'Ada Lovelace')
  const panel = region(page, 'Pool Management')
  await expect(panel.getByRole('article', { name: 'Energy Service' })).toContainText('Coming Soon')
  await expect(panel.getByRole('article', { name: 'Energy Service' })).toContainText('launching Q2 2024')
  await expect(panel.getByRole('link', { name: 'Open Tellepathy' })).toHaveAttribute('href', '/tellepathy')
  for (const [name, to] of [
    ['View Wallet', '/wallet'],
    ['Manage DID', '/did'],
    ['Edit Profile', '/profile'],
    ['Investment Pools', '/investments'],
  ] as const)
    await expect(region(page, 'Quick Actions').getByRole('link', { name })).toHaveAttribute('href', to)
})

test('what could not be loaded says so, and nothing goes on looking as if it were to come', async ({
  page,
}) => {
  await page.route(/\/api\/(?!session|stream)/, (route) => route.fulfill({ status: 503, body: 'Not now' }))
  await openDashboard(page, 'Ada Lovelace')
  await expect(page.getByRole('heading', { name: /could not be loaded/ }).first()).toBeVisible()
  await expect(page.getByRole('main').locator('.animate-pulse-soft')).toHaveCount(0)
})

const insight = {
  id: '3f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f',
  insight_type: 'plan_optimization',
  confidence_score: 0.86,
  recommendation: 'You use little of the Standard plan. Basic Voice & SMS would do.',
  potential_savings_cents: 2_000,
  device_id: '3f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e50',
  device_label: 'Ada’s phone',
  action: {
    kind: 'change_plan',
    plan_type: 'basic_voice_sms',
    plan_name: 'Basic Voice & SMS',
    monthly_cost_cents: 1_500,
  },
  action_label: 'Change to Basic Voice & SMS',
  evidence: [{ label: 'Data used in 30 days', value: '0.2 GB' }],
} as const

test('Apply Optimization and Create Circle do what they suggest, after a review, and say why when they can’t', async ({
  page,
}) => {
  await test.step('Apply Optimization applies the best insight after a review, and says why when it can’t', async () => {
    await answering(page, '/api/mvno/ai-insights', operations.listInsights.response, () => ({
      insights: [{ ...insight, evidence: [...insight.evidence] }],
      not_enough_data: [],
    }))
    await openDashboard(page, 'Katherine Johnson')
    const panel = region(page, 'Intelligent Insights')
    await expect(panel).toContainText('Save $20.00 a month')
    const apply = panel.getByRole('button', { name: 'Apply Optimization' })
    await apply.click()
    await expect(heading(page, 'Apply Optimization')).toBeFocused()
    await expect(dialog(page)).toContainText('New planBasic Voice & SMS, $15.00 a month')
    await expect(dialog(page)).toContainText('Data used in 30 days0.2 GB')
    await expectLooksRight(page)
    const asked: string[] = []
    await page.route('**/ai-insights/*/apply', async (route) => {
      asked.push(new URL(route.request().url()).pathname)
      await (asked.length === 1
        ? route.fulfill({
            status: 409,
            json: { error: 'This plan costs something else by now.', code: 'price_changed' },
          })
        : route.fulfill({
            json: { insight_id: insight.id, state: 'applied', message: 'The plan is Basic Voice & SMS now.' },
          }))
    })
    await agree(page, insight.action_label)
    await expect(dialog(page).getByRole('alert')).toContainText('This plan costs something else by now.')
    await agree(page, insight.action_label)
    await expect(dialog(page)).toHaveCount(0)
    await expect(panel).toContainText('The plan is Basic Voice & SMS now.')
    await expect(apply).toBeFocused()
    expect(asked).toEqual(Array(2).fill(`/api/mvno/ai-insights/${insight.id}/apply`))
  })
  await test.step('Create Circle creates one with the contacts that it suggests', async () => {
    await page.unrouteAll({ behavior: 'wait' })
    // Every kind has a circle in the demo data.
    const { circles } = operations.listCircles.response.parse(
      await (await page.request.get('/api/contact-circles')).json(),
    )
    for (const { id, name } of circles)
      if (name !== 'Family')
        await page.evaluate((one) => fetch(`/api/contact-circles/${one}`, { method: 'DELETE' }), id)
    await lookAgain(page)
    const panel = region(page, 'Intelligent Insights')
    const create = panel.getByRole('button', { name: 'Create Circle' })
    await expect(panel).toContainText('of your contacts are')
    await create.click()
    await expect(heading(page, 'Create Circle')).toBeFocused()
    const name = dialog(page).getByLabel('Name')
    const suggested = await name.inputValue()
    await expect(dialog(page).getByRole('radio', { name: 'Violet' })).toBeChecked()
    await name.fill('  ')
    await expect(button(page, 'Create Circle')).toBeDisabled()
    await name.fill(suggested)
    await dialog(page).getByRole('radio', { name: 'Teal' }).check({ force: true })
    await expectLooksRight(page)

    await page.route('**/api/contact-circles', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 409,
            json: { error: 'There is a circle of this name.', code: 'name_taken' },
          })
        : route.fallback(),
    )
    await button(page, 'Create Circle').click()
    await expect(dialog(page).getByRole('alert')).toContainText('There is a circle of this name.')
    await page.unroute('**/api/contact-circles')
    await button(page, 'Create Circle').click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(panel).toContainText(new RegExp(`Circle “${suggested}” was created with \\d+ contacts\\.`))
    await expect(create).toBeFocused()
    const answer = operations.listCircles.response.parse(
      await (await page.request.get('/api/contact-circles')).json(),
    )
    const made = answer.circles.find((circle) => circle.name === suggested)
    expect(made?.color).toBe('#14b8a6')
    expect(made?.member_count).toBeGreaterThan(1)
    // The next suggestion has another name.
    await create.click()
    await expect(name).not.toHaveValue(suggested)
  })
})

test('an empty account is led through its first steps; the member’s own figures under the specified labels, and their way on', async ({
  page,
}) => {
  await test.step('an empty account is led through its first steps', async () => {
    await answering(page, '/api/investments/pools', operations.listPools.response, () => ({ pools: [] }))
    await answering(page, '/api/mvno/subscriber', operations.getSubscriber.response, ({ subscriber }) => ({
      subscriber: { ...subscriber, device_count: 0, monthly_cost_cents: 0 },
    }))
    await openDashboard(page, 'Alan Turing')
    const steps = region(page, 'First steps')
    await expect(steps.getByRole('listitem')).toHaveCount(3)
    await expect(steps.getByRole('listitem').first()).toContainText('Add money (done)')
    await expect(steps.getByRole('link', { name: 'Add a device' })).toHaveAttribute('href', '/devices')
    await expectLooksRight(page)
    const first = steps.getByRole('button', { name: 'Create your first pool' })
    await first.click()
    await expect(heading(page, 'Create Investment Pool')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(first).toBeFocused()
  })
  await test.step('by keyboard', async () => {
    await page.unrouteAll({ behavior: 'wait' })
    await lookAgain(page)
    await expect(page.getByRole('list', { name: 'Active pools' }).getByRole('listitem')).not.toHaveCount(0)
    const create = region(page, 'Intelligent Insights').getByRole('button', { name: 'Create Circle' })
    await create.focus()
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Create Circle')).toBeFocused()
    await tabTo(page, button(page, 'Cancel'))
    await page.keyboard.press('Enter')
    await expect(create).toBeFocused()
  })
  await test.step('shows the member’s own figures under the specified labels', async () => {
    await answering(page, '/api/dashboard', operations.getDashboard.response, (figures) => ({
      ...figures,
      total_pool_value_cents: 206_444,
      total_invested_cents: 200_000,
      bills_paid_by_investments_cents: 10_500,
      bills_paid_by_investments: 3,
      active_services: [{ name: 'tellepathy', title: 'Tellepathy' }],
      cost_savings_cents: 3_500,
    }))
    await lookAgain(page)
    const main = page.getByRole('main')
    await expect(main).toContainText('Total Pool Value$2,064.44')
    await expect(main).toContainText('Bills Paid by Investments$105.003 bills')
    await expect(main).toContainText('Active Services1Tellepathy')
    await expect(main).toContainText('Cost Savings$35.00')
    const [pool] = await poolsOf(page)
    const active = page.getByRole('list', { name: 'Active pools' })
    await active.getByRole('link', { name: pool?.pool_name ?? '—' }).click()
    await expect(page).toHaveURL(new RegExp(`/investments\\?pool=${pool?.id}`))
    await expect(heading(page, pool?.pool_name ?? '—')).toBeVisible()
  })
})
