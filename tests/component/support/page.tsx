import 'fake-indexeddb/auto'
import { configure, queries, waitFor, within, type BoundFunctions } from '@testing-library/dom'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { createRoot, type Root } from 'react-dom/client'
import { App } from '../../../web/app/app.tsx'
import { beginEpoch } from '../../../web/data/epoch.ts'
import { memberDatabase } from '../../../web/data/stored.ts'
import { withDatabase } from '../../../web/data/with-database.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { connect, type Network } from './network.ts'

configure({
  asyncUtilTimeout: 30_000,
  // Only the first line: the rest is the HTML of the whole page.
  getElementError: (message) => new Error(message?.split('\n')[0] ?? 'not found'),
})

/** No server-sent events: tests refetch instead; the browser walks test the stream. */
class NoStream extends EventTarget {
  static readonly CLOSED = 2
  readonly readyState = 0
  close(): void {}
}
Object.assign(globalThis, { EventSource: NoStream })

const TABS_MAX = 14

export interface Page {
  readonly network: Network
  readonly user: UserEvent
  /** Everything on the page. */
  readonly screen: BoundFunctions<typeof queries>
  /** Replaces the text of a field. */
  readonly fill: (element: Element, text: string) => Promise<void>
  /** Presses Tab until the element has the focus. */
  readonly tabTo: (target: () => Element) => Promise<void>
  /** Renders the app anew. Unlike in a browser, the state of its modules stays. */
  readonly reload: () => void
  /** Like `reload`, at another address of the app. */
  readonly goTo: (path: string) => void
}

let root: Root | null = null
let network: Network | null = null

const draw = (): void => {
  root?.unmount()
  document.body.replaceChildren()
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  root.render(<App />)
}
const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })

/** The page of a test file; each file has its own, because modules are loaded anew for each file. */
export const page: Page = {
  get network() {
    if (network === null) throw new Error('the file has opened no page: see `opens`')
    return network
  },
  user,
  screen: within(document.body),
  fill: async (element, text) => {
    await user.clear(element)
    if (text !== '') await user.paste(text)
  },
  tabTo: async (target) => {
    for (let presses = 0; presses < TABS_MAX; presses += 1) {
      await user.tab()
      if (document.activeElement === target()) return
    }
    throw new Error(`${target().outerHTML.slice(0, 200)} is not reached by Tab`)
  },
  reload: draw,
  goTo: (path) => {
    history.replaceState(null, '', path)
    draw()
  },
}

/** Waits until each call of the page is answered. */
const settledNetwork = (timeout?: number) =>
  waitFor(
    () => {
      if (page.network.isBusy()) throw new Error('the page is loading')
    },
    timeout === undefined ? {} : { timeout },
  )

/** Renders the page as on a device that has loaded nothing yet; `prepare` runs before its first request. */
export const opensEmpty = async (prepare: (network: Network) => void = () => {}): Promise<void> => {
  root?.unmount()
  root = null
  // What is aborted under way would count as a server that is away; what a test has delayed for good is.
  await settledNetwork(2_000).catch(() => undefined)
  beginEpoch()
  if (memberDatabase() !== null) await withDatabase(({ documents }) => documents.clear())
  prepare(page.network)
  draw()
}

/**
 * Renders the whole app at this address before each test, signed in as the demo member `handle` or signed out (null):
 * no test sees what another one has left on the page or the device. Where the test before it has changed neither the
 * address nor an answer, and no `each` is given, the page stays.
 * @param prepare runs before the first test
 * @param each runs before each test: what the server has, and how the network answers
 * @param ready waits for what the tests need
 * @param reopens false where each test opens an address of its own
 */
export const opens = (
  path: string,
  handle: string | null,
  {
    prepare,
    each,
    ready = settled,
    reopens = true,
  }: {
    readonly prepare?: (network: Network) => Promise<void> | void
    readonly each?: (network: Network) => Promise<void> | void
    readonly ready?: () => Promise<unknown>
    readonly reopens?: boolean
  } = {},
): void => {
  let kept: readonly [string, string][] = []
  let isFresh = false
  const open = async () => {
    await each?.(page.network)
    history.replaceState(null, '', path)
    await opensEmpty()
    await ready()
    if (!reopens) return
    // What is shown first is what the device has kept.
    await settledNetwork()
    await drawn()
  }
  beforeAll(async () => {
    network = await connect(handle)
    await prepare?.(network)
    kept = Object.keys(localStorage).map((name) => [name, localStorage.getItem(name) ?? ''])
    await open()
    isFresh = true
  })
  beforeEach(async () => {
    if (isFresh || !reopens) return
    await open()
    page.network.forget()
  })
  afterEach(async () => {
    isFresh = each === undefined && !page.network.isAltered() && location.pathname + location.search === path
    await tidy()
    if (isFresh) return
    localStorage.clear()
    for (const [name, value] of kept) localStorage.setItem(name, value)
    sessionStorage.clear()
  })
  // Unmounts the page before its window closes, so that pending work ends first.
  afterAll(async () => {
    root?.unmount()
    await new Promise((resolve) => setTimeout(resolve, 100))
  })
}

/**
 * Lets React finish deferred work. A dialog listens to Escape only some renders after its heading has the focus: a few
 * milliseconds in which only a test presses a key.
 */
const drawn = async () => {
  for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setTimeout(resolve))
}

/** Presses Escape once the dialog listens to it. */
export const escape = async () => {
  await drawn()
  await user.keyboard('{Escape}')
}

