import { inject } from 'vitest'
import type * as z from 'zod/mini'
import { ErrorBody } from '../../../api/contract/errors.ts'
import { IDEMPOTENCY_KEY_HEADER } from '../../../api/contract/operation.ts'
import { togetherOperations } from '../../../api/contract/together.ts'
import { openBrowser, type Browser } from '../../support/browser.ts'

const TOGETHER = togetherOperations.getTogether.path

/** A call that the page made. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly key: string | null
  readonly body: unknown
}

/** What becomes of a call instead; `goOn` lets it reach the server. */
export type Fate = (goOn: () => Promise<Response>) => Promise<Response>

interface Rule {
  readonly method: string
  readonly path: RegExp
  readonly fate: Fate
  times: number
}

/** The server does it, and its answer is lost on the way. */
export const answerLost: Fate = async (goOn) => {
  await goOn()
  throw new TypeError('the connection was cut')
}
/** It never reaches the server. */
export const requestLost: Fate = async () => {
  throw new TypeError('the connection was cut')
}
/** The server refuses it, as the contract lets it. */
export const refused =
  (status: number, body: ErrorBody): Fate =>
  async () =>
    Response.json(ErrorBody.parse(body), { status })
/** Something in between answers in words of its own. */
export const unreadable: Fate = async () => new Response('no', { status: 422 })

/** The server's real answer, changed before the page gets it. */
export const changed =
  <T>(schema: z.ZodMiniType<T>, change: (body: T) => T): Fate =>
  async (goOn) =>
    Response.json(change(schema.parse(await (await goOn()).json())))

/** Fulfilled from outside. */
export const held = (): { readonly fate: Fate; readonly release: () => void } => {
  const gate = Promise.withResolvers<void>()
  return {
    fate: async (goOn) => {
      await gate.promise
      return goOn()
    },
    release: () => gate.resolve(),
  }
}

export interface Network {
  /** The member's own browser, past all faults: for facts that a test needs and is not about. */
  readonly browser: Browser
  /** Calls of the page of this kind, oldest first. */
  readonly sent: (method: string, path: RegExp) => readonly Sent[]
  /** From now on calls of this kind end so, at most so many times. */
  readonly on: (method: string, path: RegExp, fate: Fate, times?: number) => void
  readonly cut: () => void
  readonly mend: () => void
  /** No faults, and nothing remembered. */
  readonly reset: () => void
}

const pathOf = (input: RequestInfo | URL): string =>
  typeof input === 'string' ? input : input instanceof URL ? input.pathname : input.url

const nodeFetch = globalThis.fetch

/** A demo member's own browser, signed in, or a visitor's; nothing of it reaches the page. */
export const browserOf = async (handle: string | null): Promise<Browser> => {
  const pages = globalThis.fetch
  globalThis.fetch = nodeFetch
  const browser = openBrowser(inject('demoServer'))
  globalThis.fetch = pages
  if (handle !== null) await browser.signIn(handle)
  return browser
}

/** Signs a demo member in, or nobody, and puts their connection in the place of the page's `fetch`. */
export const connect = async (handle: string | null): Promise<Network> => {
  const browser = await browserOf(handle)
  let rules: Rule[] = []
  let calls: Sent[] = []
  let isCut = false
  globalThis.fetch = async (input, init = {}) => {
    const path = pathOf(input)
    const method = init.method ?? 'GET'
    if (isCut) throw new TypeError('no network')
    // Each read by itself, so that a test can say what becomes of it.
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
    // The whole answer, so that it can be changed, also where the page has it already.
    const headers = new Headers(init.headers)
    headers.delete('If-None-Match')
    return rule.fate(() => browser.fetch(path, { ...init, headers }))
  }
  const become = (online: boolean) => {
    isCut = !online
    Object.defineProperty(navigator, 'onLine', { value: online, configurable: true })
    window.dispatchEvent(new Event(online ? 'online' : 'offline'))
  }
  return {
    browser,
    sent: (method, path) => calls.filter((one) => one.method === method && path.test(one.path)),
    on: (method, path, fate, times = Infinity) => void rules.unshift({ method, path, fate, times }),
    cut: () => become(false),
    mend: () => become(true),
    reset: () => {
      rules = []
      calls = []
      if (isCut) become(true)
    },
  }
}
