import { type Browser, expect, type Page, test, type TestInfo } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { tabTo } from './support/keyboard.ts'
import type { DemoMember } from './support/members.ts'
import {
  balanceCents,
  button,
  dialog,
  expectBalance,
  heading,
  inBothThemes,
  openWallet,
} from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })
// Two members sign in, one after the other.
test.beforeEach(() => test.slow())

const RESPOND = '**/api/wallet/transfer-requests/*/respond'

interface Two {
  readonly asker: DemoMember
  readonly payer: DemoMember
  readonly payerHandle: string
}

const twoOf = ({ project }: TestInfo): Two =>
  project.name === 'phone'
    ? { asker: 'Donald Knuth', payer: 'Radia Perlman', payerHandle: '@radia' }
    : { asker: 'Dorothy Vaughan', payer: 'Barbara Liskov', payerHandle: '@barbara' }

/** The page of somebody else, with a session of its own. */
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

test('approve: reviewed, paid once, both sides see it', async ({ page, browser }, testInfo) => {
  const { asker, message, theirs, incoming } = await asked(page, browser, testInfo, '12.34')
  const cents = await balanceCents(page)
  await expect(incoming).toContainText(`${asker} asks you`)
  await expect(incoming).toContainText('$12.34')
  await expect(incoming).toContainText('Expires')
  await incoming.getByRole('button', { name: /^Approve/ }).click()
  await expect(heading(page, 'Approve Request')).toBeFocused()
  await expect(dialog(page)).toContainText(`To${asker}`)
  await expect(dialog(page)).toContainText('From your USD balance$')
  await button(page, 'Approve & Pay').click()
  await expect(heading(page, 'Request Approved')).toBeFocused()
  await expect(dialog(page)).toContainText(`$12.34 sent to ${asker}`)
  await button(page, 'Done').click()
  await expectBalance(page, cents - 1_234n)
  await expect(incoming).toContainText('Responded')
  await expect(incoming).toContainText('Paid')
  await expect(incoming.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await theirs.reload()
  await expect(card(theirs, 'by you', message)).toContainText('Paid')
  await theirs.context().close()
})

test('decline: no money moves', async ({ page, browser }, testInfo) => {
  const { message, theirs, incoming } = await asked(page, browser, testInfo, '3')
  const cents = await balanceCents(page)
  await incoming.getByRole('button', { name: /^Decline/ }).click()
  await expect(heading(page, 'Decline Request')).toBeFocused()
  await button(page, 'Back').click()
  await expect(incoming.getByRole('button', { name: /^Decline/ })).toBeVisible()
  await incoming.getByRole('button', { name: /^Decline/ }).click()
  await button(page, 'Decline Request').click()
  await expect(heading(page, 'Request Declined')).toBeFocused()
  await button(page, 'Done').click()
  await expect(incoming).toContainText('Declined')
  await expectBalance(page, cents)
  await theirs.reload()
  await expect(card(theirs, 'by you', message)).toContainText('Declined')
  await theirs.context().close()
})

test('cancel: the one who asked takes it back', async ({ page }, testInfo) => {
  const { asker, payerHandle } = twoOf(testInfo)
  const message = `For ${crypto.randomUUID()}`
  await openWallet(page, asker)
  await ask(page, payerHandle, '4', message)
  await page.reload()
  const mine = card(page, 'by you', message)
  await expect(mine).toContainText('Awaiting response')
  await mine.getByRole('button', { name: /^Cancel/ }).click()
  await expect(heading(page, 'Cancel Request')).toBeFocused()
  await button(page, 'Cancel Request').click()
  await expect(heading(page, 'Request Cancelled')).toBeFocused()
  await button(page, 'Done').click()
  await expect(mine).toContainText('Cancelled')
})

test('says that the answer failed, and why; the request stays open', async ({ page, browser }, testInfo) => {
  const { theirs, incoming } = await asked(page, browser, testInfo, '5000')
  await incoming.getByRole('button', { name: /^Approve/ }).click()
  await expect(dialog(page)).toContainText('Your balance is too low')
  await inBothThemes(page, () => expectAccessible(page))
  await button(page, 'Approve & Pay').click()
  await expect(dialog(page).getByRole('alert')).toContainText('Failed to respond to transfer request')
  await expect(dialog(page).getByRole('alert')).toContainText('Insufficient USD balance')
  await inBothThemes(page, () => expectAccessible(page))
  await button(page, 'Try Again').click()
  await expect(heading(page, 'Approve Request')).toBeFocused()
  await button(page, 'Back').click()
  await expect(incoming.getByRole('button', { name: /^Approve/ })).toBeVisible()
  await theirs.context().close()
})

test('a lost reply: paid once, and the dialog finds out', async ({ page, browser, context }, testInfo) => {
  const { theirs, incoming } = await asked(page, browser, testInfo, '2')
  const cents = await balanceCents(page)
  await context.route(RESPOND, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await incoming.getByRole('button', { name: /^Approve/ }).click()
  await button(page, 'Approve & Pay').click()
  await expect(heading(page, 'Request Approved')).toBeVisible()
  await button(page, 'Done').click()
  await expectBalance(page, cents - 200n)
  await theirs.context().close()
})

test('offline answers wait for a connection, and say so', async ({ page, browser, context }, testInfo) => {
  const { theirs, incoming } = await asked(page, browser, testInfo, '2')
  await expect(incoming).toBeVisible()
  await context.setOffline(true)
  await expect(incoming.getByRole('button', { name: /^Approve/ })).toBeDisabled()
  await expect(page.getByRole('region', { name: 'Transfer Requests' })).toContainText('You are offline')
  await context.setOffline(false)
  await expect(incoming.getByRole('button', { name: /^Approve/ })).toBeEnabled()
  await theirs.context().close()
})

test('by keyboard alone, accessible in both themes, and fits a phone', async ({
  page,
  browser,
}, testInfo) => {
  test.slow()
  const { theirs, incoming } = await asked(page, browser, testInfo, '1')
  await expect(incoming).toBeVisible()
  const check = () =>
    inBothThemes(page, async () => {
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    })
  await check()
  await incoming.getByRole('button', { name: /^Approve/ }).focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Approve Request')).toBeFocused()
  await check()
  await expect(button(page, 'Approve & Pay')).toBeEnabled()
  await tabTo(page, button(page, 'Approve & Pay'))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Request Approved')).toBeFocused()
  await check()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await theirs.context().close()
})
