import 'fake-indexeddb/auto'
import { configure, queries, waitFor, within, type BoundFunctions } from '@testing-library/dom'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { createRoot, type Root } from 'react-dom/client'
import { App } from '../../../web/app/app.tsx'
import { afterAll, vi } from 'vitest'
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
  /** As the browser does it: what is on the device stays, all else begins anew. */
  readonly reload: () => void
}

let root: Root | null = null

const draw = (): void => {
  root?.unmount()
  document.body.replaceChildren()
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  root.render(<App />)
}

// The page goes before its window does, with all that it still waits for.
afterAll(async () => {
  root?.unmount()
  await new Promise((resolve) => setTimeout(resolve, 100))
})

/** The whole app at this address, signed in, on an empty device; `prepare` is done before anything is asked. */
export const openPage = async (
  path: string,
  handle: string,
  prepare: (network: Network) => void = () => undefined,
): Promise<Page> => {
  const network = await connect(handle)
  prepare(network)
  history.replaceState(null, '', path)
  draw()
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  const fill = async (element: Element, text: string) => {
    await user.clear(element)
    if (text !== '') await user.paste(text)
  }
  const tabTo = async (target: () => Element) => {
    for (let presses = 0; presses < TABS_MAX; presses += 1) {
      await user.tab()
      if (document.activeElement === target()) return
    }
    throw new Error(`${target().outerHTML.slice(0, 200)} is not reached by Tab`)
  }
  return { network, user, fill, tabTo, screen: within(document.body), reload: draw }
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
  return dialog()
}

export const noDialog = () =>
  waitFor(() => {
    if (document.querySelector('[role=dialog]') !== null) throw new Error('a dialog is open')
  })

/** After a test: the clock and the network are right, and no dialog is open, nor a toast. */
export const tidy = async ({ network, user }: Page) => {
  vi.useRealTimers()
  network.reset()
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

/** Everything that the page asks for at first has come. */
export const settled = () =>
  waitFor(() => {
    const heading = document.querySelector('h1')?.textContent ?? 'Verifying Access...'
    if (heading === 'Verifying Access...' || document.querySelector('main [aria-busy=true]') !== null)
      throw new Error('the page is loading')
  })

export const button = (name: string | RegExp) => dialog().getByRole<HTMLButtonElement>('button', { name })
/** Presses a button of the open dialog as soon as it can be pressed. */
export const press = async ({ user }: Page, name: string | RegExp): Promise<void> => {
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
export const denied = async ({ network }: Page) => {
  await waitFor(() => {
    if (network.sent('GET', /by-key/).length < 2) throw new Error('the server was not asked')
  })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20_000 })
}

export { waitFor }
