// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Dialog } from '../../../web/ui/dialog.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Page({ onFollow }: { onFollow: () => void }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      {open && <Dialog onClose={() => setOpen(false)} title="Details" />}
      <a
        href="#elsewhere"
        onClick={(event) => {
          event.preventDefault()
          onFollow()
        }}
      >
        Elsewhere
      </a>
    </>
  )
}

it('a link that is tapped while the browser leaves the entry of a closed dialog is followed afterwards, once', async () => {
  const backs = vi.spyOn(window.history, 'back').mockReturnValue()
  const followed = vi.fn<() => void>()
  render(<Page onFollow={followed} />)
  await vi.waitFor(() => expect(window.history.state).toMatchObject({ usr: { layers: 1 } }))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(backs).toHaveBeenCalled())
  fireEvent.click(screen.getByText('Elsewhere'))
  expect(followed).not.toHaveBeenCalled()
  window.history.replaceState({ usr: {} }, '')
  window.dispatchEvent(new PopStateEvent('popstate'))
  await vi.waitFor(() => expect(followed).toHaveBeenCalledOnce())
  fireEvent.click(screen.getByText('Elsewhere'))
  expect(followed).toHaveBeenCalledTimes(2)
})
