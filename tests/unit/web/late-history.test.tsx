// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Dialog } from '../../../web/ui/dialog.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Page() {
  const [title, setTitle] = useState<string | null>('First')
  return (
    <>
      {title !== null && <Dialog key={title} onClose={() => setTitle(null)} title={title} />}
      <button onClick={() => setTitle('Second')}>Open</button>
    </>
  )
}

/** The browser has gone back. */
const pop = () => {
  window.history.replaceState({ usr: {} }, '')
  window.dispatchEvent(new PopStateEvent('popstate'))
}

it('a browser that goes back late, after another dialog was opened, does not close that one; Back does', async () => {
  const back = vi.spyOn(window.history, 'go').mockReturnValue()
  render(<Page />)
  await vi.waitFor(() => expect(window.history.state).toMatchObject({ usr: { layers: 1 } }))
  vi.useFakeTimers()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  vi.advanceTimersByTime(5_000)
  vi.useRealTimers()
  expect(back).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByText('Open'))
  expect(screen.getByText('Second')).toBeDefined()
  pop()
  await vi.waitFor(() => expect(window.history.state).toMatchObject({ usr: { layers: 1 } }))
  expect(screen.getByText('Second')).toBeDefined()
  pop()
  await vi.waitFor(() => expect(screen.queryByText('Second')).toBeNull())
})
