import type { Cookie, Page } from '@playwright/test'

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

/** Session cookies of this worker, by member: the way through the identity provider takes seconds. */
const sessions = new Map<DemoMember, readonly Cookie[]>()

/** The session alone, for a device that knows nobody. */
export const sessionOf = async (page: Page): Promise<Cookie[]> =>
  (await page.context().cookies()).filter(({ name }) => name.startsWith('youtility'))

/** Signs a member in, by hand the first time and whenever a test has ended the session, and opens the page. */
export async function signIn(page: Page, member: DemoMember, to = '/dashboard'): Promise<void> {
  const known = sessions.get(member)
  if (known !== undefined) {
    await page.context().addCookies(known)
    const me = await page.request.get('/api/users/me')
    if (me.ok()) {
      await page.goto(to, { waitUntil: 'commit' })
      return
    }
    await page.context().clearCookies()
  }
  await signInByHand(page, member)
  sessions.set(member, await sessionOf(page))
  if (to !== '/dashboard') await page.goto(to, { waitUntil: 'commit' })
}

/** Signs in as a member does: SIGN IN, their name at the identity provider, and back to the dashboard. */
export async function signInByHand(page: Page, member: DemoMember): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: /^(?:SIGN IN|ANMELDEN)$/ }).click()
  await chooseMember(page, member)
  await page.waitForURL('**/dashboard')
}

/** At the development identity provider: the button with the member's name. */
export async function chooseMember(page: Page, member: DemoMember): Promise<void> {
  await page.getByRole('button', { name: new RegExp(member) }).click()
}
