import { inject } from 'vitest'
import type * as z from 'zod/mini'
import { ErrorBody } from '../../../api/contract/errors.ts'
import { IDEMPOTENCY_KEY_HEADER } from '../../../api/contract/operation.ts'
import { batchReadOperations } from '../../../api/contract/batch-reads.ts'
import { openBrowser, type Browser } from '../../support/browser.ts'

const TOGETHER = batchReadOperations.getTogether.path

/** A call that the page made. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly key: string | null
  readonly body: unknown
}

/** Handles a call in place of the server; `goOn` sends it to the server. */
export type Fault = (goOn: () => Promise<Response>) => Promise<Response>

interface Rule {
  readonly method: string
  readonly path: RegExp
  readonly fault: Fault
  times: number
}

/** The server handles the request, but the response is lost. */
export const answerLost: Fault = async (goOn) => {
  await goOn()
  throw new TypeError('the connection was cut')
}
/** The request never reaches the server. */
export const requestLost: Fault = async () => {
  throw new TypeError('the connection was cut')
}
/** A refusal in the contract's format. */
export const refused =
  (status: number, body: ErrorBody): Fault =>
  async () =>
    Response.json(ErrorBody.parse(body), { status })
/** A response that is not in the contract's format, such as a proxy's. */
export const unreadable: Fault = async () => new Response('no', { status: 422 })

/** The server's real response, changed before the page gets it. */
export const changed =
  <T>(schema: z.ZodMiniType<T>, change: (body: T) => T): Fault =>
  async (goOn) =>
    Response.json(change(schema.parse(await (await goOn()).json())))

/** Delays a call until `release` is called. */
export const delayed = (): { readonly fault: Fault; readonly release: () => void } => {
  const gate = Promise.withResolvers<void>()
  return {
    fault: async (goOn) => {
      await gate.promise
      return goOn()
    },
    release: () => gate.resolve(),
  }
}

export interface Network {
  /** The member's browser without faults, to prepare and check state on the server. */
  readonly browser: Browser
  /** The page's calls with this method and path, oldest first. */
  readonly sent: (method: string, path: RegExp) => readonly Sent[]
  /** Applies `fault` to calls with this method and path from now on, at most `times` times. */
  readonly on: (method: string, path: RegExp, fault: Fault, times?: number) => void
  /** Whether the page may show what the server did not say: an answer was changed or kept from it since `forget`. */
  readonly isAltered: () => boolean
  /** Whether a call of the page is not answered yet. */
  readonly isBusy: () => boolean
  readonly cut: () => void
  readonly mend: () => void
  /** Forgets the recorded calls, and that answers were changed. */
  readonly forget: () => void
  /** Removes all faults and forgets the recorded calls. */
  readonly reset: () => void
}

const pathOf = (input: RequestInfo | URL): string =>
  typeof input === 'string' ? input : input instanceof URL ? input.pathname : input.url

const nodeFetch = globalThis.fetch

/** A browser separate from the page: signed in as a demo member, or a visitor's (null). */
export const browserOf = async (handle: string | null): Promise<Browser> => {
  const pages = globalThis.fetch
  globalThis.fetch = nodeFetch
  const browser = openBrowser(inject('demoServer'))
  globalThis.fetch = pages
  if (handle !== null) await browser.signIn(handle)
  return browser
}

/** Signs a demo member in (null: nobody) and replaces the page's `fetch` by their connection. */
export const connect = async (handle: string | null): Promise<Network> => {
  const browser = await browserOf(handle)
  let rules: Rule[] = []
  let calls: Sent[] = []
  let isCut = false
  let altered = false
  let underWay = 0
  const answer: typeof fetch = async (input, init = {}) => {
    const path = pathOf(input)
    const method = init.method ?? 'GET'
    if (isCut) throw new TypeError('no network')
    // No combined reads: the app then sends each read by itself, so that tests can change each.
    if (path.startsWith(TOGETHER)) return new Response('', { status: 404 })
    const text = typeof init.body === 'string' ? init.body : null
    calls.push({
      method,
      path,
      key: new Headers(init.headers).get(IDEMPOTENCY_KEY_HEADER),
      body: text === null ? null : (JSON.parse(text) as unknown),
    })
    const rule = rules.find((one) => one.times > 0 && one.method === method && one.path.test(path))
    if (rule === undefined) return browser.fetch(path, init)
    rule.times -= 1
    // Never 304 Not Modified: a test needs the whole body to change it.
    const headers = new Headers(init.headers)
    headers.delete('If-None-Match')
    return rule.fault(() => browser.fetch(path, { ...init, headers }))
  }
  globalThis.fetch = async (input, init) => {
    underWay += 1
    try {
      return await answer(input, init)
    } finally {
      underWay -= 1
    }
  }
  const become = (online: boolean) => {
    isCut = !online
    altered ||= isCut
    Object.defineProperty(navigator, 'onLine', { value: online, configurable: true })
    window.dispatchEvent(new Event(online ? 'online' : 'offline'))
  }
  return {
    browser,
    sent: (method, path) => calls.filter((one) => one.method === method && path.test(one.path)),
    on: (method, path, fault, times = Infinity) => {
      altered = true
      rules.unshift({ method, path, fault, times })
    },
    isAltered: () => altered,
    isBusy: () => underWay > 0,
    cut: () => become(false),
    mend: () => become(true),
    forget: () => {
      calls = []
      altered = false
    },
    reset: () => {
      rules = []
      calls = []
      if (isCut) become(true)
    },
  }
}
