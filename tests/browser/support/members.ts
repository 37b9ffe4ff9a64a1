import type { Page } from '@playwright/test'

export type DemoMember =
  | 'Ada Lovelace'
  | 'Grace Hopper'
  | 'Katherine Johnson'
  | 'Alan Turing'
  | 'Margaret Hamilton'
  | 'Edsger Dijkstra'
  | 'Dorothy Vaughan'
  | 'Barbara Liskov'
  | 'Donald Knuth'
  | 'Radia Perlman'

/** Signs in as a member does: SIGN IN, their name at the identity provider, and back to the dashboard. */
export async function signIn(page: Page, member: DemoMember): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'SIGN IN' }).click()
  await chooseMember(page, member)
  await page.waitForURL('**/dashboard')
}

/** At the development identity provider: the button with the member's name. */
export async function chooseMember(page: Page, member: DemoMember): Promise<void> {
  await page.getByRole('button', { name: new RegExp(member) }).click()
}
