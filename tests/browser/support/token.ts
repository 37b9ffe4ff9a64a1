import { expect, type Locator, type Page, type TestInfo } from '@playwright/test'
import type { DemoMember } from './members.ts'
import { openWallet } from './wallet.ts'

export const panel = (page: Page): Locator => page.getByRole('region', { name: 'YUT Token', exact: true })
export const tab = (page: Page, name: string): Locator => panel(page).getByRole('tab', { name, exact: true })
/** By its element, not its role: while a dialog is open, a toast is hidden from screen readers. */
export const toast = (page: Page, text: string): Locator => page.locator('li', { hasText: text }).first()
/** A notice in the panel, not a toast. */
export const notice = (page: Page, text: string): Locator => panel(page).getByText(text)

/** The member of a project's token tests; no other test changes their tokens or counts their dollars. */
export const holderOf = ({ project }: TestInfo): { member: DemoMember; other: string } =>
  project.name === 'phone'
    ? { member: 'Radia Perlman', other: '@donald' }
    : { member: 'Donald Knuth', other: '@radia' }

export async function openPanel(page: Page, member: DemoMember, tabName?: string): Promise<void> {
  await openWallet(page, member)
  await expect(panel(page).getByText('Governance Power')).toBeVisible()
  if (tabName !== undefined) await tab(page, tabName).click()
}

/** One of the three figures, exactly, in millionths. */
export async function figure(page: Page, name: 'Available' | 'Staked' | 'Governance Power'): Promise<bigint> {
  const value = panel(page).locator('dl > div').filter({ hasText: name }).locator('dd .sr-only')
  const [amount = ''] = (await value.innerText()).split(' ')
  const [whole = '0', fraction = ''] = amount.replaceAll(',', '').split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}

/** Stakes by a call, for tests that need a stake and are not about staking. */
export async function stakeByCall(page: Page, baseURL: string | undefined, amount: string): Promise<void> {
  const answer = await page.request.post('/api/yut/stake', {
    headers: { Origin: baseURL ?? '' },
    data: { amount },
  })
  expect(answer.status()).toBe(201)
}
