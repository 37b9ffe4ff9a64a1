import { everybody, type Everybody } from '../crash/transfer-clients.ts'
import type { Random } from '../crash/random.ts'
import { openBrowser, type Browser } from '../support/browser.ts'
import type { Actor } from './world.ts'

/** A member waits no longer than this for one answer, then asks another process, ms. */
const ANSWER_MS_MAX = 6_000

const SIGN_INS_MAX = 5

/** Hears of every command of a member: to whom it went and what came back, null for nothing. */
export type Heard = (api: Actor, status: number | null) => void

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
    signIn: async (handle) => {
      const { browser } = any()
      const user = await browser.signIn(handle)
      // Sessions are in the database: every api knows them.
      for (const { browser: other } of browsers)
        for (const [name, value] of browser.cookies) other.cookies.set(name, value)
      return user
    },
  }
}

/** Signs the demo members in. */
export const signInAllAt = (
  apis: readonly Actor[],
  random: Random,
  heard: Heard = () => {},
): Promise<Everybody> =>
  everybody(async (handle) => {
    const browser = balanced(apis, random, heard)
    for (let tries = 1; ; tries += 1)
      try {
        return { user: await browser.signIn(handle), browser }
      } catch (error) {
        // Everything has just started, on a busy machine.
        if (tries === SIGN_INS_MAX) throw error
      }
  })
