// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { Dialog } from '../../../web/ui/dialog.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const Entry = z.object({ usr: z.object({ layers: z.optional(z.number()), shown: z.optional(z.number()) }) })
type Entry = z.infer<typeof Entry>

/** The browser's history, which stands at its last entry; returns where it stands. */
const historyOf = (entries: readonly Entry[]): (() => number) => {
  let index = entries.length - 1
  window.history.replaceState(entries[index], '')
  vi.spyOn(window.history, 'go').mockImplementation((delta = 0) => {
    index += delta
    window.history.replaceState(entries[index], '')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  return () => index
}

const subscribe = (changed: () => void) => {
  for (const event of ['popstate', 'closed']) window.addEventListener(event, changed)
  return () => {
    for (const event of ['popstate', 'closed']) window.removeEventListener(event, changed)
  }
}

/** Details that were opened one from the other, each with its address: whichever entry is shown, its details are open. */
function Details() {
  const shown = useSyncExternalStore(subscribe, () => Entry.parse(window.history.state).usr.shown ?? 0)
  const close = () => {
    window.history.replaceState({ usr: { layers: shown, shown: 0 } }, '')
    window.dispatchEvent(new Event('closed'))
  }
  return shown > 0 && <Dialog entries={shown} onClose={close} title={`Details ${shown}`} />
}

// First: it is about the page as it was loaded.
it('after a reload the entries of what was open are left one by one, and none that the browser does not have', async () => {
  // As a browser that reloaded before it knew of the second entry: the state says two, and there is one.
  const index = historyOf([{ usr: {} }, { usr: {} }, { usr: { layers: 2 } }])
  render(<Dialog entries={0} onClose={vi.fn<() => void>()} title="Closed" />)
  await vi.waitFor(() => expect(index()).toBe(1))
  await new Promise((resolve) => setTimeout(resolve))
  expect(index()).toBe(1)
})

it('details that were opened from others close with them: the entries of those are not shown on the way out', async () => {
  const trail = [1, 2, 3].map((count) => ({ usr: { layers: count, shown: count } }))
  const index = historyOf([{ usr: {} }, ...trail])
  render(<Details />)
  await new Promise((resolve) => setTimeout(resolve))
  expect(screen.getByText('Details 3')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(screen.queryByText(/Details/)).toBeNull())
  await vi.waitFor(() => expect(index()).toBe(0))
  await new Promise((resolve) => setTimeout(resolve))
  expect(index()).toBe(0)
  expect(screen.queryByText(/Details/)).toBeNull()
})
