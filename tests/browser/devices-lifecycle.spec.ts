import { expect, type Page, test } from '@playwright/test'
import { operations } from '../../api/contract/operations.ts'
import { requestDocumentsSeparately } from './support/separate-documents.ts'
import { expectAccessible } from './support/axe.ts'
import { card, devicesByCall, keeperOf, openDevices, removeByCall, stat, tab } from './support/devices.ts'
import { button, dialog, expectKept, heading, keptData } from './support/wallet.ts'

const MINE = 'Life '

test.beforeEach(async ({ page, baseURL }, testInfo) => {
  await openDevices(page, keeperOf('lifecycle', testInfo))
  await removeByCall(page, baseURL, MINE)
})

const add = async (page: Page, label: string) => {
  await page.getByRole('button', { name: 'Add eSIM Device' }).click()
  await dialog(page).getByLabel('Device Label').fill(label)
  await button(page, 'Add Device').click()
  await expect(dialog(page)).toHaveCount(0)
}

/** Until `letGo`, the page sees this device as just ordered, however soon it is active. */
const heldAsOrdered = async (page: Page, label: string): Promise<{ letGo: () => void }> => {
  const { path, response } = operations.listProfiles
  let isHeld = true
  await requestDocumentsSeparately(page)
  await page.route(`**${path}`, async (route) => {
    if (!isHeld || route.request().method() !== 'GET') return route.fallback()
    const { 'if-none-match': _known, ...asked } = route.request().headers()
    const answer = await route.fetch({ headers: asked })
    const { profiles } = response.parse(await answer.json())
    const { etag: _changed, ...headers } = answer.headers()
    await route.fulfill({
      headers,
      json: {
        profiles: profiles.map((device) =>
          device.device_label === label
            ? {
                ...device,
                status: 'provisioning',
                pending: 'active',
                iccid: null,
                msisdn: null,
                activation_code: null,
              }
            : device,
        ),
      },
    })
  })
  return { letGo: () => void (isHeld = false) }
}

