import { expect, type Page, test } from '@playwright/test'
import { operations } from '../../api/contract/operations.ts'
import { drawQr } from '../../web/ui/qr-matrix.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import {
  activeByCall,
  card,
  devicesByCall,
  keeperOf,
  openDevices,
  removeByCall,
  stat,
  toast,
} from './support/devices.ts'
import { lookAgain } from './support/pages.ts'
import { button, dialog, heading } from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

/** Label prefix of these tests' devices; leftovers of a test are removed before the next. */
const MINE = 'Mine '

test.beforeEach(async ({ page, baseURL }, testInfo) => {
  await openDevices(page, keeperOf('dialogs', testInfo))
  await removeByCall(page, baseURL, MINE)
})

/** An active device that is on the page. */
const shownDevice = async (page: Page, baseURL: string | undefined, label: string) => {
  const device = await activeByCall(page, baseURL, { device_label: MINE + label })
  await lookAgain(page)
  await expect(card(page, MINE + label)).toBeVisible()
  return device
}

const LOADED = ['subscriber', 'usage/current', 'esim/profiles', 'ai-insights', 'plans']

/** Makes a change, and expects the page to request all its data again after the response that matches. */
const refetchesAfter = async (page: Page, method: string, path: RegExp, change: () => Promise<void>) => {
  let changed = false
  const asked = new Set<string>()
  page.on('response', (response) => {
    if (response.request().method() === method && path.test(response.url())) changed = true
  })
  page.on('request', (request) => {
    const [, what] = /\/api\/mvno\/(.+)$/.exec(request.url()) ?? []
    if (changed && request.method() === 'GET' && what !== undefined) asked.add(what)
  })
  await change()
  await expect.poll(() => LOADED.filter((what) => !asked.has(what))).toEqual([])
}

/** Accessible and without sideways scrolling at 320 pixels; restores the size. */
const expectFits = async (page: Page) => {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  const beyond = () =>
    dialog(page).evaluate((element) =>
      [element, ...element.querySelectorAll('*')]
        .filter(
          (one) =>
            one.clientWidth > 0 &&
            one.scrollWidth > one.clientWidth + 1 &&
            !one.matches('.sr-only, .sr-only *, input'),
        )
        .map((one) => one.outerHTML.slice(0, 120)),
    )
  await expect.poll(beyond).toEqual([])
  await expectAccessible(page)
  if (before !== null) await page.setViewportSize(before)
}

const refuse = (page: Page, path: string, method: string, error: string) =>
  page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 422, json: { error, code: 'device_not_ready' } })
      : route.fallback(),
  )

