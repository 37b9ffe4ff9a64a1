import { expect, type Locator, type Page, type TestInfo } from '@playwright/test'
import { drawAll, expectAccessible, expectFitsPhone, whileRepainted } from './axe.ts'
import { type DemoMember, signIn } from './members.ts'

export interface Pair {
  readonly sender: DemoMember
  readonly recipient: DemoMember
  /** The recipient's handle. */
  readonly to: string
}

/** Phone and desktop run in parallel on one server: each moves the money of two different members. */
export const pairOf = ({ project }: TestInfo): Pair =>
  project.name === 'phone'
    ? { sender: 'Katherine Johnson', recipient: 'Alan Turing', to: '@alan' }
    : { sender: 'Ada Lovelace', recipient: 'Grace Hopper', to: '@grace' }

export async function openWallet(page: Page, member: DemoMember): Promise<void> {
  await unfoldPanels(page)
  await signIn(page, member, '/wallet')
  await expect(usdBalance(page)).toHaveText(/\$/)
}

export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768

/** Opens all panels of the wallet, which are folded on a phone, from the next load of a page on. */
export const unfoldPanels = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    localStorage.setItem(
      'youtility.wallet-panels',
      'token growth portfolio deposits statements blockchain history',
    ),
  )

/** An action of the wallet that is under More on a phone. */
export async function clickAction(page: Page, name: string): Promise<void> {
  if (!isPhone(page)) return page.getByRole('button', { name }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** What gets the focus back after such an action. */
export const actionButton = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: isPhone(page) ? 'More' : name, exact: true })

/** The whole history, which is in a fold on a phone. */
export async function showAllActivity(page: Page): Promise<Locator> {
  const fold = page.getByRole('button', { name: 'Account Details & History' })
  if (isPhone(page) && (await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
  return page.getByRole('list', { name: 'All activity' })
}

/** The figure of the summary card 'USD Balance'. */
export const usdBalance = (page: Page): Locator =>
  page.getByText('USD Balance', { exact: true }).locator('xpath=../..').getByText(/^\$/)

/** The shown US dollar balance in cents. */
export async function balanceCents(page: Page): Promise<bigint> {
  const text = await usdBalance(page).innerText()
  return BigInt(text.replaceAll(/[$,.]/g, ''))
}

/** Waits until the shown balance is this many cents, without a reload. */
export const expectBalance = (page: Page, cents: bigint): Promise<void> =>
  expect.poll(() => balanceCents(page)).toBe(cents)

export const dialog = (page: Page): Locator => page.getByRole('dialog')
export const heading = (page: Page, name: string): Locator => dialog(page).getByRole('heading', { name })
export const button = (page: Page, name: string): Locator =>
  dialog(page).getByRole('button', { name, exact: true })

export interface Details {
  to: string
  amount: string
  message?: string
}

/** Opens the dialog and fills in its details. */
export async function fillDetails(page: Page, { to, amount, message }: Details): Promise<void> {
  await page.getByRole('button', { name: 'Send Funds' }).click()
  await dialog(page).getByLabel('Send To').fill(to)
  await dialog(page).getByLabel('Amount').fill(amount)
  if (message !== undefined) await dialog(page).getByLabel('Message').fill(message)
}

/** Fills in the dialog and continues to the review. */
export async function goToReview(page: Page, details: Details): Promise<void> {
  await fillDetails(page, details)
  await button(page, 'Continue').click()
  await expect(heading(page, 'Confirm Transfer')).toBeVisible()
}

/** Everything that this browser stores, as text. */
export const keptData = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const kept: unknown[] = [Object.entries(sessionStorage), Object.entries(localStorage)]
    for (const { name } of await indexedDB.databases()) {
      const opening = indexedDB.open(name ?? '')
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(new Error(`cannot open ${name}`)))
      })
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll()
        kept.push(await new Promise((resolve) => all.addEventListener('success', () => resolve(all.result))))
      }
      database.close()
    }
    return JSON.stringify(kept)
  })

/**
 * Waits until the answer of this key is stored on the device. That is a moment after it is shown: a page that is left
 * at once does not have it when it is opened offline.
 */
export const expectKept = (page: Page, key: string): Promise<void> =>
  expect.poll(async () => (await keptData(page)).includes(`"${key}"`), `${key} is kept`).toBe(true)

/** Names of the databases and of the storage entries that belong to a member. */
export const keptNames = (page: Page): Promise<string[]> =>
  page.evaluate(async () => [
    ...(await indexedDB.databases()).map(({ name }) => `database ${name}`),
    ...Object.keys(sessionStorage).filter((key) => key.startsWith('m:')),
    ...Object.keys(localStorage).filter((key) => key.startsWith('m:') || key === 'youtility.member'),
  ])

const paint = (page: Page, theme: string): Promise<void> =>
  page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name
  }, theme)

/** Runs a check in both themes, first in the one that is shown, which is restored at the end. */
export async function inBothThemes(page: Page, check: () => Promise<void>): Promise<void> {
  await drawAll(page)
  const shown = await page.evaluate(() => document.documentElement.dataset['theme'] ?? 'light')
  await check()
  await paint(page, shown === 'light' ? 'dark-violet' : 'light')
  // Everything except the colours has been checked already.
  await whileRepainted(page, check)
  await paint(page, shown)
}

/** What is shown now is accessible in both themes, and fits the narrowest phone. */
export async function expectLooksRight(page: Page): Promise<void> {
  await inBothThemes(page, () => expectAccessible(page))
  await expectFitsPhone(page)
}

/** On a phone, where withdrawing stands first under More. */
export async function openWithdrawal(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Withdraw', exact: true }).click()
  await expect(heading(page, 'Withdraw')).toBeFocused()
}

/** In the dialog of a withdrawal, at a new account: fills in and saves it. */
export async function fillBankAccount(page: Page, number: string): Promise<void> {
  await dialog(page).getByLabel('Routing number').fill('110000000')
  await expect(dialog(page).getByText('Sandbox Test Bank')).toBeVisible()
  await dialog(page).getByLabel('Account number').fill(number)
  await button(page, 'Save Account').click()
  await expect(heading(page, 'Withdraw')).toBeFocused()
}

/** From the open form of a withdrawal to its receipt, to the account with these last digits. */
export async function withdrawTo(
  page: Page,
  { amount, last4 }: { readonly amount: string; readonly last4: string },
  atReview: () => Promise<void> = async () => {},
): Promise<void> {
  await dialog(page)
    .getByRole('radio', { name: new RegExp(last4) })
    .check()
  await dialog(page).getByLabel('Amount').fill(amount)
  await button(page, 'Continue').click()
  await expect(heading(page, 'Confirm Withdrawal')).toBeFocused()
  await expect(dialog(page)).toContainText(last4)
  await atReview()
  await button(page, 'Withdraw Now').click()
  await expect(heading(page, 'Withdrawal Requested')).toBeFocused()
}
