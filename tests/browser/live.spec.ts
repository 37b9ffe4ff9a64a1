import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { addSession } from './support/members.ts'
import { openWallet } from './support/wallet.ts'

/** Sends dollars by a call, as the app does; returns the device time after the server's answer. */
const sends = async (
  request: APIRequestContext,
  handle: string,
  amount: string,
  message: string,
): Promise<number> => {
  const answer = await request.post('/api/wallet/transfer', {
    data: { to_user_identifier: handle, currency: 'USD', amount, message },
    headers: { 'Idempotency-Key': randomUUID(), 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(answer.status()).toBe(201)
  return Date.now()
}

/** Under a second where nothing else runs; beside other walks on a busy machine all three may take two. */
const SOON_MS = 4_000

const lineOf = (page: Page, message: string) =>
  page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem').filter({ hasText: message })

const streamOf = (page: Page) => page.waitForResponse((answer) => answer.url().includes('/api/stream'))

test('money that Katherine sends is on Dorothy’s open wallet at once and is said; a stream that is cut goes on, and nothing is missed; one whose session is over shows nothing', async ({
  page,
  browser,
}, testInfo) => {
  const theirs = await browser.newContext()
  await addSession(theirs, 'Katherine Johnson')
  const katherine = theirs.request
  await test.step('money that Katherine sends is on Dorothy’s open wallet at once, stands out and is said', async () => {
    const stream = streamOf(page)
    await openWallet(page, 'Dorothy Vaughan')
    expect((await stream).fromServiceWorker(), 'the service worker leaves the stream alone').toBe(false)
    await expect(page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem')).not.toHaveCount(0)

    const took: number[] = []
    for (const message of [1, 2, 3].map(() => `Lunch ${randomUUID()}`)) {
      const answered = await sends(katherine, 'dorothy', '12.50', message)
      await expect(lineOf(page, message)).toBeVisible()
      took.push(Date.now() - answered)
      await expect(lineOf(page, message)).toHaveClass(/animate-arrive/)
      await expect(
        page.getByRole('status').filter({ hasText: 'Received from Katherine Johnson (@katherine): $12.50' }),
      ).toHaveCount(1)
    }
    expect(Math.min(...took), `came after ${took.join(', ')} ms`).toBeLessThan(SOON_MS)
    testInfo.annotations.push({
      type: 'ms from the server’s answer to Dorothy’s screen',
      description: took.join(', '),
    })
    await expectAccessible(page)
  })
  await test.step('a stream that is cut goes on after what it said last; nothing is missed', async () => {
    const first = `Before ${randomUUID()}`
    await sends(katherine, 'dorothy', '1.00', first)
    await expect(lineOf(page, first)).toBeVisible()

    await page.context().setOffline(true)
    await expect(page.getByText(/You are offline/i).first()).toBeVisible()
    const missed = `Meanwhile ${randomUUID()}`
    await sends(katherine, 'dorothy', '2.00', missed)
    const again = page.waitForRequest((request) => request.url().includes('/api/stream'))
    await page.context().setOffline(false)
    expect(new URL((await again).url()).searchParams.get('after')).toMatch(/^\d+$/)
    await expect(lineOf(page, missed)).toBeVisible()

    const last = `After ${randomUUID()}`
    await sends(katherine, 'dorothy', '3.00', last)
    await expect(lineOf(page, last)).toBeVisible()
    await theirs.close()
  })
  await test.step('a page whose session is over shows nothing of its member a moment later', async () => {
    // Signed out by a call, not by the page, which learns of it from the stream alone.
    const ended = await page.request.post('/api/logout', { headers: { 'Sec-Fetch-Site': 'same-origin' } })
    expect(ended.ok()).toBe(true)
    await expect(page.getByRole('heading', { name: 'Your Wallet' })).toBeHidden()
  })
})