test('a device: its code comes and goes with the dialog, its details are edited, its plan changed after a warning; another is ordered once', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const device = await shownDevice(page, baseURL, 'code')
  await test.step('the QR dialog asks for the code when it opens and forgets it when it closes', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/activation')) asked.push(request.url())
    })
    const opener = card(page, device.device_label).getByRole('button', { name: /^View QR Code/ })
    const answered = page.waitForResponse((response) => response.url().endsWith('/activation'))
    await opener.click()
    await expect(heading(page, 'Device QR Code')).toBeFocused()
    const answer = await answered
    expect(answer.headers()['cache-control']).toContain('no-store')
    const activation = operations.getActivation.response.parse(await answer.json())
    const code = dialog(page).getByRole('img', { name: /^QR code/ })
    await expect(code.locator('path')).toHaveAttribute('d', drawQr(activation.activation_code).path)
    for (const text of [
      device.device_label,
      device.iccid ?? '',
      device.msisdn ?? '',
      'Active',
      activation.smdp_address,
      activation.matching_id,
    ])
      await expect(dialog(page)).toContainText(text)
    const carried = `carddata=${encodeURIComponent(activation.activation_code)}`
    for (const [name, host] of [
      ['iPhone or iPad', 'esimsetup.apple.com'],
      ['Android', 'esimsetup.android.com'],
    ] as const) {
      const href = await dialog(page).getByRole('link', { name }).getAttribute('href')
      expect(href).toContain(`https://${host}/`)
      expect(href).toContain(carried)
    }
    await expectFits(page)
    expect(asked).toHaveLength(1)
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
    expect(await page.content()).not.toContain(activation.matching_id)
  })
  await test.step('edits label, type and settings; blank is refused, a failure keeps the dialog', async () => {
    const opener = card(page, device.device_label).getByRole('button', {
      name: `Edit ${device.device_label}`,
    })
    await opener.click()
    await expect(heading(page, 'Edit Device')).toBeFocused()
    const label = dialog(page).getByLabel('Device Label')
    await expect(label).toHaveValue(device.device_label)
    await expect(dialog(page).getByLabel('Device Type')).toHaveValue('smartphone')
    await label.fill('   ')
    await expect(button(page, 'Update Device')).toBeDisabled()
    await expect(label).toHaveAccessibleDescription('Enter a label for the device.')
    await expectFits(page)
    await label.fill(`  ${MINE}new `)
    await dialog(page).getByLabel('Device Type').selectOption('router')
    await dialog(page).getByRole('switch', { name: 'Mobile Hotspot' }).uncheck()
    const path = `**/api/mvno/esim/profiles/${device.id}`
    await refuse(page, path, 'PUT', 'Not now.')
    await button(page, 'Update Device').click()
    await expect(dialog(page).getByRole('alert')).toContainText('Not now.')
    await expect(label).toHaveValue(`  ${MINE}new `)
    await page.unroute(path)
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await refetchesAfter(page, 'PUT', /esim\/profiles\//, () => button(page, 'Update Device').click())
    expect((await sent).postDataJSON()).toMatchObject({ device_label: `${MINE}new`, device_type: 'router' })
    await expect(dialog(page)).toHaveCount(0)
    await expect(card(page, `${MINE}new`)).toContainText('Router/Hotspot')
    await expect(card(page, `${MINE}new`).getByRole('button', { name: /^Edit / })).toBeFocused()
    const kept = (await devicesByCall(page)).find(({ id }) => id === device.id)
    expect(kept).toMatchObject({ device_type: 'router', device_config: { hotspot_enabled: false } })
  })
  await test.step('changes the plan after a warning; the current one can’t be chosen', async () => {
    const its = card(page, `${MINE}new`)
    const opener = its.getByRole('button', { name: /^Change Plan/ })
    await opener.click()
    await expect(heading(page, 'Change Service Plan')).toBeFocused()
    const plans = dialog(page).getByRole('list', { name: 'Plans' })
    const current = plans.getByRole('button', { name: /^Standard/ })
    await expect(current).toBeDisabled()
    await expect(current).toContainText('Current Plan')
    await expect(plans.getByRole('button', { name: /^Unlimited/ })).toContainText('$65.00')
    await expectFits(page)
    await plans.getByRole('button', { name: /^Unlimited/ }).click()
    await expect(heading(page, 'Confirm Plan Change')).toBeFocused()
    await expect(dialog(page)).toContainText(
      'Are you sure you want to change to Unlimited? This change takes effect immediately and may affect your billing.',
    )
    await expectFits(page)
    const path = `**/api/mvno/esim/profiles/${device.id}`
    await refuse(page, path, 'PUT', 'The price has changed.')
    await button(page, 'Change Plan').click()
    await expect(dialog(page).getByRole('alert')).toContainText(
      'Failed to update plan. Please try again or contact support.',
    )
    await expect(dialog(page).getByRole('alert')).toContainText('The price has changed.')
    await page.unroute(path)
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await refetchesAfter(page, 'PUT', /esim\/profiles\//, () => button(page, 'Change Plan').click())
    expect((await sent).postDataJSON()).toEqual({
      plan_type: 'unlimited',
      plan_name: 'Unlimited',
      monthly_cost_cents: 6500,
    })
    const said =
      'Successfully changed to Unlimited! Your new plan will be reflected in the next billing cycle.'
    await expect(toast(page, said)).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await expect(opener).toBeFocused()
    await expect(page.getByRole('main').getByText(said)).toBeVisible()
    await expect(its).toContainText('Monthly Cost$65.00')
    await expect(stat(page, 'Monthly Plan Cost')).toContainText('$100.00Standard, Unlimited')
    await page.getByRole('button', { name: 'Dismiss this notice' }).click()
    await expect(page.getByRole('main').getByText(said)).toHaveCount(0)
  })
  await test.step('asks before it deletes, and fits', async () => {
    const opener = card(page, `${MINE}new`).getByRole('button', { name: /^Delete / })
    await opener.click()
    await expect(heading(page, 'Delete Device')).toBeFocused()
    await expectFits(page)
    await button(page, 'Cancel').click()
    await expect(opener).toBeFocused()
  })
  await test.step('a refused order stays open with the reason; a good one closes, resets and refetches', async () => {
    await page.getByRole('button', { name: 'Add eSIM Device' }).click()
    const label = dialog(page).getByLabel('Device Label')
    await label.fill(`${MINE}watch`)
    await dialog(page).getByLabel('Device Type').selectOption('smartwatch')
    await refuse(page, '**/api/mvno/esim/provision', 'POST', 'You can have at most 10 devices.')
    await button(page, 'Add Device').click()
    const alert = dialog(page).getByRole('alert')
    await expect(alert).toContainText('eSIM provisioning failed')
    await expect(alert).toContainText('You can have at most 10 devices.')
    await expect(label).toHaveValue(`${MINE}watch`)
    await expectFits(page)
    await page.unroute('**/api/mvno/esim/provision')
    const sent = page.waitForRequest((request) => request.url().endsWith('/provision'))
    await refetchesAfter(page, 'POST', /provision$/, () => button(page, 'Add Device').click())
    expect((await sent).postDataJSON()).toEqual({
      device_label: `${MINE}watch`,
      device_type: 'smartwatch',
      plan_type: 'basic_voice_sms',
      device_config: {
        roaming_enabled: false,
        data_roaming_enabled: false,
        international_calling: false,
        hotspot_enabled: false,
        preferred_network: 'auto',
        data_limit_alerts: true,
        usage_notifications: true,
        device_nickname: '',
        primary_use: 'personal',
      },
      device_info: { model: 'Generic Device', os_version: 'Unknown', manufacturer: 'Unknown' },
    })
    await expect(dialog(page)).toHaveCount(0)
    await expect(toast(page, `${MINE}watch was ordered.`)).toContainText(
      'Network activation takes 2-5 minutes.',
    )
    await expect(card(page, `${MINE}watch`)).toContainText('Smartwatch')
    await page.getByRole('button', { name: 'Add eSIM Device' }).click()
    await expect(label).toHaveValue('My Device')
    await expect(dialog(page).getByLabel('Device Type')).toHaveValue('smartphone')
  })
  await test.step('a lost answer is asked for under the same key, so that nothing is ordered twice', async () => {
    await page.keyboard.press('Escape')
    const keys: (string | undefined)[] = []
    await page.route('**/api/mvno/esim/provision', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      await route.fetch()
      await route.abort()
    })
    const asked = Promise.withResolvers<void>()
    await page.route('**/api/outcomes/by-key/*', async (route) => {
      await asked.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Add eSIM Device' }).click()
    const label = dialog(page).getByLabel('Device Label')
    await label.fill(`${MINE}once`)
    await button(page, 'Add Device').click()
    await expect(dialog(page).getByRole('alert')).toContainText('The answer did not arrive')
    await expect(label).toBeDisabled()
    await expect(button(page, 'Try again')).toBeDisabled()
    await page.reload()
    await expect(heading(page, 'Add New eSIM Device')).toBeVisible()
    await expect(label).toHaveValue(`${MINE}once`)
    asked.resolve()
    await expect(dialog(page)).toHaveCount(0)
    expect(keys).toHaveLength(1)
    const labels = (await devicesByCall(page)).map(({ device_label }) => device_label)
    expect(labels.filter((one) => one === `${MINE}once`)).toHaveLength(1)
  })
})
