import { expect, type Locator, type Page } from '@playwright/test'
import { addDays } from '../../../events/calendar.ts'
import { operations } from '../../../api/contract/operations.ts'
import type { Bill } from '../../../api/contract/bills.ts'
import type { Pool } from '../../../api/contract/pools.ts'
import { type DemoMember, signIn } from './members.ts'
import { WalletOverview } from '../../../api/contract/wallet.ts'
import { button, dialog } from './wallet.ts'

/** Opens a member's pools page and waits for its pools. */
export async function openPools(page: Page, member: DemoMember): Promise<void> {
  await signIn(page, member, '/investments')
  await expect(pools(page).first()).toBeVisible()
}

const list = (page: Page): Locator => page.getByRole('region', { name: 'Your pools' }).getByRole('list')
export const pools = (page: Page): Locator => list(page).locator('> li')
export const poolCard = (page: Page, name: string): Locator =>
  pools(page).filter({ has: page.getByRole('heading', { name, exact: true }) })

/** Chooses an entry of a pool's menu. */
export async function fromMenu(page: Page, pool: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${pool}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Presses the review's button, which is enabled after a moment. */
export async function agree(page: Page, name: string): Promise<void> {
  await expect(button(page, name)).toBeEnabled()
  await button(page, name).click()
}

/** Opens the form of a new pool and fills it in. */
export async function fillPool(page: Page, name: string, dollars = '100'): Promise<void> {
  await page.getByRole('button', { name: 'Create Pool', exact: true }).first().click()
  await dialog(page).getByLabel('Pool Name').fill(name)
  await dialog(page).getByRole('textbox', { name: 'Initial Investment' }).fill(dollars)
}

const get = async (page: Page, path: string): Promise<unknown> => {
  const answer = await page.request.get(path)
  expect(answer.status()).toBe(200)
  return answer.json()
}

/** The server's business day, and whether it is the real one. */
const todayOf = async (page: Page): Promise<{ day: string; isReal: boolean }> => {
  const answer = await page.request.get('/api/investments/pools')
  const shift = Number(answer.headers()['clock-shift-ms'] ?? 0)
  return { day: new Date(Date.now() + shift).toISOString().slice(0, 10), isReal: shift === 0 }
}

export const poolsOf = async (page: Page): Promise<readonly Pool[]> =>
  operations.listPools.response.parse(await get(page, '/api/investments/pools')).pools
export const billsOf = async (page: Page): Promise<readonly Bill[]> =>
  operations.listBills.response.parse(await get(page, '/api/bills')).bills

/** Waits until the member has the interest of every day by which the clock was moved forward. */
const earned = async (page: Page): Promise<void> => {
  const today = await todayOf(page)
  if (today.isReal) return
  const newest = async () => {
    const answer = await get(page, '/api/wallet/transactions?kind=interest&limit=1')
    const [line] = operations.listTransactions.response.parse(answer).transactions
    return line?.occurred_at.slice(0, 10) ?? ''
  }
  await expect.poll(newest).toBe(today.day)
}

/** The member's USD balance in cents. */
export const usdCents = async (page: Page): Promise<number> => {
  await earned(page)
  return WalletOverview.parse(await get(page, '/api/wallet')).treasury_account?.balance.cash.usd ?? 0
}

/** A change by a call, for tests that are not about it. */
export async function change(page: Page, method: 'POST' | 'PUT', path: string, data?: object): Promise<void> {
  const { origin } = new URL(page.url())
  const answer = await page.request.fetch(path, {
    method,
    headers: { Origin: origin, 'Idempotency-Key': crypto.randomUUID() },
    ...(data === undefined ? {} : { data }),
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Has `move` move the clock forward; waits until it is there, which may be after the answer, and pools are valued up to then. */
export async function moved(page: Page, days: number, move: () => Promise<void>): Promise<void> {
  const { day: before } = await todayOf(page)
  await move()
  await expect
    .poll(async () => (await todayOf(page)).day >= addDays(before, days), { timeout: 60_000 })
    .toBe(true)
  await valued(page)
}

/** Has the clock moved forward; it may be there only after the answer. */
export const passDays = (page: Page, days: number): Promise<void> =>
  change(page, 'POST', '/api/sandbox/clock/advance', { days })

/** Moves the clock forward and waits until the member's pools are valued up to then. */
export const advance = (page: Page, days: number): Promise<void> =>
  moved(page, days, () => passDays(page, days))

/** Waits until the member's pools are valued up to the server's day. */
export async function valued(page: Page): Promise<void> {
  const { day } = await todayOf(page)
  await expect
    .poll(
      async () => (await poolsOf(page)).every((pool) => pool.status === 'closed' || pool.valued_on >= day),
      { timeout: 45_000 },
    )
    .toBe(true)
}

const isOpen = ({ status }: Bill): boolean => status === 'issued' || status === 'past_due'

/** An unpaid bill; stops the member's pool from paying bills, and moves the clock forward until there is one. */
export async function openBill(page: Page): Promise<Bill> {
  const [pool] = await poolsOf(page)
  await change(page, 'PUT', `/api/investments/pools/${pool?.id}/settings`, {
    auto_bill_payment_enabled: false,
  })
  for (;;) {
    const bill = (await billsOf(page)).find(isOpen)
    if (bill !== undefined) return bill
    await advance(page, 7)
  }
}

export const billsCard = (page: Page): Locator => page.getByRole('region', { name: 'Bills', exact: true })
export const billLine = (page: Page, text: string | RegExp): Locator =>
  billsCard(page).getByRole('list', { name: 'Bills' }).getByRole('listitem').filter({ hasText: text })
