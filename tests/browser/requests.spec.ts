import { type Browser, expect, type Page, test, type TestInfo } from '@playwright/test'
import { tabTo } from './support/keyboard.ts'
import type { DemoMember } from './support/members.ts'
import { lookAgain, visit } from './support/pages.ts'
import {
  balanceCents,
  button,
  dialog,
  expectBalance,
  expectLooksRight,
  heading,
  openWallet,
} from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })
// Two members sign in, one after the other.
test.beforeEach(() => test.slow())

interface Two {
  readonly asker: DemoMember
  readonly payer: DemoMember
  readonly payerHandle: string
}

const twoOf = ({ project }: TestInfo): Two =>
  project.name === 'phone'
    ? { asker: 'Donald Knuth', payer: 'Radia Perlman', payerHandle: '@radia' }
    : { asker: 'Dorothy Vaughan', payer: 'Barbara Liskov', payerHandle: '@barbara' }

/** The page of another member, with a separate session. */
async function another(browser: Browser, testInfo: TestInfo, member: DemoMember): Promise<Page> {
  const { viewport } = testInfo.project.use
  const context = await browser.newContext({ serviceWorkers: 'block', ...(viewport ? { viewport } : {}) })
  const page = await context.newPage()
  await openWallet(page, member)
  return page
}

async function ask(page: Page, from: string, dollars: string, message: string): Promise<void> {
  const answer = await page.request.post('/api/wallet/request-transfer', {
    data: { from_user_identifier: from, amount: dollars, message },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  })
  expect(answer.status(), await answer.text()).toBe(201)
}

const card = (page: Page, list: 'to you' | 'by you', message: string) =>
  page
    .getByRole('list', { name: `Requests ${list}` })
    .getByRole('listitem')
    .filter({ hasText: message })

/** Asks for money and opens the payer's wallet. */
async function asked(page: Page, browser: Browser, testInfo: TestInfo, dollars: string) {
  const two = twoOf(testInfo)
  const message = `For ${crypto.randomUUID()}`
  const theirs = await another(browser, testInfo, two.asker)
  await ask(theirs, two.payerHandle, dollars, message)
  await openWallet(page, two.payer)
  return { ...two, message, theirs, incoming: card(page, 'to you', message) }
}

test('a request is approved by keyboard and paid once, declined, or taken back; both sides see it', async ({
  page,
  browser,
}, testInfo) => {
  const { asker, payerHandle, message, theirs, incoming } = await asked(page, browser, testInfo, '12.34')

  await test.step('approve: reviewed, paid once, both sides see it', async () => {
    const cents = await balanceCents(page)
    await expect(incoming).toContainText(`${asker} asks you$12.34@`)
    await expect(incoming).toContainText('Expires')
    await expectLooksRight(page)
    await incoming.getByRole('button', { name: /^Approve/ }).focus()
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Approve Request')).toBeFocused()
    await expect(dialog(page)).toContainText(`To${asker}`)
    await expect(dialog(page)).toContainText('From your USD balance$')
    await expectLooksRight(page)
    await expect(button(page, 'Approve & Pay')).toBeEnabled()
    await tabTo(page, button(page, 'Approve & Pay'))
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Request Approved')).toBeFocused()
    await expect(dialog(page)).toContainText(`$12.34 sent to ${asker} (@`)
    await expectLooksRight(page)
    await button(page, 'Done').click()
    await expectBalance(page, cents - 1_234n)
    await expect(incoming).toContainText('Responded')
    await expect(incoming).toContainText('Paid')
    await expect(incoming.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
    await lookAgain(theirs)
    await expect(card(theirs, 'by you', message)).toContainText('Paid')
  })

  await test.step('decline: no money moves', async () => {
    const cents = await balanceCents(page)
    const refused = `For ${crypto.randomUUID()}`
    await ask(theirs, payerHandle, '3', refused)
    await lookAgain(page)
    const theirWish = card(page, 'to you', refused)
    await theirWish.getByRole('button', { name: /^Decline/ }).click()
    await expect(heading(page, 'Decline Request')).toBeFocused()
    await button(page, 'Back').click()
    await expect(theirWish.getByRole('button', { name: /^Decline/ })).toBeVisible()
    await theirWish.getByRole('button', { name: /^Decline/ }).click()
    await button(page, 'Decline Request').click()
    await expect(heading(page, 'Request Declined')).toBeFocused()
    await button(page, 'Done').click()
    await expect(theirWish).toContainText('Declined')
    await expectBalance(page, cents)
    await lookAgain(theirs)
    await expect(card(theirs, 'by you', refused)).toContainText('Declined')
  })

  await test.step('cancel: the one who asked takes it back', async () => {
    const taken = `For ${crypto.randomUUID()}`
    await ask(theirs, payerHandle, '4', taken)
    await lookAgain(theirs)
    const mine = card(theirs, 'by you', taken)
    await expect(mine).toContainText('Awaiting response')
    await mine.getByRole('button', { name: /^Cancel/ }).click()
    await expect(heading(theirs, 'Cancel Request')).toBeFocused()
    await button(theirs, 'Cancel Request').click()
    await expect(heading(theirs, 'Request Cancelled')).toBeFocused()
    await button(theirs, 'Done').click()
    await expect(mine).toContainText('Cancelled')
  })

  await test.step('block: what they ask is gone and they find nobody, until they are unblocked', async () => {
    const unwanted = `For ${crypto.randomUUID()}`
    await ask(theirs, payerHandle, '5', unwanted)
    await lookAgain(page)
    const theirWish = card(page, 'to you', unwanted)
    await theirWish.getByRole('button', { name: /^Block/ }).click()
    await expect(dialog(page).getByRole('heading', { name: /^Block .+\(@.+\)\?$/ })).toBeFocused()
    await expectLooksRight(page)
    await button(page, 'Block').click()
    await expect(page.getByText('is blocked.').first()).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await expect(theirWish).toHaveCount(0)
    const found = () => theirs.request.get(`/api/members/lookup?identifier=${payerHandle}`)
    expect((await found()).status()).toBe(404)
    await visit(page, '/profile')
    const blocked = page.getByRole('region', { name: 'Blocked members' })
    await blocked.getByRole('button', { name: /^Unblock/ }).click()
    await expect(blocked).toContainText('You have blocked nobody')
    // What it says covers a part of a control for five seconds, which is too small then.
    await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0, { timeout: 20_000 })
    await expectLooksRight(page)
    expect((await found()).status()).toBe(200)
  })
  await theirs.context().close()
})
