import type { BrowserContext, Cookie, Page } from '@playwright/test'
import { FRESH_SIGN_IN_MINUTES } from '../../../api/contract/security.ts'
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

/** A session is used again while what asks for a fresh sign-in still lets its walk do so. */
const REUSED_MS = (FRESH_SIGN_IN_MINUTES * 60_000) / 2

/** Sessions of this worker, by member: their cookies, and when they signed in. */
const sessions = new Map<DemoMember, { readonly cookies: readonly Cookie[]; readonly at: number }>()

/** Only the session cookies, for a device without other data. */
export const sessionOf = async (context: BrowserContext): Promise<Cookie[]> =>
  (await context.cookies()).filter(({ name }) => name.startsWith('youtility'))

/** Signs in through the identity provider without drawing its pages, and adds the session to the browser. */
async function signInByCall(context: BrowserContext, member: DemoMember, origin: string): Promise<void> {
  const visitor = openBrowser(origin)
  await visitor.signIn(member.split(' ')[0]?.toLowerCase() ?? '')
  // A page that signs in by itself would overwrite this cookie.
  for (const page of context.pages()) await page.goto('about:blank')
  await context.clearCookies()
  await context.addCookies(
    [...visitor.cookies]
      .filter(([name]) => name.startsWith('youtility'))
      .map(([name, value]) => ({ name, value, url: origin, httpOnly: true, sameSite: 'Lax' })),
  )
  sessions.set(member, { cookies: await sessionOf(context), at: Date.now() })
}

/**
 * Adds a member's session without opening a page: for calls, and for a page that is opened later. Signs in the first
 * time, and whenever a test has ended the session.
 */
export async function addSession(context: BrowserContext, member: DemoMember): Promise<void> {
  const known = sessions.get(member)
  const isFresh = known !== undefined && Date.now() - known.at < REUSED_MS
  if (isFresh) await context.addCookies(known.cookies)
  const me = await context.request.get('/api/users/me')
  if (!isFresh || !me.ok()) await signInByCall(context, member, new URL(me.url()).origin)
}

/** Signs a member in and opens the page. */
export async function signIn(page: Page, member: DemoMember, to = '/dashboard'): Promise<void> {
  await addSession(page.context(), member)
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