/** The open dialog. */
export const dialog = () => within(within(document.body).getByRole('dialog'))

/** Waits for the dialog's step with this heading, which has the focus. */
export const step = async (heading: string) => {
  await waitFor(() => {
    const { activeElement } = document
    if (activeElement?.textContent !== heading || activeElement.closest('[role=dialog]') === null)
      throw new Error(
        `not at ${heading}: ${document.querySelector('[role=dialog]')?.textContent ?? 'no dialog'}`,
      )
  })
  await drawn()
  return dialog()
}

/** Takes up what was begun and left, which the page offers with this question. */
export const takeUp = async (question: string) => {
  const asked = await within(document.body).findByText(question)
  expect(document.querySelector('[role=dialog]')).toBeNull()
  const banner = asked.parentElement?.parentElement
  if (!banner) throw new Error('the question stands alone')
  await user.click(within(banner).getByRole('button', { name: 'Continue' }))
}

export const noDialog = () =>
  waitFor(() => {
    const shown = document.querySelector('[role=dialog]')
    if (shown !== null)
      throw new Error(
        `a dialog is open: ${shown.textContent}; the focus is on ${document.activeElement?.outerHTML.slice(0, 200)}`,
      )
  })

/** After a test: restores the clock and the network, and closes dialogs and toasts. */
const tidy = async () => {
  vi.useRealTimers()
  page.network.reset()
  await waitFor(async () => {
    if (document.querySelector('[role=dialog]') !== null) {
      await user.keyboard('{Escape}')
      throw new Error('a dialog is open')
    }
    const toast = document.querySelector('li button[aria-label=Dismiss]')
    if (toast !== null) {
      await user.click(toast)
      throw new Error('a toast is there')
    }
  })
}

/** Makes the page request `path` again, as it does when a member comes back to it. */
export const refetch = async (path: RegExp) => {
  const before = page.network.sent('GET', path).length
  await waitFor(() => {
    // Repeated, because the page does not refetch while it still processes a response.
    document.dispatchEvent(new Event('visibilitychange'))
    if (page.network.sent('GET', path).length === before) throw new Error(`${path.source} is not asked for`)
  })
}

/**
 * Waits until `change` makes the page request `path` again. Nothing else can: there is no event stream, and a hidden
 * page does not poll every half minute.
 */
export const asksAnew = async (path: RegExp, change: () => Promise<unknown>) => {
  // Neither visible, which polls, nor hidden, which begins no transaction.
  Object.defineProperty(document, 'visibilityState', { value: 'prerender', configurable: true })
  try {
    const before = page.network.sent('GET', path).length
    await change()
    await waitFor(() => {
      if (page.network.sent('GET', path).length === before) throw new Error(`${path.source} is not asked for`)
    })
  } finally {
    Reflect.deleteProperty(document, 'visibilityState')
  }
}

/** Waits until everything that the page first requests has loaded. */
export const settled = () =>
  waitFor(() => {
    const heading = document.querySelector('h1')?.textContent ?? 'Verifying Access...'
    if (heading === 'Verifying Access...' || document.querySelector('main [aria-busy=true]') !== null)
      throw new Error('the page is loading')
  })

export const button = (name: string | RegExp) => dialog().getByRole<HTMLButtonElement>('button', { name })
/** Clicks a button of the open dialog as soon as it is enabled. */
export const press = async (name: string | RegExp): Promise<void> => {
  await waitFor(() => {
    if (button(name).disabled) throw new Error(`${String(name)} is disabled`)
  })
  await user.click(button(name))
}
/** A field of the open dialog by its label. */
export const field = (label: string | RegExp) =>
  dialog().getByLabelText<HTMLInputElement | HTMLSelectElement>(label)

/** Waits until this element has the focus. */
export const focused = (element: () => Element) =>
  waitFor(() => {
    const { activeElement } = document
    if (activeElement !== element())
      throw new Error(`the focus is on ${activeElement?.outerHTML.slice(0, 200)}`)
  })

/** Accessible description of an element: its hint and its error. */
export const descriptionOf = (element: Element): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

/** Waits until the open dialog contains this text. */
export const says = (text: string | RegExp) =>
  waitFor(() => {
    const shown = document.querySelector('[role=dialog]')?.textContent ?? ''
    if (typeof text === 'string' ? !shown.includes(text) : !text.test(shown))
      throw new Error(`the dialog does not say ${String(text)} but ${shown}`)
  })

/** Waits for a toast with this text. */
export const toast = (text: string) =>
  waitFor(() => {
    const shown = [...document.querySelectorAll('li')].some((item) => item.textContent.includes(text))
    if (!shown) throw new Error(`no toast says ${text}`)
  })

/**
 * After a lost response: lets the time pass for which the app looks the key up before it offers a retry. Waits for the
 * first lookups, then only the clock jumps; `vi.useRealTimers()` restores it.
 */
export const denied = async () => {
  await waitFor(() => {
    if (page.network.sent('GET', /by-key/).length < 2) throw new Error('the server was not asked')
  })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20_000 })
}

/** Waits until the alert in the open dialog contains this text. */
export const alerts = (text: string | RegExp) =>
  waitFor(() => {
    const shown = dialog().getByRole('alert').textContent
    if (typeof text === 'string' ? !shown.includes(text) : !text.test(shown))
      throw new Error(`the alert does not say ${String(text)} but ${shown}`)
  })

export * from './network.ts'
export { expect, test, waitFor, within }
