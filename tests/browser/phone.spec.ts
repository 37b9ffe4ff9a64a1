import { expect, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { scriptWith } from './support/built.ts'
import { addSession } from './support/members.ts'
import { HEADINGS, visit } from './support/pages.ts'

test.use({ serviceWorkers: 'block' })

test('on a phone the bar at the foot leads everywhere, is accessible, and the pages fit; the wallet shows first what is needed first', async ({
  page,
  context,
}) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await addSession(context, 'Ada Lovelace')
  await test.step('a tap on MORE before its links have come opens them as they come', async () => {
    const asked = Promise.withResolvers<() => void>()
    const links = `**${await scriptWith('opensAtOnce', 'Sign out', '/help')}`
    await page.route(links, (route) => asked.resolve(() => void route.continue()))
    await page.goto('/')
    const proceed = await asked.promise
    await page.getByRole('button', { name: 'MORE' }).click()
    proceed()
    await expect(page.getByRole('menuitem', { name: 'Contacts' })).toBeFocused()
    await page.unroute(links)
    await page.keyboard.press('Escape')
  })
  await test.step('the bar at the foot leads everywhere, is accessible, and the pages fit', async () => {
    await page.goto('/')
    for (const [link, path] of [
      ['DASHBOARD', '/dashboard'],
      ['WALLET', '/wallet'],
      ['POOLS', '/investments'],
      ['HOME', '/'],
    ] as const) {
      await page.locator('nav[aria-label="Main"]:visible').getByRole('link', { name: link }).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADINGS[path] ?? '')
      await expectNoSidewaysScroll(page)
    }
    await test.step('axe on the bar', () => expectAccessible(page))
    const bar = page.locator('nav[aria-label="Main"]:visible')
    for (const [name, heading] of [
      ['Contacts', HEADINGS['/tellepathy']],
      ['Devices', HEADINGS['/devices']],
      ['Help', 'Help'],
    ] as const) {
      await bar.getByRole('button', { name: 'MORE' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '')
      await expectNoSidewaysScroll(page)
    }
    await bar.getByRole('button', { name: 'MORE' }).click()
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(
      page
        .getByRole('banner')
        .getByRole('button')
        .or(page.getByRole('banner').getByRole('link', { name: /Ada|Notifications/ })),
    ).toHaveCount(3)
    for (const path of ['/tellepathy', '/devices', '/profile', '/did']) {
      await visit(page, path)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expectNoSidewaysScroll(page)
    }
  })
  await test.step('a contact is a row of 72 px; a tap on it shows the contact', async () => {
    await visit(page, '/tellepathy')
    const row = page.getByRole('table', { name: 'Contacts' }).getByRole('row').nth(1)
    await expect(row.getByRole('rowheader')).toBeVisible()
    expect((await row.boundingBox())?.height).toBe(72)
    await row.getByRole('rowheader').click({ force: true })
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Edit' })).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('in a window as low as at 400 % zoom the header and the bar scroll away', async () => {
    await page.setViewportSize({ width: 320, height: 225 })
    await visit(page, '/dashboard')
    await page.evaluate(() => window.scrollTo(0, 400))
    await expect(page.locator('header')).not.toBeInViewport()
    await expect(page.locator('nav[aria-label="Main"]:visible')).not.toBeInViewport()
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 390, height: 844 })
  })
  await test.step('the wallet’s first screen: the balance, four actions, five movements; the panels stay as they were left', async () => {
    await page.goto('/wallet')
    const recent = page.getByRole('list', { name: 'Recent activity' })
    await expect(recent.getByRole('listitem').first()).toBeInViewport()
    await expect(recent.getByRole('listitem')).toHaveCount(5)
    for (const name of ['Send Funds', 'Request', 'Add Funds', 'More'])
      await expect(page.getByRole('main').getByRole('button', { name, exact: true })).toBeInViewport()
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
    for (const name of ['Withdraw', 'Split a bill', 'Payment Link', 'Send Any Currency', 'Add USD'])
      await expect(page.getByRole('menuitem', { name })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Request', exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'Request Funds' })).toBeFocused()
    await page.keyboard.press('Escape')
    const panel = (name: string) => page.getByRole('button', { name, exact: true })
    for (const name of ['YUT Token', 'Portfolio Growth', 'Portfolio', 'Recent Transactions', 'Statements'])
      await expect(panel(name)).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByRole('region', { name: 'Portfolio', exact: true })).toHaveCount(0)
    await panel('Portfolio').press('Enter')
    await expect(panel('Portfolio')).toBeFocused()
    const history = page.getByRole('list', { name: 'All activity' })
    await expect(history).toHaveCount(0)
    await page.getByRole('button', { name: 'Transaction History' }).click()
    await expect(page.getByRole('heading', { name: 'All activity' })).toBeFocused()
    await expect(history.getByRole('listitem').first()).toBeVisible()
    await page.reload()
    await expect(panel('Portfolio')).toHaveAttribute('aria-expanded', 'true')
    await expect(history.getByRole('listitem').first()).toBeVisible()
    await panel('Portfolio').press('Enter')
    await expect(page.getByRole('region', { name: 'Portfolio', exact: true })).toHaveCount(0)
    await page.goto('/wallet?token=stake')
    await expect(panel('YUT Token')).toHaveAttribute('aria-expanded', 'true')
  })
})
