// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberMember } from '../../../web/data/at-rest.ts'
import { beginEpoch } from '../../../web/data/epoch.ts'
import { sentenceOf } from '../../../web/data/errors.ts'
import { setLanguage } from '../../../web/texts/texts.ts'
import { pushState, renewPush, startPush } from '../../../web/data/push.ts'
import { unreadable } from '../../../web/push-message.ts'

const ENDPOINT = 'https://push.example/ada'
const PLACE = '00000000-0000-4000-8000-000000000001'

/** A browser with push, and a server that lists one place for it. */
const browser = { subscribed: false, endpoint: ENDPOINT, made: 0 }
const server = { listed: false, told: 0 }

const subscription = () => ({
  endpoint: browser.endpoint,
  options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
  toJSON: () => ({ endpoint: browser.endpoint, keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe: async () => {
    browser.subscribed = false
    return true
  },
})
const registration = {
  pushManager: {
    getSubscription: async () => (browser.subscribed ? subscription() : null),
    subscribe: async () => {
      browser.subscribed = true
      return subscription()
    },
  },
}
/** The cache shared by pages and the service worker. */
const kept = new Map<string, string>()
const cache = {
  put: async (at: string, response: Response) => void kept.set(at, await response.text()),
  match: async (at: string) => (kept.has(at) ? new Response(kept.get(at)) : undefined),
}
/** Languages sent to the server, in order. */
const languages: unknown[] = []
const serve = async (_url: string, { method, body }: RequestInit): Promise<Response> => {
  if (method === 'PUT') {
    languages.push(typeof body === 'string' ? Reflect.get(Object(JSON.parse(body)), 'language') : undefined)
    Object.assign(server, { listed: true, told: server.told + 1 })
    return new Response(JSON.stringify({ id: PLACE }))
  }
  const place = {
    id: PLACE,
    device: 'Firefox on Linux',
    created_at: '2026-11-20T12:00:00.000Z',
    current: true,
    signed_in: true,
    off: [],
  }
  return new Response(JSON.stringify({ key: 'AQID', places: server.listed ? [place] : [] }))
}

beforeEach(() => {
  localStorage.clear()
  Object.assign(browser, { subscribed: false, endpoint: ENDPOINT })
  Object.assign(server, { listed: false, told: 0 })
  languages.length = 0
  kept.clear()
  vi.stubGlobal('caches', { open: async () => cache })
  beginEpoch()
  rememberMember('ada')
  vi.stubGlobal('fetch', serve)
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a browser that does not answer', () => {
  const never = new Promise<never>(() => undefined)
  const ends = async (work: Promise<unknown>): Promise<string> => {
    const said = work.then(
      () => 'done',
      (error: unknown) => sentenceOf(error, 'unsaid'),
    )
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    return said
  }
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['has no service worker', { ready: never, getRegistration: async () => undefined }],
    ['never registers one', { ready: never, getRegistration: () => never }],
    [
      'waits for its push service',
      { ready: Promise.resolve({ pushManager: { ...registration.pushManager, subscribe: () => never } }) },
    ],
    ['hides its state', { ready: Promise.resolve({ pushManager: { getSubscription: () => never } }) }],
  ])('because it %s says so in the end', async (_what, value) => {
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value })
    expect(await ends(startPush())).toBe('Your browser does not answer. Reload the page and try again.')
  })

  it('because nobody sees its question says so in the end', async () => {
    vi.stubGlobal('Notification', { permission: 'default', requestPermission: () => never })
    expect(await ends(startPush())).toMatch(/^Your browser does not answer/)
  })
})

describe('a browser that is told when the app is closed', () => {
  it('says so again whenever the app is opened', async () => {
    expect(await startPush()).toBe('on')
    await renewPush()
    expect(server).toEqual({ listed: true, told: 2 })
  })

  it('says in which language, and another one once the app is opened in it', async () => {
    await startPush()
    setLanguage('de', 'de-AT-u-hc-h12', {})
    await renewPush()
    setLanguage('en', 'en-US', {})
    expect(languages).toEqual(['en-US', 'de-AT'])
  })

  it('leaves the service worker what it says of a push that cannot be read, in the language of the device', async () => {
    await startPush()
    expect(await unreadable()).toMatchObject({ body: 'There is something new.' })
    setLanguage('de', 'de-DE', { 'There is something new.': 'Es gibt etwas Neues.' })
    await renewPush()
    setLanguage('en', 'en-US', {})
    expect(await unreadable()).toMatchObject({ body: 'Es gibt etwas Neues.' })
  })

  it('is told also where nothing can be left for the service worker', async () => {
    vi.stubGlobal('caches', { open: () => Promise.reject(new Error('no room')) })
    expect(await startPush()).toBe('on')
    expect(await unreadable()).toMatchObject({ body: 'There is something new.' })
  })

  it('stays off where it was turned off from another device, until it is asked for there again', async () => {
    await startPush()
    server.listed = false
    await renewPush()
    expect(browser.subscribed).toBe(false)
    expect(server).toEqual({ listed: false, told: 1 })
    await renewPush()
    expect(server.told).toBe(1)
    expect(await startPush()).toBe('on')
    expect(server).toEqual({ listed: true, told: 2 })
  })

  it('goes on where its push service has given it another address', async () => {
    await startPush()
    Object.assign(browser, { endpoint: `${ENDPOINT}/anew` })
    server.listed = false
    await renewPush()
    expect(server).toEqual({ listed: true, told: 2 })
  })
})

describe('a browser without push', () => {
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)', 5, 'install_first'],
    // An iPad identifies itself as a Macintosh.
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'install_first'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'unable'],
  ])('of %s with %d touch points: %s', async (userAgent, maxTouchPoints, state) => {
    Reflect.deleteProperty(globalThis, 'PushManager')
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
    vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(maxTouchPoints)
    expect(await pushState()).toBe(state)
  })
})
