import { everybody, type Everybody } from '../crash/transfer-clients.ts'
import type { Random } from '../crash/random.ts'
import type { CurrentUser } from '../../api/contract/session.ts'
import { openBrowser, type Browser } from '../support/browser.ts'
import type { Actor } from './world.ts'

/** A member waits no longer than this for one answer, then asks another process, ms. */
const ANSWER_MS_MAX = 6_000

const SIGN_INS_MAX = 5

/** Hears of every command of a member: to whom it went and what came back, null for nothing. */
export type Heard = (api: Actor, status: number | null) => void

/** A member with one session and a browser at each api, in the order of the apis. */
export interface MemberEverywhere {
  readonly user: CurrentUser
  readonly browsers: readonly Browser[]
  /** A run can be longer than a sign-in is fresh. */
  readonly signInAgain: () => Promise<unknown>
}

/** Gives every browser the session that one of them has: sessions are in the database, so every api knows them. */
const shareSession = ({ cookies }: Browser, browsers: readonly Browser[]): void => {
  for (const other of browsers) for (const [name, value] of cookies) other.cookies.set(name, value)
}

/** Signs a demo member in at any of the browsers' apis. */
const signInAtAny = async (
  handle: string,
  browsers: readonly [Browser, ...Browser[]],
  random: Random,
): Promise<CurrentUser> => {
  const browser = random.pick(browsers)
  const user = await browser.signIn(handle)
  shareSession(browser, browsers)
  return user
}

/** A browser behind a balancer that sends each request to any api, whatever state that is in. */
const balanced = (apis: readonly Actor[], random: Random, heard: Heard): Browser => {
  const browsers = apis.map((api) => ({ api, browser: openBrowser(api.server.url) }))
  const [first, ...others] = browsers
  if (!first) throw new Error('There is no api')
  const any = () => random.pick([first, ...others])

  const fetch: Browser['fetch'] = async (where, init = {}) => {
    const { api, browser } = any()
    const isCommand = init.method === 'POST'
    try {
      const response = await browser.fetch(where, { ...init, signal: AbortSignal.timeout(ANSWER_MS_MAX) })
      // The answer may still break off; what counts is the whole of it.
      const body = await response.arrayBuffer()
      if (isCommand) heard(api, response.status)
      return new Response(body, { status: response.status, headers: response.headers })
    } catch (error) {
      if (isCommand) heard(api, null)
      throw error
    }
  }
  return {
    ...first.browser,
    fetch,
    signIn: (handle) => signInAtAny(handle, [first.browser, ...others.map(({ browser }) => browser)], random),
  }
}

/** Everything has just started, on a busy machine: a sign-in may fail some times. */
const withRetries = async <T>(signIn: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1)
    try {
      return await signIn()
    } catch (error) {
      if (tries === SIGN_INS_MAX) throw error
    }
}

/** Signs a demo member in for requests to an api of the caller's choice. */
export const signInEverywhere = async (
  handle: string,
  apis: readonly Actor[],
  random: Random,
): Promise<MemberEverywhere> => {
  const [first, ...others] = apis.map(({ server }) => openBrowser(server.url))
  if (!first) throw new Error('There is no api')
  const browsers = [first, ...others] as const
  const signIn = () => withRetries(() => signInAtAny(handle, [...browsers], random))
  return { user: await signIn(), browsers, signInAgain: signIn }
}

/** Signs the demo members in. */
export const signInAllAt = (
  apis: readonly Actor[],
  random: Random,
  heard: Heard = () => {},
): Promise<Everybody> =>
  everybody(async (handle) => {
    const browser = balanced(apis, random, heard)
    return { user: await withRetries(() => browser.signIn(handle)), browser }
  })
