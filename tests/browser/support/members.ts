import type { Cookie, Page } from '@playwright/test'
import { openBrowser } from '../../support/browser.ts'

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

/** Session cookies of this worker, by member. */
const sessions = new Map<DemoMember, readonly Cookie[]>()

/** The session alone, for a device that knows nobody. */
export const sessionOf = async (page: Page): Promise<Cookie[]> =>
  (await page.context().cookies()).filter(({ name }) => name.startsWith('youtility'))

/** Goes the way through the identity provider without drawing its pages, and gives the page the session. */
async function signInByCall(page: Page, member: DemoMember, origin: string): Promise<void> {
  const visitor = openBrowser(origin)
  await visitor.signIn(member.split(' ')[0]?.toLowerCase() ?? '')
  // A page on its own way in would put its cookie over this one.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page
    .context()
    .addCookies(
      [...visitor.cookies]
        .filter(([name]) => name.startsWith('youtility'))
        .map(([name, value]) => ({ name, value, url: origin, httpOnly: true, sameSite: 'Lax' })),
    )
  sessions.set(member, await sessionOf(page))
}

/** Signs a member in, anew the first time and whenever a test has ended the session, and opens the page. */
export async function signIn(page: Page, member: DemoMember, to = '/dashboard'): Promise<void> {
  const known = sessions.get(member)
  if (known !== undefined) await page.context().addCookies(known)
  const me = await page.request.get('/api/users/me')
  if (known === undefined || !me.ok()) await signInByCall(page, member, new URL(me.url()).origin)
  await page.goto(to, { waitUntil: 'commit' })
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
