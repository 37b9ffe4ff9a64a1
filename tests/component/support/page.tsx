import 'fake-indexeddb/auto'
import { configure, queries, waitFor, within, type BoundFunctions } from '@testing-library/dom'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { createRoot, type Root } from 'react-dom/client'
import { App } from '../../../web/app/app.tsx'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { connect, type Network } from './network.ts'

configure({
  asyncUtilTimeout: 30_000,
  // Without the whole page that was searched.
  getElementError: (message) => new Error(message?.split('\n')[0] ?? 'not found'),
})

/** News come by looking again: the stream has its walks in the browser. */
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
  /** Puts this text into a field in place of what was there. */
  readonly fill: (element: Element, text: string) => Promise<void>
  /** Presses Tab until the element has the focus. */
  readonly tabTo: (target: () => Element) => Promise<void>
  /** The app is drawn anew. What its modules hold in memory stays, unlike in a browser. */
  readonly reload: () => void
  /** As `reload`, at another address of the app. */
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

/** The page of a file: modules are loaded anew for each file, so that each has one. */
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

/**
 * Before its first test the file's page is the whole app at this address, of this demo member or of nobody, on an empty device; after each
 * test it is tidied. `prepare` is done before the page asks for anything, `ready` waits for what the tests need.
 */
export const opens = (
  path: string,
  handle: string | null,
  {
    prepare,
    ready = settled,
  }: {
    readonly prepare?: (network: Network) => Promise<void> | void
    readonly ready?: () => Promise<unknown>
  } = {},
): void => {
  beforeAll(async () => {
    network = await connect(handle)
    await prepare?.(network)
    page.goTo(path)
    await ready()
  })
  afterEach(tidy)
  // The page goes before its window does, with all that it still waits for.
  afterAll(async () => {
    root?.unmount()
    await new Promise((resolve) => setTimeout(resolve, 100))
  })
}

/**
 * React has done what it had put off. A dialog hears Escape only some renders after its heading has the focus, a few
 * milliseconds in which nobody presses a key but a test.
 */
const drawn = async () => {
  for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setTimeout(resolve))
}

/** Presses Escape once the dialog hears it. */
export const escape = async () => {
  await drawn()
  await user.keyboard('{Escape}')
}

/** The open dialog. */
export const dialog = () => within(within(document.body).getByRole('dialog'))

/** The open dialog has come to the step of this heading, which has the focus. */
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

export const noDialog = () =>
  waitFor(() => {
    const shown = document.querySelector('[role=dialog]')
    if (shown !== null)
      throw new Error(
        `a dialog is open: ${shown.textContent}; the focus is on ${document.activeElement?.outerHTML.slice(0, 200)}`,
      )
  })

/** After a test: the clock and the network are right, and no dialog is open, nor a toast. */
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

/** The page asks for this once more, as it does when somebody comes back to it. */
export const refetch = async (path: RegExp) => {
  const before = page.network.sent('GET', path).length
  await waitFor(() => {
    // While it still looks at an answer it does not ask again.
    document.dispatchEvent(new Event('visibilitychange'))
    if (page.network.sent('GET', path).length === before) throw new Error(`${path.source} is not asked for`)
  })
}

/**
 * This makes the page ask for it anew by itself: it is told of nothing here, and while nobody looks at it, it does not
 * ask every half a minute either.
 */
export const asksAnew = async (path: RegExp, change: () => Promise<unknown>) => {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
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

/** Everything that the page asks for at first has come. */
export const settled = () =>
  waitFor(() => {
    const heading = document.querySelector('h1')?.textContent ?? 'Verifying Access...'
    if (heading === 'Verifying Access...' || document.querySelector('main [aria-busy=true]') !== null)
      throw new Error('the page is loading')
  })

export const button = (name: string | RegExp) => dialog().getByRole<HTMLButtonElement>('button', { name })
/** Presses a button of the open dialog as soon as it can be pressed. */
export const press = async (name: string | RegExp): Promise<void> => {
  await waitFor(() => {
    if (button(name).disabled) throw new Error(`${String(name)} is disabled`)
  })
  await user.click(button(name))
}
/** A field of the open dialog by its label. */
export const field = (label: string | RegExp) =>
  dialog().getByLabelText<HTMLInputElement | HTMLSelectElement>(label)

/** This element has the focus, now or soon. */
export const focused = (element: () => Element) =>
  waitFor(() => {
    const { activeElement } = document
    if (activeElement !== element())
      throw new Error(`the focus is on ${activeElement?.outerHTML.slice(0, 200)}`)
  })

/** What describes an element: its hint, and what is wrong with what was typed. */
export const descriptionOf = (element: Element): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

/** The open dialog says this, now or soon. */
export const says = (text: string | RegExp) =>
  waitFor(() => {
    const shown = document.querySelector('[role=dialog]')?.textContent ?? ''
    if (typeof text === 'string' ? !shown.includes(text) : !text.test(shown))
      throw new Error(`the dialog does not say ${String(text)} but ${shown}`)
  })

/** A toast says this. */
export const toast = (text: string) =>
  waitFor(() => {
    const shown = [...document.querySelectorAll('li')].some((item) => item.textContent.includes(text))
    if (!shown) throw new Error(`no toast says ${text}`)
  })

/**
 * The server has denied a lost call's key for as long as the app waits before it offers to repeat it. Only the clock
 * jumps, once a denial has been heard; `vi.useRealTimers()` puts it right.
 */
export const denied = async () => {
  await waitFor(() => {
    if (page.network.sent('GET', /by-key/).length < 2) throw new Error('the server was not asked')
  })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20_000 })
}

/** The words of an alert in the open dialog, now or soon. */
export const alerts = (text: string | RegExp) =>
  waitFor(() => {
    const shown = dialog().getByRole('alert').textContent
    if (typeof text === 'string' ? !shown.includes(text) : !text.test(shown))
      throw new Error(`the alert does not say ${String(text)} but ${shown}`)
  })

export * from './network.ts'
export { expect, test, waitFor, within }