const choose = async (page: Page, label: string, item: string) => {
  await card(page, label)
    .getByRole('button', { name: /^More options/ })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('offline the page opens from the cache, and what needs the network says so; no activation code is kept on the device; a line goes from provisioning to active, suspended and back', async ({
  page,
  context,
}, testInfo) => {
  await test.step('keeps no activation code on the device', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready)
    const [device] = await devicesByCall(page)
    const answered = page.waitForResponse((response) => response.url().endsWith('/activation'))
    await card(page, device?.device_label ?? '')
      .getByRole('button', { name: /^View QR Code/ })
      .click()
    const { activation_code, matching_id } = operations.getActivation.response.parse(
      await (await answered).json(),
    )
    await expect(dialog(page)).toContainText(matching_id)
    const cached = () =>
      page.evaluate(async () => {
        const texts: string[] = []
        for (const name of await caches.keys()) {
          const cache = await caches.open(name)
          for (const request of await cache.keys()) {
            texts.push(request.url, await ((await cache.match(request))?.clone().text() ?? ''))
          }
        }
        return texts.join('\n')
      })
    await expectKept(page, 'telecom:profiles')
    const database = await keptData(page)
    // The device itself is stored, which proves that the right database was read.
    expect(database).toContain(device?.iccid ?? 'no device')
    const files = await cached()
    expect(files).toContain('/assets/')
    for (const secret of [activation_code, matching_id]) {
      expect(database).not.toContain(secret)
      expect(files).not.toContain(secret)
    }
  })
  await test.step('opens offline from the cache, and what needs the network says so', async () => {
    const label = `${keeperOf('lifecycle', testInfo).split(' ')[0]}'s phone`
    await page.keyboard.press('Escape')
    for (const name of ['Usage & Billing', 'AI Insights', 'Activity Feed', 'Connected Devices']) {
      await tab(page, name).click()
      await expect(page.getByRole('tabpanel').locator('.animate-pulse-soft')).toHaveCount(0)
    }
    for (const key of ['usage', 'insights', 'activity']) await expectKept(page, `telecom:${key}`)
    await context.setOffline(true)
    const response = await page.reload()
    expect(response?.fromServiceWorker()).toBe(true)
    const its = card(page, label)
    await expect(its).toContainText('Standard')
    await expect(page.getByText(/As of/).first()).toBeVisible()
    await expect(
      page.getByText('changing, testing and showing codes need a connection', { exact: false }),
    ).toBeVisible()
    for (const name of [/^View QR Code/, /^Change Plan/, /^Edit /, /^Delete /])
      await expect(its.getByRole('button', { name })).toBeDisabled()
    await expect(stat(page, 'Network Status').getByRole('button', { name: 'Test' })).toBeDisabled()
    await its.getByRole('button', { name: /^More options/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Suspend' })).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    for (const [name, text] of [
      ['Usage & Billing', 'Billing cycle ends'],
      ['AI Insights', 'fixed rules and forecasts'],
      ['Activity Feed', label],
      ['Network Diagnostics', 'Nothing tested yet'],
    ] as const) {
      await tab(page, name).click()
      await expect(page.getByRole('tabpanel')).toContainText(text)
    }
    await expect(page.getByRole('button', { name: 'Run Diagnostics' })).toBeDisabled()
    await page.getByRole('button', { name: 'Add eSIM Device' }).click()
    await dialog(page).getByLabel('Device Label').fill('Later')
    await expect(button(page, 'Add Device')).toBeDisabled()
    await expect(dialog(page)).toContainText(
      'You are offline. Adding a device needs a connection; what you typed is kept.',
    )
    await expectAccessible(page)
    await context.setOffline(false)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(button(page, 'Add Device')).toBeEnabled()
    await button(page, 'Cancel').click()
  })
  await test.step('a line goes from provisioning to active, suspended and back while the page is open', async () => {
    const loads: string[] = []
    page.on('domcontentloaded', (loaded) => loads.push(loaded.url()))
    await tab(page, 'Connected Devices').click()
    const label = `${MINE}line`
    const { letGo } = await heldAsOrdered(page, label)
    await add(page, label)
    const its = card(page, label)
    await expect(its).toContainText('Provisioning')
    await expect(its).toContainText('Not assigned')
    await its.getByRole('button', { name: /^View QR Code/ }).click()
    await expect(dialog(page)).toContainText('There is no activation code yet')
    letGo()
    // The code appears without a reload, in the open dialog too.
    await expect(dialog(page).getByRole('img', { name: /^QR code/ })).toBeVisible({ timeout: 30_000 })
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(page.getByRole('main').getByText(`${label} is active now.`)).toBeVisible()
    await expect(its.getByText('Active', { exact: true })).toBeVisible()
    await expect(its).toContainText(/\+1\d{10}/)
    await expect(stat(page, 'Active Devices')).toContainText('22 active')

    await choose(page, label, 'Suspend')
    await expect(heading(page, 'Suspend Device')).toBeFocused()
    await button(page, 'Suspend').click()
    await expect(its.getByText('Suspended', { exact: true })).toBeVisible({ timeout: 30_000 })
    await expect(stat(page, 'Active Devices')).toContainText('21 active')
    await choose(page, label, 'Resume')
    await expect(its.getByText('Active', { exact: true })).toBeVisible({ timeout: 30_000 })

    await choose(page, label, 'Show activity')
    await expect(tab(page, 'Activity Feed')).toHaveAttribute('aria-selected', 'true')
    const feed = page.getByRole('list', { name: 'Device activity' })
    await expect(feed.getByRole('listitem').first()).toContainText(label)
    await expect(feed).toContainText('suspended', { ignoreCase: true })
    await tab(page, 'Connected Devices').click()
    await choose(page, label, 'Run diagnostics')
    await expect(page.getByRole('region', { name: 'Network Diagnostics' })).toContainText('dBm')
    expect(loads).toEqual([])
  })
})
