import { expect, type Locator, type Page } from '@playwright/test'
import { circlesOf, fillBook } from './support/contacts.ts'
import { signIn } from './support/members.ts'
import { test } from './support/own-server.ts'
import { advance, billLine, billsOf, change, poolsOf } from './support/pools.ts'
import { button, dialog, heading } from './support/wallet.ts'

test.use({
  serviceWorkers: 'block',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})

const TAPS_MAX = 4
const MONTHS_MAX = 12
/** Of the pools’ page at first. */
const BILLS_SHOWN = 4

/** Opens the wallet and counts the taps from there on buttons, links and choices; typing is not counted. */
const fromWallet = async (
  page: Page,
  walk: (tap: (target: Locator) => Promise<void>) => Promise<void>,
): Promise<void> => {
  await page.goto('/wallet')
  let taps = 0
  await walk(async (target) => {
    taps += 1
    await target.click({ timeout: 30_000 })
  })
  expect(taps).toBeLessThanOrEqual(TAPS_MAX)
}

const action = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('button', { name, exact: true })
const link = (page: Page, name: string): Locator =>
  page.getByRole('link', { name }).filter({ visible: true }).first()
/** The newest bill that is paid, in the list of the pools' page. */
const paidBill = (page: Page): Locator =>
  billLine(page, /Paid by/)
    .first()
    .getByRole('button')
    .first()

test('what members do most takes at most four taps from the wallet', async ({ page }) => {
  test.setTimeout(240_000)
  await test.step('given a bill that a pool has paid, three people in a circle, and a payment', async () => {
    await signIn(page, 'Ada Lovelace', '/wallet')
    await expect(page.getByRole('heading', { level: 1, name: 'Your Wallet' })).toBeVisible()
    // Other walks on this server have switched it off.
    const pool = (await poolsOf(page)).find(({ pool_name }) => pool_name === 'Phone bill pool')
    await change(page, 'PUT', `/api/investments/pools/${pool?.id}/settings`, {
      auto_bill_payment_enabled: true,
    })
    for (let months = 0; months < MONTHS_MAX; months += 1) {
      if ((await billsOf(page)).slice(0, BILLS_SHOWN).some(({ status }) => status === 'paid')) break
      await advance(page, 30)
    }
    await fillBook(page, [
      { name: 'Grace Hopper', handle: '@grace' },
      { name: 'Alan Turing', handle: '@alan' },
      { name: 'Katherine Johnson', handle: '@katherine' },
    ])
    await change(page, 'POST', '/api/contact-circles', { name: 'Flat', color: '#8b5cf6' })
    const circle = (await circlesOf(page)).find(({ name }) => name === 'Flat')
    const { contacts } = await (await page.request.get('/api/contacts')).json()
    await change(page, 'POST', `/api/contact-circles/${circle?.id}/members/batch`, {
      contact_ids: contacts.map(({ id }: { id: string }) => id),
    })
  })
  await test.step('sending to a contact', () =>
    fromWallet(page, async (tap) => {
      await tap(action(page, 'Send Funds'))
      await dialog(page).getByLabel('Send To').fill('Grace Hopper')
      await dialog(page).getByLabel('Amount').fill('12.50')
      await tap(button(page, 'Continue'))
      await tap(button(page, 'Send Transfer'))
      await expect(heading(page, 'Transfer Sent')).toBeVisible()
    }))
  await test.step('last month’s phone bill, and which pool paid it', () =>
    fromWallet(page, async (tap) => {
      await tap(link(page, 'POOLS'))
      await tap(paidBill(page))
      await expect(dialog(page).getByRole('heading', { level: 2 })).toHaveText(/^Tellepathy, /)
      await expect(dialog(page).getByRole('heading', { name: 'Who paid what' })).toBeVisible()
      await expect(dialog(page)).toContainText('Phone bill pool')
    }))
  await test.step('asking the three people of a circle for $20 each', () =>
    fromWallet(page, async (tap) => {
      await tap(action(page, 'More'))
      await tap(page.getByRole('menuitem', { name: 'Split a bill' }))
      await tap(dialog(page).getByRole('button', { name: 'Flat' }))
      await dialog(page).getByLabel('Amount for each').fill('20')
      await tap(button(page, 'Ask 3 people'))
      await expect(dialog(page).getByText('Asked for $20.00')).toHaveCount(3)
    }))
  await test.step('asking three people who are in no circle for $20 each', () =>
    fromWallet(page, async (tap) => {
      await tap(action(page, 'More'))
      await tap(page.getByRole('menuitem', { name: 'Split a bill' }))
      await tap(dialog(page).getByLabel('Search contacts'))
      // A payee, a contact, and a handle that is written down nowhere.
      for (const person of ['Grace Hopper', 'Alan', '@radia']) {
        await page.keyboard.type(person)
        await page.keyboard.press('Enter')
      }
      await page.keyboard.press('Enter')
      await page.keyboard.type('20')
      await tap(button(page, 'Ask 3 people'))
      await expect(dialog(page).getByText('Asked for $20.00')).toHaveCount(3)
      await expect(dialog(page)).toContainText('Radia Perlman (@radia)')
    }))
  await test.step('reporting a wrong payment', () =>
    fromWallet(page, async (tap) => {
      await tap(
        page.getByRole('list', { name: 'Recent activity' }).getByRole('link', { name: /^Sent to Grace/ }),
      )
      await tap(action(page, 'Something is wrong'))
      await dialog(page).getByLabel('What happened').fill('It was 2.50, not 12.50.')
      await tap(button(page, 'Report'))
      await expect(page.getByText('You reported this on')).toBeVisible()
    }))
})
