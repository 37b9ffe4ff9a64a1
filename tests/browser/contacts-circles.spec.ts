import { readFile } from 'node:fs/promises'
import { expect, type Page, test, type TestInfo } from '@playwright/test'
import { CIRCLE_COLORS } from '../../api/contract/contacts.ts'
import { deviceOperations } from '../../api/contract/device-operations.ts'
import { answering } from './support/answering.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { circlesOf, figure, openContacts, opensTab } from './support/contacts.ts'
import type { DemoMember } from './support/members.ts'
import { lookAgain } from './support/pages.ts'

test.use({ serviceWorkers: 'block' })
test.beforeEach(() => test.slow())
// Requests that are under way when a test ends are no longer answered.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const memberOf = ({ project }: TestInfo): DemoMember =>
  project.name === 'phone' ? 'Grace Hopper' : 'Katherine Johnson'

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Circles' }).getByRole('listitem').filter({ hasText: name })
const PEOPLE = [{ name: 'Ann' }, { name: 'Bob' }, { name: 'Carl' }] as const

const openCircles = async (page: Page, info: TestInfo) => {
  await openContacts(page, memberOf(info), PEOPLE)
  await opensTab(page, 'Circle Administration')
}
const create = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Create Circle' }).first().click()
  await dialog(page).getByLabel('Name *').fill(name)
  await button(page, 'Create Circle').click()
  await expect(card(page, name)).toBeVisible()
}
/** The requests that the page makes from now on, as "GET /api/…". */
const asked = (page: Page): string[] => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`))
  return calls
}

test('circles: created in eight colours, filled and emptied one by one; what their lines use is drawn, listed and kept', async ({
  page,
}, info) => {
  await test.step('a circle is created from eight colours; the form stays open when it fails and begins anew when done', async () => {
    await openCircles(page, info)
    await expect(page.getByRole('heading', { name: 'No circles yet' })).toBeVisible()
    await page.getByRole('button', { name: 'Create Circle' }).first().click()
    const name = dialog(page).getByLabel('Name *')
    await expect(button(page, 'Create Circle')).toBeDisabled()
    await name.fill('   ')
    await expect(button(page, 'Create Circle')).toBeDisabled()
    const colors = dialog(page).getByRole('radio')
    expect(await colors.evaluateAll((radios) => radios.map((radio) => radio.getAttribute('value')))).toEqual(
      CIRCLE_COLORS,
    )
    await expect(dialog(page).getByRole('radio', { name: 'Violet' })).toBeChecked()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await name.fill('Family 👪')
    await dialog(page).getByLabel('Description (optional)').fill('Call on Sundays')
    await dialog(page).getByText('Pink').locator('xpath=..').click()
    const failure = { error: 'This is not available right now.', code: 'database_unavailable' }
    await page.route('**/api/contact-circles', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 503, json: failure }) : route.fallback(),
    )
    await button(page, 'Create Circle').click()
    await expect(dialog(page).getByRole('alert')).toContainText('This is not available right now.')
    await expect(name).toHaveValue('Family 👪')
    await page.unroute('**/api/contact-circles')
    const calls = asked(page)
    await button(page, 'Create Circle').click()
    await expect(card(page, 'Family 👪')).toContainText('0 contacts')
    await expect.poll(() => calls).toContain('GET /api/contact-circles')
    expect(await circlesOf(page)).toMatchObject([
      { name: 'Family 👪', description: 'Call on Sundays', color: '#ec4899' },
    ])
    await expect(figure(page, 'Total Circles')).toContainText('1')

    await page.getByRole('button', { name: 'Create Circle' }).first().click()
    await expect(dialog(page).getByLabel('Name *')).toHaveValue('')
    await expect(dialog(page).getByLabel('Description (optional)')).toHaveValue('')
    await expect(dialog(page).getByRole('radio', { name: 'Violet' })).toBeChecked()
  })
  await test.step('members are toggled one by one; lists are fetched and counts right after each', async () => {
    await page.keyboard.press('Escape')
    await create(page, 'Team')
    await page.getByRole('button', { name: 'Manage members of Team' }).click()
    const calls = asked(page)
    const id = (await circlesOf(page)).find(({ name }) => name === 'Team')?.id ?? ''
    for (const [name, count] of [
      ['Ann', '1 contact'],
      ['Carl', '2 contacts'],
    ] as const) {
      calls.length = 0
      await dialog(page).getByRole('checkbox', { name }).click()
      await expect(dialog(page).getByRole('checkbox', { name })).toBeChecked()
      await expect(dialog(page)).toContainText(`Team: ${count}.`)
      await expect
        .poll(() => calls)
        .toEqual(
          expect.arrayContaining([
            `POST /api/contact-circles/${id}/members`,
            'GET /api/contact-circles',
            `GET /api/contact-circles/${id}/members`,
            'GET /api/contacts',
          ]),
        )
      await expect(dialog(page).getByRole('checkbox', { name })).not.toHaveAttribute('aria-disabled')
    }
    await expectAccessible(page)
    await dialog(page).getByText('In this circle').click()
    await expect(dialog(page).getByRole('checkbox')).toHaveCount(2)
    await dialog(page).getByRole('checkbox', { name: 'Ann' }).click()
    await expect(dialog(page).getByRole('checkbox')).toHaveCount(1)
    await expect(dialog(page)).toContainText('Team: 1 contact.')
    await button(page, 'Done').click()
    await expect(card(page, 'Team')).toContainText('1 contact')
    await expect(page.getByRole('button', { name: 'Manage members of Team' })).toBeFocused()
  })
  await test.step('analytics: figures, chart, table and report follow the range', async () => {
    await answering(page, '/api/mvno/usage/daily*', deviceOperations.getDailyUsage.response, (usage) => ({
      ...usage,
      days: usage.days.map((day) => ({ ...day, calls: 2, voice_minutes: 6, messages: 3, data_mb: 512 })),
      totals: {
        calls: usage.days.length * 2,
        voice_minutes: usage.days.length * 6,
        messages: usage.days.length * 3,
        data_mb: usage.days.length * 512,
      },
    }))
    await lookAgain(page)
    await opensTab(page, 'Analytics & Reports')
    for (const [days, calls, messages, data] of [
      [30, '60', '90', '15.0 GB'],
      [7, '14', '21', '3.5 GB'],
      [90, '180', '270', '45.0 GB'],
    ] as const) {
      await page.getByText(`${days} days`, { exact: true }).click()
      await expect(figure(page, 'Total Calls')).toContainText(calls)
      await expect(figure(page, 'Messages').first()).toContainText(messages)
      await expect(figure(page, 'Data Usage')).toContainText(data)
      await expect(page.getByTestId('usage-chart').locator('rect')).toHaveCount(days)
    }
    await page.getByText('7 days', { exact: true }).click()
    await expect(page.getByTestId('usage-chart').locator('rect')).toHaveCount(7)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByText('The same as a table').click()
    const table = page.getByRole('table', { name: 'Usage of the last 7 days, newest first' })
    await expect(table.locator('tbody tr')).toHaveCount(7)
    await expect(table.locator('tbody tr').first()).toContainText('512 MB')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download Report' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toBe('usage-7-days.csv')
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(9)
    expect(lines[0]).toBe('Date (UTC),Calls,Voice minutes,Messages,Data (MB)')
    expect(lines.at(-1)).toBe('Total,14,42,21,3584')
  })
})
