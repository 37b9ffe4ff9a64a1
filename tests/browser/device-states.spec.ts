import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { acceptUpdate, openDeployment } from './support/deployment.ts'
import { addSession, chooseMember } from './support/members.ts'
import { lookAgain } from './support/pages.ts'
import {
  button,
  dialog,
  fillDetails,
  goToReview,
  heading,
  keptNames,
  openWallet,
  pairOf,
  usdBalance,
} from './support/wallet.ts'

const drafts = async (page: Page) => (await keptNames(page)).filter((name) => name.endsWith(':send'))

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a session that ends at a review: the draft waits for the same member, and for nobody else', async ({
    page,
    context,
  }, testInfo) => {
    const { sender, recipient, to } = pairOf(testInfo)
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/wallet/transfer'))
        keys.push(request.headers()['idempotency-key'])
    })
    await openWallet(page, sender)
    await goToReview(page, { to, amount: '1.25', message: 'Kept' })
    // The session ends under way, so that hardly another request hears of it before the transfer does.
    await page.route(
      '**/api/wallet/transfer',
      async (route) => {
        await context.clearCookies()
        await route.continue()
      },
      { times: 1 },
    )
    await button(page, 'Send Transfer').click()
    await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible()
    await expect(page.getByText('Your session has ended, and nothing was sent after that.')).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page.getByText('$1.25')).toHaveCount(0)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Sign In to Continue' }).click()
    await chooseMember(page, sender)
    // Where another request heard first that the session is over, nobody was there to hear the transfer's answer: it is
    // asked for now, and the transfer was not made.
    // Where another request heard of the end first, nobody heard the transfer's answer: it was asked for, and it is said
    // that nothing was sent.
    const goOn = page.getByRole('button', { name: /^(?:Continue|Send again)$/ })
    const isAsked = (await goOn.innerText()) === 'Send again'
    if (isAsked) await expect(dialog(page)).toContainText('$1.25')
    expect(keys).toHaveLength(1)
    await goOn.click()
    if (!isAsked) {
      await expect(heading(page, 'Confirm Transfer')).toBeVisible()
      await expect(page).toHaveURL('/wallet')
      await expect(dialog(page)).toContainText('$1.25')
      await button(page, 'Send Transfer').click()
    }
    await expect(heading(page, 'Transfer Sent')).toBeVisible()
    // Both requests have the key of the first review, so the transfer is made once.
    expect(keys).toEqual([keys[0], keys[0]])
    await button(page, 'Done').click()

    await fillDetails(page, { to, amount: '3.75' })
    await context.clearCookies()
    await lookAgain(page)
    await expect(page.getByRole('button', { name: 'Remove What Is Kept' })).toBeVisible()
    expect(await drafts(page)).toHaveLength(1)
    // Another member signs in in another tab: this tab becomes theirs, without the draft.
    const other = await context.newPage()
    await other.goto('/wallet')
    await chooseMember(other, recipient)
    await other.waitForURL('**/dashboard')
    await expect(usdBalance(page)).toBeVisible()
    await expect(page.getByRole('link', { name: recipient.split(' ')[0] ?? '' })).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    expect(await drafts(page)).toEqual([])
  })

  test('a device that loses, refuses or has no room for what is saved, and one whose clock is wrong', async ({
    page,
    context,
    browser,
    baseURL,
  }, testInfo) => {
    const { sender } = pairOf(testInfo)
    const origin = new URL(baseURL ?? '').origin
    const devtools = await context.newCDPSession(page)
    await openWallet(page, sender)
    const balance = await usdBalance(page).innerText()

    await test.step('the browser removes everything under an open page', async () => {
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,local_storage' })
      await lookAgain(page)
      await expect(page.getByText('This browser has removed what was saved on this device.')).toBeVisible()
      await expect(usdBalance(page)).toHaveText(balance)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Keep it from now on' }).click()
      await expect
        .poll(async () => (await keptNames(page)).join(' '))
        .toMatch(/database m:.*youtility\.member/)
      await page.reload()
      await expect(usdBalance(page)).toHaveText(balance)
      await expect(page.getByText('This browser has removed')).toHaveCount(0)
    })

    await test.step('there is no room', async () => {
      // A separate context, since a browser caches how much space is free.
      const full = await browser.newContext()
      const cramped = await full.newPage()
      const theirs = await full.newCDPSession(cramped)
      await theirs.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
      await openWallet(cramped, sender)
      await expect(cramped.getByText('This device has no room left.')).toBeVisible()
      await expect(usdBalance(cramped)).toHaveText(balance)
      await full.close()
    })

    await test.step('nothing may be saved, and the clock is wrong', async () => {
      const bare = await context.newPage()
      await bare.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        }
      })
      await bare.clock.setSystemTime(Date.now() + 3 * 3_600_000)
      await bare.goto('/wallet')
      await expect(usdBalance(bare)).toHaveText(balance)
      await expect(bare.getByText('Nothing can be saved on this device now.')).toBeVisible()
      await expect(bare.getByText('The clock of this device is 3 hours ahead of ours.')).toBeVisible()
      await context.setOffline(true)
      await expect(bare.getByText('nothing could be saved on this device. You can look')).toBeVisible()
      await expect(usdBalance(bare)).toHaveText(balance)
      await expect(bare.getByText(/As of .*h ago/)).toHaveCount(0)
      await context.setOffline(false)
    })
  })
})

test('an update in the middle of a dialog waits, and the dialog goes on after it', async ({
  page,
  context,
  baseURL,
}, testInfo) => {
  const { sender, to } = pairOf(testInfo)
  const deployment = await openDeployment(baseURL ?? '')
  try {
    await addSession(context, sender)
    await page.goto(`${deployment.url}/wallet`)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await goToReview(page, { to, amount: '1.50' })
    await page.evaluate(() => Object.assign(globalThis, { before: true }))
    const other = await context.newPage()
    await other.goto(`${deployment.url}/`)
    deployment.publish()
    await other.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update()
    })
    await acceptUpdate(other)
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    // The new version has taken over, but the member is asked only when the dialog is closed.
    await expect(heading(page, 'Confirm Transfer')).toBeVisible()
    await expect(page.getByText(/A new version is ready|This page is out of date/)).toHaveCount(0)
    expect(await page.evaluate(() => 'before' in globalThis)).toBe(true)
    await page.reload()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(heading(page, 'Confirm Transfer')).toBeVisible()
    await expect(dialog(page)).toContainText('$1.50')
    await button(page, 'Back').click()
    await expect(heading(page, 'Send Funds')).toBeVisible()
  } finally {
    await deployment.close()
  }
})
