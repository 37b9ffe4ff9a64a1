// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Dialog } from '../../../web/ui/dialog.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('after a reload the entries of what was open are left one by one, and none that the browser does not have', async () => {
  // As a browser that reloaded before it knew of the second entry: the state says two, and there is one.
  const entries = [{ usr: {} }, { usr: {} }, { usr: { layers: 2 } }]
  let index = entries.length - 1
  window.history.replaceState(entries[index], '')
  vi.spyOn(window.history, 'go').mockImplementation((delta = 0) => {
    index += delta
    window.history.replaceState(entries[index], '')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  vi.spyOn(window.history, 'back').mockImplementation(() => window.history.go(-1))
  render(<Dialog entries={0} onClose={vi.fn<() => void>()} title="Details" />)
  await vi.waitFor(() => expect(index).toBe(1))
  await new Promise((resolve) => setTimeout(resolve))
  expect(index).toBe(1)
})
