import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { CurrentUser } from '../../api/contract/session.ts'
import { IDEMPOTENCY_KEY_HEADER } from '../../api/contract/operation.ts'
import { FRESH_SIGN_IN_REQUIRED } from '../../api/contract/security.ts'
import { TransferReceipt } from '../../api/contract/wallet.ts'
import { money, usd, type Money } from '../../events/money.ts'
import { openBrowser, type Browser } from '../support/browser.ts'
import type { Random } from './random.ts'

export interface SignedIn {
  readonly user: CurrentUser
  readonly browser: Browser
}

/** A transfer that must happen once, however often the client requests it. */
export interface Intent {
  readonly key: string
  readonly from: SignedIn
  readonly to: SignedIn
  readonly amount: Money
  readonly path: '/api/wallet/transfer' | '/api/wallet/send-transfer'
  readonly body: Readonly<Record<string, string | number>>
}

/** The final response to an intent. */
export interface FinalResponse {
  readonly intent: Intent
  readonly status: number
  readonly body: unknown
  /** Not null when the response acknowledged the transfer. */
  readonly receipt: TransferReceipt | null
  /** Number of requests made. */
  readonly tries: number
}

export interface TransferClients {
  readonly finalResponses: readonly FinalResponse[]
  /** What was no answer to a member: an error of the server's, or none at all. */
  readonly failures: readonly string[]
  /** Requests sent so far. */
  readonly sent: () => number
  /** Lets every client finish its current intent. */
  readonly finish: () => Promise<void>
}

const OutcomeState = z.object({ state: z.string() })

const REQUEST_MS_MAX = 30_000

/** The demo members, who hold all the money of these tests. */
export type Everybody = readonly [SignedIn, SignedIn, SignedIn, SignedIn]

export const everybody = (signIn: (handle: string) => Promise<SignedIn>): Promise<Everybody> =>
  Promise.all([signIn('ada'), signIn('grace'), signIn('katherine'), signIn('alan')])

export const signInAll = (url: string): Promise<Everybody> =>
  everybody(async (handle) => {
    const browser = openBrowser(url)
    return { user: await browser.signIn(handle), browser }
  })

export const dollarTo = (from: SignedIn, to: SignedIn, key: string = randomUUID()): Intent => ({
  key,
  from,
  to,
  amount: usd(100),
  path: '/api/wallet/send-transfer',
  body: { to_user_identifier: `@${to.user.handle}`, amount: 100 },
})

/** Sends one request. @throws when no response arrives; the outcome is unknown then */
export const ask = async ({ from, path, key, body }: Intent): Promise<{ status: number; body: unknown }> => {
  const response = await from.browser.fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [IDEMPOTENCY_KEY_HEADER]: key },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_MS_MAX),
  })
  return { status: response.status, body: await response.json() }
}

/** Looks up the outcome of a request by its key, without repeating the request. */
export const outcomeOf = async ({ browser }: SignedIn, key: string): Promise<string> => {
  const response = await browser.fetch(`/api/outcomes/by-key/${key}`)
  const body: unknown = await response.json()
  if (response.status === 404) return 'unknown'
  return OutcomeState.parse(body).state
}

/** Whether the response is final, so that the client stops retrying. */
const isFinal = (status: number): boolean => status < 500 && status !== 409 && status !== 429

/** Whether the member has to sign in again: a run can be longer than a sign-in is fresh. */
const isStale = ({ status, body }: { readonly status: number; readonly body: unknown }): boolean =>
  status === 401 || (status === 403 && Reflect.get(Object(body), 'code') === FRESH_SIGN_IN_REQUIRED)

/** Creates a random intent. Half of them go to one member, so that one stream always has contention. */
const inventIntent = (members: readonly [SignedIn, ...SignedIn[]], random: Random): Intent => {
  const [hot] = members
  const from = random.pick(members)
  const wanted = random.integer(2) === 0 ? hot : random.pick(members)
  const to = wanted === from ? (members[(members.indexOf(from) + 1) % members.length] ?? hot) : wanted
  const key = randomUUID()
  const to_user_identifier = random.pick([`@${to.user.handle}`, to.user.email, to.user.did])
  const message = `Intent ${key}`
  // Sometimes more than any balance: a refusal that must stay one.
  const isTooMuch = random.integer(20) === 0
  if (random.integer(2) === 0) {
    const amount = isTooMuch ? 1_000_000 : 100 + random.integer(200)
    const path = '/api/wallet/send-transfer'
    return { key, from, to, amount: usd(amount), path, body: { to_user_identifier, amount, message } }
  }
  const path = '/api/wallet/transfer'
  const inYut = random.integer(2) === 0
  const whole = isTooMuch ? 9_000 : random.integer(2)
  const [decimals, minor] = inYut ? [6, 10_000 + random.integer(900_000)] : [2, 1 + random.integer(99)]
  const text = `${whole}.${String(minor).padStart(decimals, '0')}`
  const amount = inYut ? money('YUT', BigInt(whole) * 1_000_000n + BigInt(minor)) : usd(whole * 100 + minor)
  const { currency } = amount
  return { key, from, to, amount, path, body: { to_user_identifier, currency, amount: text, message } }
}

/**
 * Starts concurrent clients that send money between the members, one intent after another, and repeat each with its
 * key until a final response; each pauses after it. `finish` rejects on an unexpected response.
 */
export const startClients = (
  members: readonly [SignedIn, ...SignedIn[]],
  { count, random, pauseMs = 0 }: { count: number; random: Random; pauseMs?: number },
): TransferClients => {
  const finalResponses: FinalResponse[] = []
  const failures: string[] = []
  const finishing = new AbortController()
  let sent = 0

  const signingIn = new Map<SignedIn, Promise<unknown>>()
  const signInAgain = (member: SignedIn): Promise<unknown> => {
    const running =
      signingIn.get(member) ??
      member.browser
        .signIn(member.user.handle)
        .catch((error: unknown) => failures.push(String(error)))
        .finally(() => signingIn.delete(member))
    signingIn.set(member, running)
    return running
  }

  const settle = async (intent: Intent): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      sent += 1
      const answer = await ask(intent).catch((error: unknown) => {
        failures.push(String(error))
        return null
      })
      if (answer && answer.status >= 500) failures.push(`${answer.status} ${JSON.stringify(answer.body)}`)
      if (answer && isStale(answer)) await signInAgain(intent.from)
      else if (answer && isFinal(answer.status)) {
        const receipt = answer.status === 201 ? TransferReceipt.parse(answer.body) : null
        finalResponses.push({ intent, ...answer, receipt, tries })
        if (receipt || answer.status === 422) return
        throw new Error(`A client got ${answer.status}: ${JSON.stringify(answer.body)}`)
      }
      await sleep(50 + random.integer(150))
    }
  }
  const run = async (): Promise<void> => {
    while (!finishing.signal.aborted) {
      await settle(inventIntent(members, random))
      if (pauseMs > 0) await sleep(pauseMs)
    }
  }
  const running = Promise.all(Array.from({ length: count }, run))
  running.catch(() => {
    finishing.abort()
  })

  return {
    finalResponses,
    failures,
    sent: () => sent,
    finish: async () => {
      finishing.abort()
      await running
    },
  }
}
